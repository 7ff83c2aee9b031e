//! `AdamW` (Kingma and Ba 2014; Loshchilov and Hutter 2019): each number has its own step, and is pulled to zero a little.

use super::layers::Layers;
use crate::{evaluate::network::simd::Work, lab::tune::adam::Adam};

/// Keeps the step finite where the gradient was always zero.
const EPSILON: f32 = 1e-8;
/// The pull to zero, in parts of the rate.
const DECAY: f32 = 0.01;

/// One step down.
#[derive(Debug)]
pub(super) struct AdamWStep<'a> {
    /// What moves.
    pub layers: &'a mut Layers,
    /// What is remembered.
    pub adam: &'a mut Adam<f32>,
    /// The gradient in parts, which are added; the first is used up.
    pub gradients: &'a mut [Layers],
    /// Records in them.
    pub count: usize,
    /// How far.
    pub rate: f32,
}

impl Work for AdamWStep<'_> {
    type Result = ();

    #[expect(clippy::inline_always, reason = "only inlined is it compiled for the registers of its caller")]
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
