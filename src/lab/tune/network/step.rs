//! `AdamW` (Kingma and Ba 2014; Loshchilov and Hutter 2019): each number has its own step, and is pulled to zero a little.

use super::layers::Layers;
use crate::{evaluate::network::simd::Work, lab::tune::adam::Adam};

/// Keeps the step finite where the gradient was always zero.
const EPSILON: f32 = 1e-8;
/// The pull to zero, in parts of the rate.
const DECAY: f32 = 0.01;

/// One step down.
#[derive(Debug)]
pub struct Step<'a> {
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

impl Work for Step<'_> {
    type Result = ();

    #[expect(clippy::inline_always, reason = "only inlined is it compiled for the registers of its caller")]
    #[inline(always)]
    fn run(self) {
        let Self { layers, adam, gradients, count, rate } = self;
        let Some((gradient, others)) = gradients.split_first_mut() else { return };
        for other in others {
            let sums = gradient.numbers_mut().iter_mut().zip(other.numbers());
            sums.for_each(|(sum, part)| *sum += part);
        }
        let correction = adam.next_step();
        let (first, second) = (rate / correction.mean, correction.square.recip());
        let share = (count as f32).recip();
        let memory = adam.mean.iter_mut().zip(&mut adam.square);
        let numbers = layers.numbers_mut().iter_mut().zip(gradient.numbers());
        for ((number, slope), (mean, square)) in numbers.zip(memory) {
            let slope = slope * share;
            Adam::update(mean, square, slope);
            *number -= first * *mean / ((*square * second).sqrt() + EPSILON) + rate * DECAY * *number;
        }
        layers.clip();
    }
}
