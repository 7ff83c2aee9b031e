//! State of the optimizer Adam (Kingma and Ba 2014): running means of the gradient and of its square, for
//! each parameter.
//!
//! The tuner of `classical` weights uses Adam with `f64`, the network trainer with `f32`. Both share the
//! running means (moments) and the bias correction, but each has its own step: the tuner pulls weights
//! towards their start values, and the trainer uses weight decay. A common step would change the order of
//! floating-point operations and so the last bit of results.

use std::ops::{Add, Mul, Sub};

/// A floating-point type for Adam, with the decay rates of the running means.
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

/// Running means of the gradient and of its square (the moments), for all parameters.
#[derive(Clone, Debug)]
pub(super) struct Adam<F> {
    /// Running mean of the gradient, per parameter.
    pub(super) mean: Vec<F>,
    /// Running mean of the squared gradient, per parameter.
    pub(super) square: Vec<F>,
    steps: i32,
}

/// Divisors that correct the moments: because the moments start at zero, they are too small in the first
/// steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct BiasCorrection<F> {
    pub(super) mean: F,
    pub(super) square: F,
}

#[expect(clippy::inline_always, reason = "only inlined functions use the vector registers of their caller")]
impl<F: Real> Adam<F> {
    /// Creates the state of the Adam optimizer for `parameters` parameters before the first step: the moments
    /// of the gradients are zero.
    pub(super) fn new(parameters: usize) -> Self {
        Self { mean: vec![F::ZERO; parameters], square: vec![F::ZERO; parameters], steps: 0 }
    }

    /// Increments the number of optimizer steps and returns Adam's bias correction for the new step.
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
