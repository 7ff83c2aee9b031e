//! Parameters of a network as floats, for training. In the evaluation file 1.0 becomes QA in the first layer and
//! QB in the weights of the second layer; the other parameters are stored as floats.

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use super::first_layer::{rounded_bias, rounded_weight};
use crate::evaluate::network::{
    Network,
    chunk::{chunks, numbers, weight_chunks},
    features::{FEATURES, ROWS},
    file::{FileError, MOST_BIAS, MOST_FLOAT, MOST_SECOND, QA, QB},
    layers::{FloatLayers, OUTPUT_BUCKETS, SECOND, THIRD, THIRD_INPUTS, file_order, weight_blocks},
};

/// Initial weights of the first layer are random numbers within ± this value. The value is small because each
/// neuron adds up to 32 weights of the first layer, one for each piece and pawn on the board.
const FIRST: f32 = 0.06;
/// Initial biases. In the middle between 0 and 1 the activation functions have their largest gradients.
const BIAS: f32 = 0.4;

/// Limit of the weights of the first layer.
pub(super) const MAX_FIRST: f32 = i8::MAX as f32 / QA as f32;

/// Limit of the biases of the first layer.
pub(super) const MAX_BIAS: f32 = MOST_BIAS as f32 / QA as f32;

/// All parameters of a network, or one value per parameter, such as the gradient. The values are in the order
/// of the [evaluation file](mod@crate::evaluate::network::file).
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    neurons: usize,
    parameters: Vec<f32>,
}

/// Parameters of a network, split by array, in the order of the evaluation file. N is the number of neurons of the
/// first layer. The arrays of the second and later layers begin with a dimension of 8 output buckets.
#[derive(Debug)]
pub struct LayerParts<T> {
    /// Weights of the first layer, `[8 king buckets][768][N]`.
    pub first: T,
    /// Biases of the first layer, `[N]`.
    pub bias: T,
    /// Weights of the second layer, `[8][16][N]`.
    pub second: T,
    /// Biases of the second layer, `[8][16]`.
    pub second_bias: T,
    /// Weights of the third layer, `[8][32 inputs][32 neurons]`.
    pub third: T,
    /// Biases of the third layer, `[8][32]`.
    pub third_bias: T,
    /// Output weights, `[8][32]`.
    pub output: T,
    /// Output biases, `[8]`.
    pub output_bias: T,
}

/// Returns the lengths of the arrays of [`LayerParts`].
const fn lengths(neurons: usize) -> [usize; 8] {
    const B: usize = OUTPUT_BUCKETS;
    let third = B * THIRD_INPUTS * THIRD;
    [ROWS * neurons, neurons, B * SECOND * neurons, B * SECOND, third, B * THIRD, B * THIRD, B]
}

impl Layers {
    /// Creates parameters that are all zero.
    pub fn zero(neurons: usize) -> Self {
        Self { neurons, parameters: vec![0.0; lengths(neurons).iter().sum()] }
    }

    /// Creates the initial parameters of a training: small random weights, the same in all king buckets, and equal
    /// biases.
    pub fn random(neurons: usize, seed: u64) -> Self {
        let mut layers = Self::zero(neurons);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let LayerParts { first, bias, second, second_bias, third, third_bias, output, .. } =
            layers.parts_mut();
        let (shared, others) = first.split_at_mut(FEATURES * neurons);
        let most = |inputs: usize| (inputs as f32).sqrt().recip();
        for (row, most) in [
            (&mut *shared, FIRST),
            (second, most(neurons)),
            (third, most(THIRD_INPUTS)),
            (output, most(THIRD)),
        ] {
            for weight in row {
                *weight = rng.random_range(-most..=most);
            }
        }
        others.chunks_exact_mut(shared.len()).for_each(|bucket| bucket.copy_from_slice(shared));
        for biases in [bias, second_bias, third_bias] {
            biases.fill(BIAS);
        }
        layers
    }

    /// Converts the parameters of a network to floats.
    pub fn of(network: &Network) -> Self {
        let neurons = network.neurons();
        let mut layers = Self::zero(neurons);
        let LayerParts { first, bias, second, second_bias, third, third_bias, output, output_bias } =
            layers.parts_mut();
        for (to, from) in first.iter_mut().zip(network.first.iter().flat_map(|chunk| chunk.0)) {
            *to = f32::from(from) / QA as f32;
        }
        for (to, from) in bias.iter_mut().zip(numbers(&network.bias)) {
            *to = f32::from(from) / QA as f32;
        }
        for (to, from) in second.iter_mut().zip(file_order(&network.second, neurons)) {
            *to = f32::from(from) / QB as f32;
        }
        for (bucket, layers) in network.float_layers.iter().enumerate() {
            second_bias[bucket * SECOND..][..SECOND].copy_from_slice(&layers.second_bias);
            let weights = layers.third.as_flattened();
            third[bucket * weights.len()..][..weights.len()].copy_from_slice(weights);
            third_bias[bucket * THIRD..][..THIRD].copy_from_slice(&layers.third_bias);
            output[bucket * THIRD..][..THIRD].copy_from_slice(&layers.output);
            output_bias[bucket] = layers.output_bias;
        }
        layers
    }

    /// Adds neurons until there are `neurons`, an even number; a smaller number changes nothing. Both halves of the
    /// neurons, which are multiplied in pairs, grow. The network computes the same scores as before: the added neurons
    /// have small random weights in the first layer, and the weights of their products in the second layer are zero
    /// (Chen, Goodfellow and Shlens, Net2Net, 2016).
    #[must_use]
    pub fn widened(self, neurons: usize, seed: u64) -> Self {
        let old = self.neurons;
        if neurons <= old {
            return self;
        }
        let mut wide = Self::random(neurons, seed);
        let (from, to) = (self.parts(), wide.parts_mut());
        // A row of the first layer has two halves of neurons, and one of the second layer the inputs of two views.
        let copy = |to: &mut [f32], from: &[f32]| {
            for (to, from) in to.chunks_exact_mut(neurons / 2).zip(from.chunks_exact(old / 2)) {
                to[..old / 2].copy_from_slice(from);
            }
        };
        to.second.fill(0.0);
        copy(to.first, from.first);
        copy(to.bias, from.bias);
        copy(to.second, from.second);
        to.second_bias.copy_from_slice(from.second_bias);
        to.third.copy_from_slice(from.third);
        to.third_bias.copy_from_slice(from.third_bias);
        to.output.copy_from_slice(from.output);
        to.output_bias.copy_from_slice(from.output_bias);
        wide
    }

    /// Multiplies every output by `factor`.
    pub fn scale_output(&mut self, factor: f32) {
        let LayerParts { output, output_bias, .. } = self.parts_mut();
        output.iter_mut().chain(output_bias).for_each(|number| *number *= factor);
    }

    /// Rounds the parameters of the first two layers to the integers of a network in the evaluation file. A weight of
    /// the first layer that 8 bits cannot store becomes the nearest one that they can.
    ///
    /// # Errors
    /// Returns [`FileError`] if the file format does not allow the shape, or if another parameter is out of its
    /// [bound](Self::clip).
    pub fn network(&self, scale: i32, data_hash: u64) -> Result<Network, FileError> {
        let LayerParts { first, bias, second, second_bias, third, third_bias, output, output_bias } =
            self.parts();
        let first: Vec<_> = first.iter().copied().map(rounded_weight).collect();
        let bias: Vec<_> = bias.iter().copied().map(rounded_bias).collect();
        // A number out of bounds becomes -128, which is out of bounds too.
        let second: Vec<_> = second
            .iter()
            .map(|weight| rounded_second(*weight))
            .map(|weight| if weight.abs() <= f32::from(MOST_SECOND) { weight as i8 } else { i8::MIN })
            .collect();
        let float_layers = (0..OUTPUT_BUCKETS).map(|bucket| {
            let mut layers = FloatLayers::ZERO;
            layers.second_bias.copy_from_slice(&second_bias[bucket * SECOND..][..SECOND]);
            let weights = layers.third.as_flattened_mut();
            weights.copy_from_slice(&third[bucket * weights.len()..][..weights.len()]);
            layers.third_bias.copy_from_slice(&third_bias[bucket * THIRD..][..THIRD]);
            layers.output.copy_from_slice(&output[bucket * THIRD..][..THIRD]);
            layers.output_bias = output_bias[bucket];
            layers
        });
        let network = Network {
            first: weight_chunks(&first),
            bias: chunks(&bias),
            second: weight_blocks(&second, self.neurons),
            float_layers: float_layers.collect(),
            scale,
            data_hash,
            teacher: String::new(),
            checksum: 0,
        };
        // Apply the same checks as when an evaluation file is read.
        Network::from_bytes(&network.to_bytes())
    }

    /// Returns the parameters of the network that is written to the evaluation file.
    #[must_use]
    pub fn rounded(&self) -> Self {
        let mut rounded = self.clone();
        let LayerParts { first, bias, second, .. } = rounded.parts_mut();
        for weight in first {
            *weight = f32::from(rounded_weight(*weight)) / QA as f32;
        }
        for bias in bias {
            *bias = f32::from(rounded_bias(*bias)) / QA as f32;
        }
        for weight in second {
            *weight = rounded_second(*weight) / QB as f32;
        }
        rounded
    }

    /// Clips all parameters to the range that the evaluation file can store.
    pub fn clip(&mut self) {
        let LayerParts { first, bias, .. } = self.parts_mut();
        clip(first, MAX_FIRST);
        clip(bias, MAX_BIAS);
        self.clip_later();
    }

    /// Clips the parameters of the layers after the first.
    #[inline]
    pub(super) fn clip_later(&mut self) {
        let LayerParts { second, second_bias, third, third_bias, output, output_bias, .. } = self.parts_mut();
        clip(second, f32::from(MOST_SECOND) / QB as f32);
        for row in [second_bias, third, third_bias, output, output_bias] {
            clip(row, MOST_FLOAT);
        }
    }

    /// Returns the parameters of the layers after the first as a mutable slice.
    #[inline]
    pub(super) fn later_mut(&mut self) -> &mut [f32] {
        &mut self.parameters[(ROWS + 1) * self.neurons..]
    }

    /// Returns the number of neurons of the first layer (N in the shapes of [`LayerParts`]).
    pub const fn neurons(&self) -> usize {
        self.neurons
    }

    /// Returns all parameters, in the order of the evaluation file.
    #[inline]
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// Returns all parameters as a mutable slice, in the order of the evaluation file.
    #[inline]
    pub(super) fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// Returns the parameters as one slice for each array.
    #[inline]
    pub fn parts(&self) -> LayerParts<&[f32]> {
        let mut rest = &self.parameters[..];
        let [first, bias, second, second_bias, third, third_bias, output, output_bias] =
            lengths(self.neurons).map(|length| {
                let (part, after) = rest.split_at(length);
                rest = after;
                part
            });
        LayerParts { first, bias, second, second_bias, third, third_bias, output, output_bias }
    }

    /// Returns the parameters as one mutable slice for each array.
    #[inline]
    pub(super) fn parts_mut(&mut self) -> LayerParts<&mut [f32]> {
        let mut rest = &mut self.parameters[..];
        let [first, bias, second, second_bias, third, third_bias, output, output_bias] =
            lengths(self.neurons).map(|length| {
                let (part, after) = std::mem::take(&mut rest).split_at_mut(length);
                rest = after;
                part
            });
        LayerParts { first, bias, second, second_bias, third, third_bias, output, output_bias }
    }
}

/// Returns the integer that the evaluation file stores for a weight of the second layer, if it is in range.
#[inline]
pub(super) fn rounded_second(weight: f32) -> f32 {
    (weight * QB as f32).round_ties_even()
}

/// Clips numbers to ± `most`.
#[inline]
pub(super) fn clip(numbers: &mut [f32], most: f32) {
    for number in numbers {
        *number = number.clamp(-most, most);
    }
}
