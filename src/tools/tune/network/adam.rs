//! State of the optimizer Adam (Kingma and Ba 2014): running means of the gradient and of its square, for
//! each parameter.

/// Decay rate of the mean gradient.
const BETA1: f32 = 0.9;
/// Decay rate of the mean squared gradient.
const BETA2: f32 = 0.999;

/// Running means of the gradient and of its square (the moments), for all parameters.
#[derive(Debug)]
pub(super) struct Adam {
    /// Running mean of the gradient, per parameter.
    pub(super) mean: Vec<f32>,
    /// Running mean of the squared gradient, per parameter.
    pub(super) square: Vec<f32>,
    steps: i32,
}

/// Divisors that correct the moments: because the moments start at zero, they are too small in the first
/// steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct BiasCorrection {
    pub(super) mean: f32,
    pub(super) square: f32,
}

#[expect(clippy::inline_always, reason = "only inlined functions use the vector registers of their caller")]
impl Adam {
    /// Creates the state of the Adam optimizer for `parameters` parameters before the first step: the moments
    /// of the gradients are zero.
    pub(super) fn new(parameters: usize) -> Self {
        Self { mean: vec![0.0; parameters], square: vec![0.0; parameters], steps: 0 }
    }

    /// Increments the number of optimizer steps and returns Adam's bias correction for the new step.
    #[inline(always)]
    pub(super) fn next_step(&mut self) -> BiasCorrection {
        self.steps = self.steps.saturating_add(1);
        BiasCorrection { mean: 1.0 - BETA1.powi(self.steps), square: 1.0 - BETA2.powi(self.steps) }
    }

    /// Updates the moments of one parameter with its gradient.
    #[inline(always)]
    pub(super) fn update(mean: &mut f32, square: &mut f32, gradient: f32) {
        *mean += (1.0 - BETA1) * (gradient - *mean);
        *square += (1.0 - BETA2) * (gradient * gradient - *square);
    }
}
