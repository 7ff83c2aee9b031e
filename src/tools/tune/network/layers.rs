//! Parameters of a network as floats, for training. In the evaluation file 1.0 becomes QA in the first layer,
//! QB in the output weights, and QA·QB in the output bias.

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::evaluate::network::{
    Network,
    chunk::{chunks, numbers},
    features::FEATURES,
    file::{FileError, MOST_BIAS, MOST_FIRST, MOST_OUTPUT, MOST_OUTPUT_SUM, QA, QB},
};

/// Initial weights of the first layer are random numbers within ± this value. The value is small because each
/// neuron adds up to 32 weights of the first layer, one for each piece and pawn on the board.
const FIRST: f32 = 0.06;
/// Upper limit of the absolute output bias: larger than any score needs, and small enough that a float still
/// represents every unit of the evaluation file.
const MAX_OUTPUT_BIAS: f32 = 256.0;

/// All parameters of a network, or one value per parameter, such as the gradient. The values are in the order
/// of the [evaluation file](mod@crate::evaluate::network::file).
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    neurons: usize,
    buckets: usize,
    parameters: Vec<f32>,
}

/// Parameters of a network, split by layer, in the order of the evaluation file. N is the number of neurons
/// per view, B the number of outputs.
#[derive(Debug)]
pub struct LayerParts<T> {
    /// Weights of the first layer, `[768][N]`.
    pub first: T,
    /// Biases of the first layer, `[N]`.
    pub bias: T,
    /// Output weights, `[B][2N]`.
    pub output: T,
    /// Output biases, `[B]`.
    pub output_bias: T,
}

impl Layers {
    /// Creates parameters that are all zero.
    pub fn zero(neurons: usize, buckets: usize) -> Self {
        let count = neurons * (FEATURES + 1 + 2 * buckets) + buckets;
        Self { neurons, buckets, parameters: vec![0.0; count] }
    }

    /// Creates the initial parameters of a training: small random weights, and biases of zero.
    pub fn random(neurons: usize, buckets: usize, seed: u64) -> Self {
        let mut layers = Self::zero(neurons, buckets);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let LayerParts { first, output, .. } = layers.parts_mut();
        let most = ((2 * neurons) as f32).sqrt().recip();
        for (row, most) in [(first, FIRST), (output, most)] {
            for weight in row {
                *weight = rng.random_range(-most..=most);
            }
        }
        layers
    }

    /// Converts the parameters of a network to floats.
    pub fn of(network: &Network) -> Self {
        let mut layers = Self::zero(network.neurons(), network.buckets());
        let LayerParts { first, bias, output, output_bias } = layers.parts_mut();
        for (to, from, unit) in
            [(first, &network.first, QA), (bias, &network.bias, QA), (output, &network.output, QB)]
        {
            to.iter_mut().zip(numbers(from)).for_each(|(to, from)| *to = f32::from(from) / unit as f32);
        }
        let biases = output_bias.iter_mut().zip(&network.output_bias);
        biases.for_each(|(to, from)| *to = (f64::from(*from) / f64::from(QA * QB)) as f32);
        layers
    }

    /// Adds neurons until there are `neurons` per view; a smaller number changes nothing. The network computes
    /// the same scores as before: the added neurons have small random weights in the first layer, and their
    /// output weights are zero (Chen, Goodfellow and Shlens, Net2Net, 2016).
    #[must_use]
    pub fn widened(self, neurons: usize, seed: u64) -> Self {
        let old = self.neurons;
        if neurons <= old {
            return self;
        }
        let mut wide = Self::random(neurons, self.buckets, seed);
        let from = self.parts();
        let LayerParts { first, bias, output, output_bias } = wide.parts_mut();
        let copy = |to: &mut [f32], from: &[f32]| {
            for (to, from) in to.chunks_exact_mut(neurons).zip(from.chunks_exact(old)) {
                to[..old].copy_from_slice(from);
            }
        };
        output.fill(0.0);
        copy(first, from.first);
        copy(bias, from.bias);
        copy(output, from.output);
        output_bias.copy_from_slice(from.output_bias);
        wide
    }

    /// Multiplies every output by `factor`.
    pub fn scale_output(&mut self, factor: f32) {
        let LayerParts { output, output_bias, .. } = self.parts_mut();
        output.iter_mut().chain(output_bias).for_each(|number| *number *= factor);
    }

    /// Rounds the parameters to the integers of a network in the evaluation file.
    ///
    /// # Errors
    /// Returns [`FileError`] if the file format does not allow the shape, or if a parameter is out of its
    /// [bound](Self::clip).
    pub fn network(&self, scale: i32, data_hash: u64) -> Result<Network, FileError> {
        let LayerParts { first, bias, output, output_bias } = self.parts();
        let whole = |row: &[f32], unit: i32| -> Vec<i16> {
            row.iter().map(|weight| (f64::from(*weight) * f64::from(unit)).round() as i16).collect()
        };
        let output_rows = output.chunks_exact(2 * self.neurons).flat_map(|row| {
            let rounded = whole(row, QB);
            let sum: u32 = rounded.iter().map(|weight| u32::from(weight.unsigned_abs())).sum();
            // Rounding to nearest may move the sum of a row above its limit; truncation towards zero cannot.
            let cut = || row.iter().map(|weight| (weight * QB as f32) as i16).collect();
            if sum > MOST_OUTPUT_SUM { cut() } else { rounded }
        });
        let network = Network {
            first: chunks(&whole(first, QA)),
            bias: chunks(&whole(bias, QA)),
            output: chunks(&output_rows.collect::<Vec<_>>()),
            output_bias: output_bias
                .iter()
                .map(|bias| (f64::from(*bias) * f64::from(QA * QB)).round() as i32)
                .collect(),
            scale,
            data_hash,
            teacher: String::new(),
            checksum: 0,
        };
        // Apply the same checks as when an evaluation file is read.
        Network::from_bytes(&network.to_bytes())
    }

    /// Clips weights and biases of the first layer and output weights to the range that the evaluation file
    /// can store, and output biases to ±256. Scales down the output weights of a row if the sum of their
    /// absolute values exceeds the limit of the evaluation file.
    pub fn clip(&mut self) {
        let neurons = self.neurons;
        let LayerParts { first, bias, output, output_bias } = self.parts_mut();
        let within = |row: &mut [f32], most: f32| {
            for number in row {
                *number = number.clamp(-most, most);
            }
        };
        within(first, f32::from(MOST_FIRST) / QA as f32);
        within(bias, f32::from(MOST_BIAS) / QA as f32);
        within(output, f32::from(MOST_OUTPUT) / QB as f32);
        within(output_bias, MAX_OUTPUT_BIAS);
        let most = MOST_OUTPUT_SUM as f32 / QB as f32;
        for row in output.chunks_exact_mut(2 * neurons) {
            let sum: f32 = row.iter().map(|weight| weight.abs()).sum();
            if sum > most {
                for weight in row {
                    *weight *= most / sum;
                }
            }
        }
    }

    /// Returns the number of neurons per view (N in the shapes of [`LayerParts`]).
    pub const fn neurons(&self) -> usize {
        self.neurons
    }

    /// Returns the number of outputs (B in the shapes of [`LayerParts`]).
    pub const fn buckets(&self) -> usize {
        self.buckets
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

    /// Returns the parameters as four slices: weights and biases of the first layer, output weights, output
    /// biases.
    #[inline]
    pub fn parts(&self) -> LayerParts<&[f32]> {
        let (first, rest) = self.parameters.split_at(FEATURES * self.neurons);
        let (bias, rest) = rest.split_at(self.neurons);
        let (output, output_bias) = rest.split_at(2 * self.neurons * self.buckets);
        LayerParts { first, bias, output, output_bias }
    }

    /// Returns the parameters as four mutable slices, in the order of [`Layers::parts`].
    #[inline]
    pub(super) fn parts_mut(&mut self) -> LayerParts<&mut [f32]> {
        let (first, rest) = self.parameters.split_at_mut(FEATURES * self.neurons);
        let (bias, rest) = rest.split_at_mut(self.neurons);
        let (output, output_bias) = rest.split_at_mut(2 * self.neurons * self.buckets);
        LayerParts { first, bias, output, output_bias }
    }
}
