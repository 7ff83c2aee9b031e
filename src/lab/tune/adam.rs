//! Adam (Kingma and Ba 2014): running means of the gradient and of its square, for each parameter.
//!
//! Both tuners use Adam, with `f64` for the weights of `classical` and `f32` for networks. The tuners share
//! the moments and the bias correction, but not the step itself: one tuner pulls weights towards their start
//! values, the other uses weight decay, and the order of operations decides the last bit of a result.

use std::ops::{Add, Mul, Sub};

/// A floating-point type with the decay rates of the moments.
pub trait Real: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// The number 0.
    const ZERO: Self;
    /// The number 1.
    const ONE: Self;
    /// Decay rate of the mean gradient (beta 1).
    const BETA1: Self;
    /// Decay rate of the mean squared gradient (beta 2).
    const BETA2: Self;

    /// Raises the number to an integer power.
    #[must_use]
    fn powi(self, exponent: i32) -> Self;
}

macro_rules! real {
    ($type:ty) => {
        impl Real for $type {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const BETA1: Self = 0.9;
            const BETA2: Self = 0.999;

            fn powi(self, exponent: i32) -> Self {
                self.powi(exponent)
            }
        }
    };
}

real!(f32);
real!(f64);

/// Running moments of the gradient of all parameters.
#[derive(Clone, Debug)]
pub(super) struct Adam<F> {
    /// Running mean of the gradient, per parameter.
    pub(super) mean: Vec<F>,
    /// Running mean of the squared gradient, per parameter.
    pub(super) square: Vec<F>,
    steps: i32,
}

/// Divisors of the moments, which are too small in the first steps because they start at zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct BiasCorrection<F> {
    pub(super) mean: F,
    pub(super) square: F,
}

#[expect(clippy::inline_always, reason = "only inlined are they compiled for the registers of their caller")]
impl<F: Real> Adam<F> {
    /// Creates the moments before the first step: all zero.
    pub(super) fn new(parameters: usize) -> Self {
        Self { mean: vec![F::ZERO; parameters], square: vec![F::ZERO; parameters], steps: 0 }
    }

    /// Counts a step and returns its bias correction.
    #[inline(always)]
    pub(super) fn next_step(&mut self) -> BiasCorrection<F> {
        self.steps = self.steps.saturating_add(1);
        BiasCorrection {
            mean: F::ONE - F::BETA1.powi(self.steps),
            square: F::ONE - F::BETA2.powi(self.steps),
        }
    }

    /// Updates the moments of one parameter with its gradient.
    #[inline(always)]
    pub(super) fn update(mean: &mut F, square: &mut F, gradient: F) {
        *mean = *mean + (F::ONE - F::BETA1) * (gradient - *mean);
        *square = *square + (F::ONE - F::BETA2) * (gradient * gradient - *square);
    }
}
