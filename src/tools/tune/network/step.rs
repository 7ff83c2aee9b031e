//! `AdamW` (Kingma and Ba 2014; Loshchilov and Hutter 2019): the optimizer of network training. Each
//! parameter has its own step size, and weight decay pulls each parameter slightly towards zero.

use super::layers::Layers;
use crate::{evaluate::network::simd::Work, tools::tune::adam::Adam};

/// Added to the divisor of a step, so that the step stays finite if the gradient of a parameter was always
/// zero.
const EPSILON: f32 = 1e-8;
/// Weight decay: each step reduces a parameter by this fraction, multiplied by the learning rate.
const DECAY: f32 = 0.01;

/// One step of the optimizer `AdamW`.
#[derive(Debug)]
pub(super) struct AdamWStep<'a> {
    /// Network parameters that the step changes.
    pub layers: &'a mut Layers,
    /// Running moments of the gradient.
    pub adam: &'a mut Adam<f32>,
    /// Gradients of the parts of the batch, one per thread. The sum of the gradients overwrites
    /// the first gradient.
    pub gradients: &'a mut [Layers],
    /// Number of records in the batch.
    pub count: usize,
    /// Learning rate of the step.
    pub rate: f32,
}

impl Work for AdamWStep<'_> {
    type Result = ();

    #[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
    #[inline(always)]
    fn run(self) {
        let Self { layers, adam, gradients, count, rate } = self;
        let Some((gradient, others)) = gradients.split_first_mut() else { return };
        for other in others {
            let sums = gradient.parameters_mut().iter_mut().zip(other.parameters());
            sums.for_each(|(sum, part)| *sum += part);
        }
        let correction = adam.next_step();
        let (step_size, square_scale) = (rate / correction.mean, correction.square.recip());
        let share = (count as f32).recip();
        let moments = adam.mean.iter_mut().zip(&mut adam.square);
        let numbers = layers.parameters_mut().iter_mut().zip(gradient.parameters());
        for ((number, derivative), (mean, square)) in numbers.zip(moments) {
            let derivative = derivative * share;
            Adam::update(mean, square, derivative);
            *number -=
                step_size * *mean / ((*square * square_scale).sqrt() + EPSILON) + rate * DECAY * *number;
        }
        layers.clip();
    }
}
