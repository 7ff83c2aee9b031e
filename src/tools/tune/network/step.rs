//! `AdamW` (Kingma and Ba 2014; Loshchilov and Hutter 2019): the optimizer of network training. Each
//! parameter has its own step size, and weight decay pulls each parameter slightly towards zero.
//!
//! The weights of the first layer are trained as a sum of two parts: one that all king buckets share, and one of
//! each king bucket. What the network learns in one king bucket is then useful in the others, above all in
//! those with few positions. Stockfish's trainer calls the shared part virtual features, bullet a factoriser.

use super::{
    adam::{Adam, BiasCorrection},
    layers::{Layers, MAX_FIRST},
};
use crate::evaluate::network::{features::FEATURES, simd::Work};

/// Added to the divisor of a step, so that the step stays finite if the gradient of a parameter was always
/// zero.
const EPSILON: f32 = 1e-8;
/// Weight decay: each step reduces a parameter by this fraction, multiplied by the learning rate.
const DECAY: f32 = 0.01;

/// The weights of the first layer as a sum of two parts.
#[derive(Clone, Debug)]
pub struct FirstLayer {
    /// Part that all king buckets share, `[768][N]`.
    shared: Vec<f32>,
    /// Part of each king bucket, `[8][768][N]`.
    own: Vec<f32>,
    /// State of the optimizer for the shared part.
    adam: Adam,
}

impl FirstLayer {
    /// Splits the weights of the first layer. The shared part is the mean over the king buckets.
    pub fn of(layers: &Layers) -> Self {
        let first = layers.parts().first;
        let rows: Vec<_> = first.chunks_exact(FEATURES * layers.neurons()).collect();
        let shared = |place: usize| rows.iter().map(|row| row[place]).sum::<f32>() / rows.len() as f32;
        let shared: Vec<_> = (0..FEATURES * layers.neurons()).map(shared).collect();
        let own = first.iter().zip(shared.iter().cycle()).map(|(weight, shared)| weight - shared).collect();
        Self { adam: Adam::new(shared.len()), shared, own }
    }
}

/// One step of the optimizer `AdamW`.
#[derive(Debug)]
pub(super) struct AdamWStep<'a> {
    /// Network parameters that the step changes.
    pub layers: &'a mut Layers,
    /// Parts of the weights of the first layer, whose sums the step writes to `layers`.
    pub first_layer: &'a mut FirstLayer,
    /// Running moments of the gradient.
    pub adam: &'a mut Adam,
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
        let Self { layers, first_layer, adam, gradients, count, rate } = self;
        let Some((gradient, others)) = gradients.split_first_mut() else { return };
        for other in others {
            let sums = gradient.parameters_mut().iter_mut().zip(other.parameters());
            sums.for_each(|(sum, part)| *sum += part);
        }
        let share = (count as f32).recip();
        gradient.parameters_mut().iter_mut().for_each(|sum| *sum *= share);

        let correction = adam.next_step();
        let FirstLayer { shared, own, adam: shared_adam } = first_layer;
        let (first, rest) = layers.parameters_mut().split_at_mut(own.len());
        let (first_gradient, rest_gradient) = gradient.parameters_mut().split_at_mut(own.len());
        let (first_mean, rest_mean) = adam.mean.split_at_mut(own.len());
        let (first_square, rest_square) = adam.square.split_at_mut(own.len());
        step(own, first_gradient, [first_mean, first_square], &correction, rate);
        step(rest, rest_gradient, [rest_mean, rest_square], &correction, rate);

        // The gradient of the shared part is the sum over the king buckets.
        let (shared_gradient, others) = first_gradient.split_at_mut(shared.len());
        for other in others.chunks_exact(shared_gradient.len()) {
            shared_gradient.iter_mut().zip(other).for_each(|(sum, part)| *sum += part);
        }
        let correction = shared_adam.next_step();
        step(shared, shared_gradient, [&mut shared_adam.mean, &mut shared_adam.square], &correction, rate);

        // The limit holds for the sum of the parts, so only the own part gives way.
        for shared in shared.iter_mut() {
            *shared = shared.clamp(-MAX_FIRST, MAX_FIRST);
        }
        for (weights, own) in first.chunks_exact_mut(shared.len()).zip(own.chunks_exact_mut(shared.len())) {
            for ((weight, own), shared) in weights.iter_mut().zip(own).zip(&*shared) {
                *weight = (*shared + *own).clamp(-MAX_FIRST, MAX_FIRST);
                *own = *weight - *shared;
            }
        }
        layers.clip();
    }
}

/// Changes some parameters by one step. `moments` are the running means of the gradient and of its square.
#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
fn step(
    parameters: &mut [f32],
    gradient: &[f32],
    moments: [&mut [f32]; 2],
    correction: &BiasCorrection,
    rate: f32,
) {
    let (step_size, square_scale) = (rate / correction.mean, correction.square.recip());
    let [mean, square] = moments;
    let numbers = parameters.iter_mut().zip(gradient);
    for ((number, derivative), (mean, square)) in numbers.zip(mean.iter_mut().zip(square)) {
        Adam::update(mean, square, *derivative);
        *number -= step_size * *mean / ((*square * square_scale).sqrt() + EPSILON) + rate * DECAY * *number;
    }
}
