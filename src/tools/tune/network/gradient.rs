//! Loss and gradient of a network: forward and backward pass through both layers.
//!
//! In the forward pass, a training position costs about 25 additions of a weight row (one row per active
//! feature) for each of the two views. The backward pass costs as many additions; all other work is small.
//! The loops are written for sixteen floats at a time, so every [instruction
//! set](crate::evaluate::network::simd::SimdPath) computes the same bits.

use super::{
    layers::{LayerParts, Layers},
    records::Records,
    sample::Sample,
};
use crate::evaluate::network::{features::FEATURES, simd::Work};

/// Number of floats in the widest vector register (512 bits).
const LANES: usize = 16;
/// Number of floats whose sums stay in registers while rows are added.
const BLOCK: usize = 32;
/// The record this many places later in the batch is loaded into the cache in advance, because shuffled
/// records are scattered in memory.
const AHEAD: usize = 8;

/// Training target of a position: a mix of game result and search score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Target {
    /// Weight of the game result, from 0 to 1; the search score has the remaining weight.
    pub result: f32,
    /// Search score, in centipawns, that counts as an expected result of 1 / (1 + 1/e), about 73 %.
    pub scale: f32,
}

impl Target {
    fn of(self, sample: &Sample) -> f32 {
        self.result * sample.result + (1.0 - self.result) * sigmoid(sample.score / self.scale)
    }
}

/// Returns the expected game result, 0 to 1, for a network output or a score in units of the scale.
fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// Computes the sum of squared errors of a batch and its gradient.
#[derive(Debug)]
pub(super) struct BatchGradient<'a> {
    /// Network whose errors are computed.
    pub layers: &'a Layers,
    /// All training and held-out records.
    pub records: &'a Records,
    /// Numbers of the records in the batch.
    pub rows: &'a [u32],
    /// Training target of every position in the batch.
    pub target: Target,
    /// Receives the gradient of the sum of squared errors by every parameter of the network.
    pub gradient: &'a mut Layers,
}

impl Work for BatchGradient<'_> {
    /// Sum of the squared errors of the batch.
    type Result = f64;

    #[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
    #[inline(always)]
    fn run(self) -> f64 {
        let Self { layers, records, rows, target, gradient } = self;
        let mut scratch = Scratch::new(layers.neurons());
        gradient.parameters_mut().fill(0.0);
        let mut loss = 0.0;
        for (place, row) in rows.iter().enumerate() {
            if let Some(later) = rows.get(place + AHEAD) {
                std::hint::black_box(records.get(*later)[0]);
            }
            let sample = Sample::of(records.get(*row));
            let expected = sigmoid(scratch.forward(layers, &sample));
            let error = expected - target.of(&sample);
            loss += f64::from(error * error);
            let output_gradient = 2.0 * error * expected * (1.0 - expected);
            scratch.backward(layers, &sample, output_gradient, gradient);
        }
        loss
    }
}

/// Computes, for each of three training targets, the sum of the squared errors of a network on one batch of
/// records.
#[derive(Debug)]
pub(super) struct BatchLosses<'a> {
    /// Network whose errors are computed.
    pub layers: &'a Layers,
    /// All training and held-out records.
    pub records: &'a Records,
    /// Numbers of the records in the batch.
    pub rows: &'a [u32],
    /// The three targets for which the sums of squared errors are computed.
    pub targets: [Target; 3],
}

impl Work for BatchLosses<'_> {
    /// Sum of the squared errors of the batch, for each of the three targets.
    type Result = [f64; 3];

    #[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
    #[inline(always)]
    fn run(self) -> [f64; 3] {
        let mut scratch = Scratch::new(self.layers.neurons());
        let mut losses = [0.0; 3];
        for row in self.rows {
            let sample = Sample::of(self.records.get(*row));
            let expected = sigmoid(scratch.forward(self.layers, &sample));
            for (loss, target) in losses.iter_mut().zip(self.targets) {
                *loss += f64::from(expected - target.of(&sample)).powi(2);
            }
        }
        losses
    }
}

/// Intermediate values of the forward and backward pass of one position.
#[derive(Debug)]
pub(super) struct Scratch {
    /// First-layer sums of both views; the side to move's view comes first.
    sums: Vec<f32>,
    /// Gradient of each first-layer sum.
    gradients: Vec<f32>,
}

#[expect(clippy::inline_always, reason = "only inlined functions use their caller's vector registers")]
impl Scratch {
    /// Allocates the intermediate values for a network with this number of neurons per view.
    pub fn new(neurons: usize) -> Self {
        Self { sums: vec![0.0; 2 * neurons], gradients: vec![0.0; 2 * neurons] }
    }

    /// Forward pass: returns the network output for a sample and keeps the first-layer sums for the backward
    /// pass.
    #[inline(always)]
    pub fn forward(&mut self, layers: &Layers, sample: &Sample) -> f32 {
        let LayerParts { first, bias, output, output_bias } = layers.parts();
        for (sums, features) in self.sums.chunks_exact_mut(layers.neurons()).zip(sample.views()) {
            add_rows(sums, bias, first, features);
        }
        let bucket = bucket(layers, sample);
        let (sums, weights) = (&self.sums, &output[bucket * self.sums.len()..][..self.sums.len()]);
        let mut lanes = [0.0; LANES];
        for (sums, weights) in sums.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
            for lane in 0..LANES {
                let value = sums[lane].clamp(0.0, 1.0);
                lanes[lane] += value * value * weights[lane];
            }
        }
        lanes.iter().sum::<f32>() + output_bias[bucket]
    }

    /// Backward pass: adds the gradient of this sample to `gradient`. The sample must be the one of the last
    /// forward pass; `output_gradient` is the derivative of the loss by the network output.
    #[inline(always)]
    pub fn backward(
        &mut self,
        layers: &Layers,
        sample: &Sample,
        output_gradient: f32,
        gradient: &mut Layers,
    ) {
        let neurons = layers.neurons();
        let bucket = bucket(layers, sample);
        let at = bucket * 2 * neurons..(bucket + 1) * 2 * neurons;
        let weights = &layers.parts().output[at.clone()];
        let LayerParts { first, bias, output, output_bias } = gradient.parts_mut();
        output_bias[bucket] += output_gradient;
        let numbers = self.sums.iter().zip(weights).zip(&mut self.gradients).zip(&mut output[at]);
        for (((sum, weight), sum_gradient), gradient) in numbers {
            let value = sum.clamp(0.0, 1.0);
            *gradient += output_gradient * value * value;
            // The derivative by a first-layer sum is zero above 1, where the sum is clipped, and up to 0,
            // where the squared clipped value is flat.
            *sum_gradient = if *sum < 1.0 { 2.0 * output_gradient * weight * value } else { 0.0 };
        }
        for (gradients, features) in self.gradients.chunks_exact(neurons).zip(sample.views()) {
            add(bias, gradients);
            for feature in features {
                add(&mut first[usize::from(*feature) * neurons..][..neurons], gradients);
            }
        }
    }
}

/// Returns the index of the network output that evaluates a sample, selected by its number of pieces and
/// pawns.
fn bucket(layers: &Layers, sample: &Sample) -> usize {
    let buckets = layers.buckets();
    (sample.piece_count().saturating_sub(2) * buckets / 32).min(buckets - 1)
}

/// Sets `to` to the sum of the bias and the rows of these features.
#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
fn add_rows(to: &mut [f32], bias: &[f32], first: &[f32], features: &[u16]) {
    let blocks = to.len() / BLOCK;
    let (first, bias) = (first.as_chunks::<BLOCK>().0, bias.as_chunks::<BLOCK>().0);
    assert!(first.len() == FEATURES * blocks && bias.len() == blocks, "not the layers of one network");
    for (place, (to, bias)) in to.as_chunks_mut::<BLOCK>().0.iter_mut().zip(bias).enumerate() {
        let mut sums = *bias;
        for feature in features {
            let row = &first[usize::from(*feature) * blocks + place];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        *to = sums;
    }
}

#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
fn add(to: &mut [f32], row: &[f32]) {
    for (to, number) in to.iter_mut().zip(row) {
        *to += number;
    }
}
