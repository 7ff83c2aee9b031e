//! Loss of a network, and its gradient by the layers after the first.
//!
//! In the training, the [first layer](super::first_layer) is computed for a whole batch, and `LaterGradient`
//! continues with its sums. `BatchLosses` computes all layers of one position after another. Most of the time goes
//! into the second layer: the products of sixteen rows in the forward pass, and twice as many in the backward pass.
//!
//! The forward pass rounds the weights of the second layer and its inputs as in play, so that the training makes up
//! for it. The gradient ignores the rounding, as in the [first layer](super::first_layer).
//!
//! The loops are written for sixteen floats at a time, so every [instruction
//! set](crate::evaluate::network::simd::SimdPath) computes the same bits.

use super::{
    first_layer::Row,
    layers::{Layers, rounded_second},
    sample::Sample,
};
use crate::{
    evaluate::network::{
        Network,
        features::ROWS,
        file::{QA, QB},
        layers::{MAX_INPUT, SECOND, THIRD, THIRD_INPUTS},
        simd::Work,
    },
    tools::datagen::bulletformat::TrainingRecord,
};

/// Number of floats in the widest vector register (512 bits).
const LANES: usize = 16;
/// Number of floats whose sums stay in registers while rows are added.
const BLOCK: usize = 32;
/// Number of neurons of the second layer that are computed together.
const GROUP: usize = 4;

/// Product of two activations of 1.0 in the units in which it is rounded down; 127 units are an input of 1.0.
const PRODUCT_UNITS: f32 = (QA * QA) as f32 / 512.0;
/// Input of the second layer that one of these units represents.
const INPUT_UNIT: f32 = 1.0 / MAX_INPUT as f32;
/// Half the difference between two products that are not rounded yet, so that no error of floats changes the rounding.
const HALF_A_STEP: f32 = 0.5 / 512.0;

/// Training target of a position: a mix of game result and search score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Target {
    /// Weight of the game result, from 0 to 1; the search score has the remaining weight.
    pub result: f32,
    /// Search score, in internal units, that counts as an expected result of 1 / (1 + 1/e), about 73 %.
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

/// Computes the sum of squared errors of some samples from their sums of the first layer, the gradient of all later
/// layers, and the gradients of these sums, which replace the sums.
pub(super) struct LaterGradient<'a> {
    /// Network whose errors are computed.
    pub layers: &'a Layers,
    /// Samples of this share of the batch.
    pub samples: &'a [Sample],
    /// Sums of the samples, for every [slice](super::first_layer::Slice) of the first layer.
    pub sums: Vec<&'a mut [[Row; 2]]>,
    /// Training target of every position in the batch.
    pub target: Target,
    /// Receives the gradient of the sum of squared errors by every parameter of the later layers.
    pub gradient: &'a mut Layers,
}

impl Work for LaterGradient<'_> {
    /// Sum of the squared errors of the samples.
    type Result = f64;

    #[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
    #[inline(always)]
    fn run(self) -> f64 {
        let Self { layers, samples, mut sums, target, gradient } = self;
        let mut scratch = Scratch::new(layers);
        gradient.later_mut().fill(0.0);
        let mut loss = 0.0;
        for (number, sample) in samples.iter().enumerate() {
            for (view, to) in scratch.sums.chunks_exact_mut(layers.neurons()).enumerate() {
                for (to, sums) in to.as_chunks_mut().0.iter_mut().zip(&sums) {
                    *to = sums[number][view];
                }
            }
            let expected = sigmoid(scratch.later_forward(layers, bucket(sample)));
            let error = expected - target.of(sample);
            loss += f64::from(error * error);
            let output_gradient = 2.0 * error * expected * (1.0 - expected);
            scratch.later_backward(layers, bucket(sample), output_gradient, gradient);
            for (view, from) in scratch.sum_gradients.chunks_exact(layers.neurons()).enumerate() {
                for (from, sums) in from.as_chunks().0.iter().zip(&mut sums) {
                    sums[number][view] = *from;
                }
            }
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
    /// Records of the batch.
    pub records: &'a [TrainingRecord],
    /// The three targets for which the sums of squared errors are computed.
    pub targets: [Target; 3],
}

impl Work for BatchLosses<'_> {
    /// Sum of the squared errors of the batch, for each of the three targets.
    type Result = [f64; 3];

    #[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
    #[inline(always)]
    fn run(self) -> [f64; 3] {
        let mut scratch = Scratch::new(self.layers);
        let mut losses = [0.0; 3];
        for record in self.records {
            let sample = Sample::of(record);
            let expected = sigmoid(scratch.forward(self.layers, &sample));
            for (loss, target) in losses.iter_mut().zip(self.targets) {
                *loss += f64::from(expected - target.of(&sample)).powi(2);
            }
        }
        losses
    }
}

/// The rounded weights of the second layer, and the intermediate values of the forward and backward pass of one
/// position.
#[derive(Debug)]
pub(super) struct Scratch {
    /// Weights of the second layer, rounded as in the evaluation file, `[8][16][N]`.
    rounded: Vec<f32>,
    /// First-layer sums of both views; the side to move's view comes first.
    sums: Vec<f32>,
    /// Gradient of each first-layer sum.
    sum_gradients: Vec<f32>,
    /// Inputs of the second layer: the pairwise products of both views.
    products: Vec<f32>,
    /// Gradient of each input of the second layer.
    product_gradients: Vec<f32>,
    /// Sums of the second layer.
    second: [f32; SECOND],
    /// Inputs of the third layer: the activations of the second layer squared, then the activations.
    inputs: [f32; THIRD_INPUTS],
    /// Sums of the third layer.
    third: [f32; THIRD],
}

#[expect(clippy::inline_always, reason = "only inlined functions use their caller's vector registers")]
impl Scratch {
    /// Rounds the weights of the second layer of `layers` and allocates the intermediate values.
    pub fn new(layers: &Layers) -> Self {
        let neurons = layers.neurons();
        let rounded =
            layers.parts().second.iter().map(|weight| rounded_second(*weight) / QB as f32).collect();
        Self {
            rounded,
            sums: vec![0.0; 2 * neurons],
            sum_gradients: vec![0.0; 2 * neurons],
            products: vec![0.0; neurons],
            product_gradients: vec![0.0; neurons],
            second: [0.0; SECOND],
            inputs: [0.0; THIRD_INPUTS],
            third: [0.0; THIRD],
        }
    }

    /// Forward pass: returns the network output for a sample.
    #[inline(always)]
    pub fn forward(&mut self, layers: &Layers, sample: &Sample) -> f32 {
        let (neurons, parts) = (layers.neurons(), layers.parts());
        for (sums, rows) in self.sums.chunks_exact_mut(neurons).zip(sample.views()) {
            add_rows(sums, parts.bias, parts.first, rows);
        }
        self.later_forward(layers, bucket(sample))
    }

    /// Forward pass after the sums of the first layer; `bucket` is the output bucket.
    #[inline(always)]
    fn later_forward(&mut self, layers: &Layers, bucket: usize) -> f32 {
        let (neurons, parts) = (layers.neurons(), layers.parts());
        let views = self.sums.chunks_exact(neurons).zip(self.products.chunks_exact_mut(neurons / 2));
        for (sums, products) in views {
            let (a, b) = sums.split_at(neurons / 2);
            for ((a, b), product) in a.iter().zip(b).zip(products) {
                let units = a.clamp(0.0, 1.0) * b.clamp(0.0, 1.0) * PRODUCT_UNITS;
                *product = (units + HALF_A_STEP).floor() * INPUT_UNIT;
            }
        }
        let weights = self.rounded[bucket * SECOND * neurons..].chunks_exact(GROUP * neurons);
        for (sums, rows) in self.second.as_chunks_mut().0.iter_mut().zip(weights) {
            *sums = dots(&self.products, rows);
        }
        add(&mut self.second, &parts.second_bias[bucket * SECOND..][..SECOND]);
        for (neuron, sum) in self.second.iter().enumerate() {
            let value = sum.clamp(0.0, 1.0);
            self.inputs[neuron] = value * value;
            self.inputs[SECOND + neuron] = value;
        }
        self.third.copy_from_slice(&parts.third_bias[bucket * THIRD..][..THIRD]);
        for (input, weights) in self.inputs.iter().zip(third_weights(parts.third, bucket)) {
            for (sum, weight) in self.third.iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
        let values = self.third.map(|sum| sum.clamp(0.0, 1.0) * sum.clamp(0.0, 1.0));
        dot(&values, &parts.output[bucket * THIRD..][..THIRD]) + parts.output_bias[bucket]
    }

    /// Backward pass down to the sums of the first layer: adds the gradient of the sample of the last forward pass to
    /// `gradient`, and sets the gradients of its sums. `output_gradient` is the derivative of the loss by the network
    /// output.
    ///
    /// The derivative by a sum is zero where its clipped value is constant: from 1 upwards and up to 0.
    #[inline(always)]
    fn later_backward(
        &mut self,
        layers: &Layers,
        bucket: usize,
        output_gradient: f32,
        gradient: &mut Layers,
    ) {
        let (neurons, parts) = (layers.neurons(), layers.parts());
        let to = gradient.parts_mut();
        to.output_bias[bucket] += output_gradient;

        // Output and third layer.
        let mut third_gradients = [0.0; THIRD];
        let at = bucket * THIRD..(bucket + 1) * THIRD;
        let weights = parts.output[at.clone()].iter().zip(&mut to.output[at.clone()]);
        for (((weight, weight_gradient), sum), sum_gradient) in
            weights.zip(&self.third).zip(&mut third_gradients)
        {
            let value = sum.clamp(0.0, 1.0);
            *weight_gradient += output_gradient * value * value;
            *sum_gradient = if *sum < 1.0 { 2.0 * output_gradient * weight * value } else { 0.0 };
        }
        add(&mut to.third_bias[at], &third_gradients);
        let mut input_gradients = [0.0; THIRD_INPUTS];
        let weights = third_weights(parts.third, bucket).zip(third_weights_mut(to.third, bucket));
        for (((weights, weight_gradients), input), input_gradient) in
            weights.zip(&self.inputs).zip(&mut input_gradients)
        {
            add_multiple(weight_gradients, &third_gradients, *input);
            *input_gradient = dot(&third_gradients, weights);
        }

        // Second layer.
        let mut sum_gradients = [0.0; SECOND];
        for (neuron, sum_gradient) in sum_gradients.iter_mut().enumerate() {
            let (sum, value) = (self.second[neuron], self.inputs[SECOND + neuron]);
            if sum > 0.0 && sum < 1.0 {
                *sum_gradient = 2.0 * value * input_gradients[neuron] + input_gradients[SECOND + neuron];
            }
        }
        add(&mut to.second_bias[bucket * SECOND..][..SECOND], &sum_gradients);
        self.product_gradients.fill(0.0);
        let weights = self.rounded[bucket * SECOND * neurons..].chunks_exact(GROUP * neurons);
        let weight_gradients = to.second[bucket * SECOND * neurons..].chunks_exact_mut(GROUP * neurons);
        for ((factors, rows), gradients) in
            sum_gradients.as_chunks().0.iter().zip(weights).zip(weight_gradients)
        {
            if factors.iter().any(|factor| *factor != 0.0) {
                for (gradients, factor) in gradients.chunks_exact_mut(neurons).zip(factors) {
                    add_multiple(gradients, &self.products, *factor);
                }
                add_weighted(&mut self.product_gradients, rows, factors);
            }
        }

        // Pairwise products.
        let views = self.sums.chunks_exact(neurons).zip(self.sum_gradients.chunks_exact_mut(neurons));
        for ((sums, gradients), product_gradients) in
            views.zip(self.product_gradients.chunks_exact(neurons / 2))
        {
            let (a, b) = sums.split_at(neurons / 2);
            let (a_gradients, b_gradients) = gradients.split_at_mut(neurons / 2);
            set_factor_gradients(a_gradients, a, b, product_gradients);
            set_factor_gradients(b_gradients, b, a, product_gradients);
        }
    }
}

/// Sets the gradients of the sums `own` from the gradients of their products with the activations of `others`.
#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
fn set_factor_gradients(to: &mut [f32], own: &[f32], others: &[f32], gradients: &[f32]) {
    for (((to, own), other), gradient) in to.iter_mut().zip(own).zip(others).zip(gradients) {
        let gradient = gradient * other.clamp(0.0, 1.0);
        *to = if *own > 0.0 && *own < 1.0 { gradient } else { 0.0 };
    }
}

/// Returns the output bucket of a sample, selected by its number of pieces and pawns.
fn bucket(sample: &Sample) -> usize {
    Network::output_bucket(sample.piece_count())
}

/// Iterates over the rows of third-layer weights of an output bucket, one row per input.
fn third_weights(third: &[f32], bucket: usize) -> impl Iterator<Item = &[f32]> {
    third[bucket * THIRD_INPUTS * THIRD..][..THIRD_INPUTS * THIRD].chunks_exact(THIRD)
}

/// Iterates over the rows of third-layer weights of an output bucket, one mutable row per input.
fn third_weights_mut(third: &mut [f32], bucket: usize) -> impl Iterator<Item = &mut [f32]> {
    third[bucket * THIRD_INPUTS * THIRD..][..THIRD_INPUTS * THIRD].chunks_exact_mut(THIRD)
}

/// Returns the sum of the products of two rows, whose length is a multiple of 16.
#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    for (one, other) in one.as_chunks::<LANES>().0.iter().zip(other.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            lanes[lane] += one[lane] * other[lane];
        }
    }
    lanes.iter().sum()
}

/// Returns the sums of the products of a row with each of [`GROUP`] rows.
#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
fn dots(one: &[f32], rows: &[f32]) -> [f32; GROUP] {
    let [a, b, c, d] = group(rows, one.len());
    let [mut sums_a, mut sums_b, mut sums_c, mut sums_d] = [[0.0; LANES]; GROUP];
    let (one, a, b) = (one.as_chunks::<LANES>().0, a.as_chunks::<LANES>().0, b.as_chunks::<LANES>().0);
    let (c, d) = (c.as_chunks::<LANES>().0, d.as_chunks::<LANES>().0);
    for ((((one, a), b), c), d) in one.iter().zip(a).zip(b).zip(c).zip(d) {
        for lane in 0..LANES {
            sums_a[lane] += one[lane] * a[lane];
            sums_b[lane] += one[lane] * b[lane];
            sums_c[lane] += one[lane] * c[lane];
            sums_d[lane] += one[lane] * d[lane];
        }
    }
    [sums_a, sums_b, sums_c, sums_d].map(|lanes| lanes.iter().sum())
}

/// Returns the [`GROUP`] rows of this length in `rows`.
#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
fn group(rows: &[f32], length: usize) -> [&[f32]; GROUP] {
    [0, 1, 2, 3].map(|row| &rows[row * length..][..length])
}

/// Adds the sum of [`GROUP`] rows, multiplied by one factor each.
#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
fn add_weighted(to: &mut [f32], rows: &[f32], factors: &[f32; GROUP]) {
    let [a, b, c, d] = group(rows, to.len());
    for ((((to, a), b), c), d) in to.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *to += a * factors[0] + b * factors[1] + c * factors[2] + d * factors[3];
    }
}

/// Adds `factor` times a row.
#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
fn add_multiple(to: &mut [f32], row: &[f32], factor: f32) {
    for (to, number) in to.iter_mut().zip(row) {
        *to += number * factor;
    }
}

/// Sets `to` to the sum of the bias and these rows of weights.
#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
fn add_rows(to: &mut [f32], bias: &[f32], first: &[f32], rows: &[u16]) {
    let blocks = to.len() / BLOCK;
    let (first, bias) = (first.as_chunks::<BLOCK>().0, bias.as_chunks::<BLOCK>().0);
    assert!(first.len() == ROWS * blocks && bias.len() == blocks, "not the layers of one network");
    for (place, (to, bias)) in to.as_chunks_mut::<BLOCK>().0.iter_mut().zip(bias).enumerate() {
        let mut sums = *bias;
        for row in rows {
            let row = &first[usize::from(*row) * blocks + place];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        *to = sums;
    }
}

#[expect(clippy::inline_always, reason = "only an inlined function uses its caller's vector registers")]
#[inline(always)]
pub(super) fn add(to: &mut [f32], row: &[f32]) {
    for (to, number) in to.iter_mut().zip(row) {
        *to += number;
    }
}
