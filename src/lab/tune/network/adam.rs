//! `AdamW` (Kingma and Ba 2014; Loshchilov and Hutter 2019): each number has its own step, and is pulled to zero a little.

use super::layers::Layers;
use crate::evaluate::network::simd::Work;

const MOMENTUM: f32 = 0.9;
const SPREAD: f32 = 0.999;
const TINY: f32 = 1e-8;
/// The pull to zero, in parts of the rate.
const DECAY: f32 = 0.01;

/// What is remembered of the way.
#[derive(Clone, Debug)]
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// Nothing yet, for so many numbers.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self { mean: vec![0.0; count], square: vec![0.0; count], steps: 0 }
    }
}

/// One step down.
#[derive(Debug)]
pub struct Step<'a> {
    /// What moves.
    pub layers: &'a mut Layers,
    /// What is remembered.
    pub adam: &'a mut Adam,
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
        adam.steps = adam.steps.saturating_add(1);
        let first = rate / (1.0 - MOMENTUM.powi(adam.steps));
        let second = (1.0 - SPREAD.powi(adam.steps)).recip();
        let share = (count as f32).recip();
        let memory = adam.mean.iter_mut().zip(&mut adam.square);
        let numbers = layers.numbers_mut().iter_mut().zip(gradient.numbers());
        for ((number, slope), (mean, square)) in numbers.zip(memory) {
            let slope = slope * share;
            *mean += (1.0 - MOMENTUM) * (slope - *mean);
            *square += (1.0 - SPREAD) * (slope * slope - *square);
            *number -= first * *mean / ((*square * second).sqrt() + TINY) + rate * DECAY * *number;
        }
        layers.clip();
    }
}
