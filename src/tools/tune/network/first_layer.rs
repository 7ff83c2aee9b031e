//! The first layer in training: its weights, sums, gradients and optimizer state, in slices of neurons.
//!
//! Each position needs about 25 rows of weights for each of two views, and the backward pass adds to as many rows of
//! the gradient. All rows together are larger than the cache of a core. So a thread computes one slice of the neurons
//! for the whole batch before it begins the next one: the rows of a slice stay in the cache.
//!
//! The weights are trained as a sum of two parts: one that all king buckets share, and one of each king bucket. What
//! the network learns in one king bucket is then useful in the others, above all in those with few positions.
//! Stockfish's trainer calls the shared part virtual features, bullet a factoriser.
//!
//! The forward pass rounds weights and biases to the integers of the [evaluation
//! file](mod@crate::evaluate::network::file), so the training sees the sums that the engine computes. The gradient is
//! that of the weight before rounding (straight-through estimator; Bengio, Léonard and Courville 2013).

use super::{
    adam::Adam,
    gradient::add,
    layers::{Layers, MAX_BIAS, MAX_FIRST, clip},
    sample::Sample,
    step::step,
};
use crate::evaluate::network::{
    features::{FEATURES, KING_BUCKETS, ROWS},
    file::{NEURONS_STEP, QA},
    simd::Work,
};

/// Number of neurons of a slice.
pub(super) const SLICE: usize = NEURONS_STEP;

/// One value per neuron of a slice.
pub(super) type Row = [f32; SLICE];

/// The first layer for [`SLICE`] neurons.
#[derive(Debug)]
pub(super) struct Slice {
    /// Weights, the sums of both parts, rounded as in the evaluation file, `[8 king buckets × 768]`.
    rounded: Vec<[i8; SLICE]>,
    /// Part of the weights that belongs to one king bucket, `[8 × 768]`.
    own: Vec<Row>,
    /// Part of the weights that all king buckets share, `[768]`.
    shared: Vec<Row>,
    bias: Row,
    /// Gradients of the weights and of the bias by the last [`FirstBackward`].
    pub gradient: Vec<Row>,
    pub bias_gradient: Row,
    own_adam: Adam,
    shared_adam: Adam,
    bias_adam: Adam,
    /// Sums of both views of each sample, the side to move's view first; after the backward pass of the later layers,
    /// the gradients of the sums.
    pub sums: Vec<[Row; 2]>,
}

impl Slice {
    /// Returns all slices of the first layer of `layers`. The shared part is the mean over the king buckets.
    pub fn all(layers: &Layers) -> Vec<Self> {
        let (parts, neurons) = (layers.parts(), layers.neurons());
        let slice = |first: usize| {
            let row = |row: &[f32]| -> Row { std::array::from_fn(|neuron| row[first + neuron]) };
            let weights: Vec<Row> = parts.first.chunks_exact(neurons).map(row).collect();
            let shared: Vec<Row> = (0..FEATURES).map(|feature| mean(&weights, feature)).collect();
            let mut own = weights.clone();
            for (own, shared) in own.iter_mut().zip(shared.iter().cycle()) {
                own.iter_mut().zip(shared).for_each(|(own, shared)| *own -= shared);
            }
            Self {
                rounded: weights.iter().map(|row| row.map(rounded_weight)).collect(),
                own_adam: Adam::new(ROWS * SLICE),
                shared_adam: Adam::new(FEATURES * SLICE),
                bias_adam: Adam::new(SLICE),
                gradient: vec![[0.0; SLICE]; ROWS],
                bias_gradient: [0.0; SLICE],
                bias: row(parts.bias),
                sums: Vec::new(),
                own,
                shared,
            }
        };
        (0..neurons).step_by(SLICE).map(slice).collect()
    }

    /// Writes the weights and biases of all slices to `layers`.
    pub fn write(slices: &[Self], layers: &mut Layers) {
        let neurons = layers.neurons();
        let to = layers.parts_mut();
        for (number, slice) in slices.iter().enumerate() {
            let first = number * SLICE;
            to.bias[first..][..SLICE].copy_from_slice(&slice.bias);
            let parts = slice.own.iter().zip(slice.shared.iter().cycle());
            for (row, (own, shared)) in to.first.chunks_exact_mut(neurons).zip(parts) {
                let weights = own.iter().zip(shared).map(|(own, shared)| own + shared);
                row[first..][..SLICE].iter_mut().zip(weights).for_each(|(to, weight)| *to = weight);
            }
        }
    }
}

/// Returns the mean row of a feature over the king buckets.
fn mean(weights: &[Row], feature: usize) -> Row {
    let rows = || weights[feature..].iter().step_by(FEATURES);
    std::array::from_fn(|neuron| rows().map(|row| row[neuron]).sum::<f32>() / KING_BUCKETS as f32)
}

/// Computes the sums of the first layer for the samples of a batch.
pub(super) struct FirstForward<'a> {
    pub slices: &'a mut [Slice],
    pub samples: &'a [Sample],
}

impl Work for FirstForward<'_> {
    type Result = ();

    #[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
    #[inline(always)]
    fn run(self) {
        for Slice { rounded, bias, sums, .. } in self.slices {
            sums.resize(self.samples.len(), [[0.0; SLICE]; 2]);
            let bias = bias.map(rounded_bias);
            for (sample, sums) in self.samples.iter().zip(sums) {
                for (rows, sums) in sample.views().into_iter().zip(sums) {
                    let mut total = bias;
                    for row in rows {
                        let weights = &rounded[usize::from(*row)];
                        total.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += i16::from(*weight));
                    }
                    for (sum, total) in sums.iter_mut().zip(total) {
                        *sum = f32::from(total) * (1.0 / QA as f32);
                    }
                }
            }
        }
    }
}

/// Computes the gradients of the first layer from the gradients of its sums.
pub(super) struct FirstBackward<'a> {
    pub slices: &'a mut [Slice],
    pub samples: &'a [Sample],
}

impl Work for FirstBackward<'_> {
    type Result = ();

    #[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
    #[inline(always)]
    fn run(self) {
        for Slice { gradient, bias_gradient, sums, .. } in self.slices {
            gradient.fill([0.0; SLICE]);
            *bias_gradient = [0.0; SLICE];
            for (sample, sums) in self.samples.iter().zip(sums) {
                for (rows, sum_gradients) in sample.views().into_iter().zip(sums) {
                    add(bias_gradient, sum_gradients);
                    for row in rows {
                        add(&mut gradient[usize::from(*row)], sum_gradients);
                    }
                }
            }
        }
    }
}

/// One step of the optimizer for the first layer.
pub(super) struct FirstStep<'a> {
    pub slices: &'a mut [Slice],
    /// Number of records in the batch.
    pub count: usize,
    /// Learning rate of the step.
    pub rate: f32,
}

impl Work for FirstStep<'_> {
    type Result = ();

    #[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
    #[inline(always)]
    fn run(self) {
        let Self { slices, count, rate } = self;
        let share = (count as f32).recip();
        for slice in slices {
            let Slice { rounded, own, shared, bias, gradient, bias_gradient, .. } = slice;
            let gradient = gradient.as_flattened_mut();
            gradient.iter_mut().chain(&mut *bias_gradient).for_each(|sum| *sum *= share);
            step(own.as_flattened_mut(), gradient, &mut slice.own_adam, rate);
            step(bias, bias_gradient, &mut slice.bias_adam, rate);
            clip(bias, MAX_BIAS);

            // The gradient of the shared part is the sum over the king buckets.
            let (shared_gradient, others) = gradient.split_at_mut(FEATURES * SLICE);
            for other in others.chunks_exact(shared_gradient.len()) {
                shared_gradient.iter_mut().zip(other).for_each(|(sum, part)| *sum += part);
            }
            let shared = shared.as_flattened_mut();
            step(shared, shared_gradient, &mut slice.shared_adam, rate);

            // The limit holds for the sum of the parts, so only the own part gives way.
            clip(shared, MAX_FIRST);
            let (all, own) = (rounded.as_flattened_mut(), own.as_flattened_mut());
            for (all, own) in all.chunks_exact_mut(shared.len()).zip(own.chunks_exact_mut(shared.len())) {
                for ((number, own), shared) in all.iter_mut().zip(own).zip(&*shared) {
                    let weight = (*shared + *own).clamp(-MAX_FIRST, MAX_FIRST);
                    *own = weight - *shared;
                    *number = rounded_weight(weight);
                }
            }
        }
    }
}

/// Rounds a weight to the integer in the evaluation file.
#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
pub(super) fn rounded_weight(weight: f32) -> i8 {
    (weight * QA as f32).round_ties_even() as i8
}

/// Rounds a bias to the integer in the evaluation file.
#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
pub(super) fn rounded_bias(bias: f32) -> i16 {
    (bias * QA as f32).round_ties_even() as i16
}
