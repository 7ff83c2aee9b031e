//! `AdamW` (Kingma and Ba 2014; Loshchilov and Hutter 2019): the optimizer of network training. Each
//! parameter has its own step size, and weight decay pulls each parameter slightly towards zero.

use super::{adam::Adam, layers::Layers};
use crate::evaluate::network::simd::Work;

/// Added to the divisor of a step, so that the step stays finite if the gradient of a parameter was always
/// zero.
const EPSILON: f32 = 1e-8;
/// Weight decay: each step reduces a parameter by this fraction, multiplied by the learning rate.
const DECAY: f32 = 0.01;

/// One step of the optimizer for all layers after the first.
#[derive(Debug)]
pub(super) struct LaterStep<'a> {
    /// Network whose later layers the step changes.
    pub layers: &'a mut Layers,
    /// Running moments of the gradient of the later layers.
    pub adam: &'a mut Adam,
    /// Gradients of the parts of the batch, one per thread. The sum of the gradients overwrites
    /// the first gradient.
    pub gradients: &'a mut [Layers],
    /// Number of records in the batch.
    pub count: usize,
    /// Learning rate of the step.
    pub rate: f32,
}

impl Work for LaterStep<'_> {
    type Result = ();

    #[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
    #[inline(always)]
    fn run(self) {
        let Self { layers, adam, gradients, count, rate } = self;
        let Some((gradient, others)) = gradients.split_first_mut() else { return };
        let gradient = gradient.later_mut();
        for other in others {
            gradient.iter_mut().zip(other.later_mut()).for_each(|(sum, part)| *sum += *part);
        }
        let share = (count as f32).recip();
        for sum in &mut *gradient {
            *sum *= share;
        }
        step(layers.later_mut(), gradient, adam, rate);
        layers.clip_later();
    }
}

/// Changes some parameters by one step and updates their moments.
#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
pub(super) fn step(parameters: &mut [f32], gradient: &[f32], adam: &mut Adam, rate: f32) {
    let correction = adam.next_step();
    let (step_size, square_scale) = (rate / correction.mean, correction.square.recip());
    let numbers = parameters.iter_mut().zip(gradient);
    for ((number, derivative), (mean, square)) in numbers.zip(adam.mean.iter_mut().zip(&mut adam.square)) {
        Adam::update(mean, square, *derivative);
        *number -= step_size * *mean / ((*square * square_scale).sqrt() + EPSILON) + rate * DECAY * *number;
    }
}
