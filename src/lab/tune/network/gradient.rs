//! How wrong a net is on some records, and which way is down: forward and back through both layers.
//!
//! A record costs some twenty-five additions of a row in each view, forward, and as many into the gradient, back; all else is little
//! beside that. The loops are written for sixteen floats at a time, so that every [way](crate::evaluate::network::simd::Path) to compute gives the same bits.

use super::{
    layers::{Layers, Parts},
    records::Records,
    sample::Sample,
};
use crate::evaluate::network::{features::FEATURES, simd::Work};

/// Floats in the widest register.
const LANES: usize = 16;
/// Floats whose sums stay in registers while rows are added.
const BLOCK: usize = 32;
/// Records ahead that are asked for from memory: they lie anywhere.
const AHEAD: usize = 8;

/// What a net is to tell of a record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Target {
    /// The share of the result in it, from 0 to 1; the rest is the score's.
    pub result: f32,
    /// The score at which the expected result is 1 / (1 + 1/e).
    pub scale: f32,
}

impl Target {
    fn of(self, sample: &Sample) -> f32 {
        self.result * sample.result + (1.0 - self.result) * sigmoid(sample.score / self.scale)
    }
}

/// The expected result for an output.
fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// Squared errors and their gradient on some records, summed up.
#[derive(Debug)]
pub(super) struct BatchGradient<'a> {
    /// The net.
    pub layers: &'a Layers,
    /// Where the records are.
    pub records: &'a Records,
    /// Which.
    pub rows: &'a [u32],
    /// What is to be told of them.
    pub target: Target,
    /// Becomes the gradient of the sum.
    pub gradient: &'a mut Layers,
}

impl Work for BatchGradient<'_> {
    /// The sum of the squared errors.
    type Result = f64;

    #[expect(clippy::inline_always, reason = "only inlined is it compiled for the registers of its caller")]
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

/// Squared errors on some records for several goals at once, summed up.
#[derive(Debug)]
pub(super) struct BatchLosses<'a> {
    /// The net.
    pub layers: &'a Layers,
    /// Where the records are.
    pub records: &'a Records,
    /// Which.
    pub rows: &'a [u32],
    /// What is to be told of them.
    pub targets: [Target; 3],
}

impl Work for BatchLosses<'_> {
    /// The sums, one a goal.
    type Result = [f64; 3];

    #[expect(clippy::inline_always, reason = "only inlined is it compiled for the registers of its caller")]
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

/// What is known of one record on the way.
#[derive(Debug)]
pub(super) struct Scratch {
    /// Both views' sums, the side to move's first.
    sums: Vec<f32>,
    /// The gradient of each of them.
    gradients: Vec<f32>,
}

#[expect(clippy::inline_always, reason = "only inlined are they compiled for the registers of their caller")]
impl Scratch {
    /// Room for a net of this size.
    pub fn new(neurons: usize) -> Self {
        Self { sums: vec![0.0; 2 * neurons], gradients: vec![0.0; 2 * neurons] }
    }

    /// The output for a sample.
    #[inline(always)]
    pub fn forward(&mut self, layers: &Layers, sample: &Sample) -> f32 {
        let Parts { first, bias, output, output_bias } = layers.parts();
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

    /// Adds the gradient of the sample that went forward last; `output_gradient` is that of its output.
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
        let Parts { first, bias, output, output_bias } = gradient.parts_mut();
        output_bias[bucket] += output_gradient;
        let numbers = self.sums.iter().zip(weights).zip(&mut self.gradients).zip(&mut output[at]);
        for (((sum, weight), sum_gradient), gradient) in numbers {
            let value = sum.clamp(0.0, 1.0);
            *gradient += output_gradient * value * value;
            // Beyond 1 nothing changes any more; at 0 the square is flat.
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

/// Which output tells of a sample.
fn bucket(layers: &Layers, sample: &Sample) -> usize {
    let buckets = layers.buckets();
    (sample.men().saturating_sub(2) * buckets / 32).min(buckets - 1)
}

/// `to` becomes the bias and the rows of these features, all added.
#[expect(clippy::inline_always, reason = "only inlined is it compiled for the registers of its caller")]
#[inline(always)]
fn add_rows(to: &mut [f32], bias: &[f32], first: &[f32], features: &[u16]) {
    let blocks = to.len() / BLOCK;
    let (first, bias) = (first.as_chunks::<BLOCK>().0, bias.as_chunks::<BLOCK>().0);
    assert!(first.len() == FEATURES * blocks && bias.len() == blocks, "layers of one net");
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

#[expect(clippy::inline_always, reason = "only inlined is it compiled for the registers of its caller")]
#[inline(always)]
fn add(to: &mut [f32], row: &[f32]) {
    for (to, number) in to.iter_mut().zip(row) {
        *to += number;
    }
}
