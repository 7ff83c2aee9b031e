//! The layers after the first. Each output bucket has its own set of them.
//!
//! The second layer has integer weights. Everything after its sums is computed in 32-bit floats. In the third layer,
//! each lane of a vector register has the sum of another neuron. One sum is the bias and the products of the squares,
//! added one after the other, a second one the products of the activations, and the two are added. The output adds
//! its products in pairs: those of neurons `n` and `n + 16`, then the sums `n` and `n + 8`, and so on. [SIMD
//! instructions](super::simd) do not change the order of any sum. Rust never contracts a multiplication and an
//! addition to one rounding. The result is therefore the same to the last bit on every processor and every [SIMD
//! path](super::simd::SimdPath).

use std::array;

use bytemuck::{Pod, Zeroable};

use super::file::QB;

/// Number of output buckets.
pub(crate) const OUTPUT_BUCKETS: usize = 8;
/// Number of neurons of the second layer.
pub(crate) const SECOND: usize = 16;
/// Number of inputs of the third layer: each activation of the second layer squared, then each as it is.
pub(crate) const THIRD_INPUTS: usize = 2 * SECOND;
/// Number of neurons of the third layer.
pub(crate) const THIRD: usize = 32;
/// Input of the second layer that represents 1.0.
pub(crate) const MAX_INPUT: i32 = 127;
/// Number of inputs of the second layer in one [`WeightBlock`].
pub(crate) const BLOCK_INPUTS: usize = 4;

/// Factor from a sum of the second layer to the number that it represents.
const SUM_UNIT: f32 = 1.0 / ((QB * MAX_INPUT) as f32);
/// Number of inputs of the third layer whose products are added in one pass over its sums.
const GROUP: usize = 8;

/// Weights of the second layer for four consecutive inputs, one cache line: for each neuron the four weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct WeightBlock(pub [i8; BLOCK_INPUTS * SECOND]);

/// Converts second-layer weights from the order of the [file](mod@super::file), `[buckets][16][inputs]`, to blocks,
/// `[buckets][inputs / 4]`.
pub(crate) fn weight_blocks(weights: &[i8], inputs: usize) -> Box<[WeightBlock]> {
    let mut blocks = vec![WeightBlock::zeroed(); weights.len() / (BLOCK_INPUTS * SECOND)];
    for (rows, blocks) in
        weights.chunks_exact(SECOND * inputs).zip(blocks.chunks_exact_mut(inputs / BLOCK_INPUTS))
    {
        for (neuron, row) in rows.chunks_exact(inputs).enumerate() {
            for (four, block) in row.chunks_exact(BLOCK_INPUTS).zip(&mut *blocks) {
                block.0[BLOCK_INPUTS * neuron..][..BLOCK_INPUTS].copy_from_slice(four);
            }
        }
    }
    blocks.into()
}

/// Converts second-layer weights from blocks to the order of the [file](mod@super::file).
pub(crate) fn file_order(blocks: &[WeightBlock], inputs: usize) -> Vec<i8> {
    let mut weights = Vec::with_capacity(blocks.len() * BLOCK_INPUTS * SECOND);
    for blocks in blocks.chunks_exact(inputs / BLOCK_INPUTS) {
        for neuron in 0..SECOND {
            let fours = blocks.iter().map(|block| &block.0[BLOCK_INPUTS * neuron..][..BLOCK_INPUTS]);
            fours.for_each(|four| weights.extend_from_slice(four));
        }
    }
    weights
}

/// Parameters of one output bucket in floats: the bias of the second layer, the third layer, and the output.
#[derive(Clone, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct FloatLayers {
    /// Weights of the third layer: a row for each input.
    pub third: [[f32; THIRD]; THIRD_INPUTS],
    /// Bias of the third layer.
    pub third_bias: [f32; THIRD],
    /// Weights of the output.
    pub output: [f32; THIRD],
    /// Bias of the second layer.
    pub second_bias: [f32; SECOND],
    /// Bias of the output.
    pub output_bias: f32,
}

impl FloatLayers {
    /// Parameters that are all zero.
    pub(crate) const ZERO: Self = Self {
        third: [[0.0; THIRD]; THIRD_INPUTS],
        third_bias: [0.0; THIRD],
        output: [0.0; THIRD],
        second_bias: [0.0; SECOND],
        output_bias: 0.0,
    };

    /// Returns the inputs of the third layer, the squares and the activations themselves, for the sums of the second
    /// layer, which do not contain the bias yet.
    #[expect(
        clippy::inline_always,
        reason = "must be inlined to be compiled for the instruction set of the caller"
    )]
    #[inline(always)]
    pub(super) fn inputs(&self, sums: &[i32; SECOND]) -> [[f32; SECOND]; 2] {
        let [mut squares, mut values] = [[0.0; SECOND]; 2];
        for neuron in 0..SECOND {
            let sum = sums[neuron] as f32 * SUM_UNIT + self.second_bias[neuron];
            values[neuron] = sum.clamp(0.0, 1.0);
            squares[neuron] = values[neuron] * values[neuron];
        }
        [squares, values]
    }

    /// Returns the sums of the third layer with its bias. The inner loop adds the products of a few inputs, which
    /// makes it large enough for the compiler to vectorise the loop over the neurons.
    pub(super) fn third_sums(&self, inputs: &[[f32; SECOND]; 2]) -> [f32; THIRD] {
        let mut sums = [self.third_bias, [0.0; THIRD]];
        let halves = inputs.iter().zip(self.third.as_chunks::<SECOND>().0);
        for (sums, (inputs, rows)) in sums.iter_mut().zip(halves) {
            for (inputs, rows) in inputs.as_chunks::<GROUP>().0.iter().zip(rows.as_chunks::<GROUP>().0) {
                for (neuron, sum) in sums.iter_mut().enumerate() {
                    for (input, row) in inputs.iter().zip(rows) {
                        *sum += input * row[neuron];
                    }
                }
            }
        }
        let [of_squares, of_values] = sums;
        array::from_fn(|neuron| of_squares[neuron] + of_values[neuron])
    }

    /// Returns the output of the network for the sums of the third layer; 1.0 stands for the scale of the network.
    #[expect(
        clippy::inline_always,
        reason = "must be inlined to be compiled for the instruction set of the caller"
    )]
    #[inline(always)]
    pub(super) fn output(&self, sums: &[f32; THIRD]) -> f32 {
        let mut products = [0.0; THIRD];
        for neuron in 0..THIRD {
            let value = sums[neuron].clamp(0.0, 1.0);
            products[neuron] = value * value * self.output[neuron];
        }
        let mut width = THIRD;
        while width > 1 {
            width /= 2;
            for neuron in 0..width {
                products[neuron] += products[neuron + width];
            }
        }
        self.output_bias + products[0]
    }
}
