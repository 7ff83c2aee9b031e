//! The teacher: a network of Stockfish 15.1, whose static evaluations are labels for training positions.
//!
//! A [`Teacher`] holds the weights, read from [a file](mod@file). A [`Labeller`] evaluates training records with them.
//!
//! The architecture is HalfKAv2_hm with 1,024 neurons per side and eight stacks of small layers:
//!
//! 1. **Features.** Each side sees its own pieces first, its own pawns move up, and its own king is on the files e to h.
//!    Otherwise the view is mirrored. A feature is a square of the king (32), a piece (11: both kings are one), and a square (64).
//! 2. **First layer.** The 1,024 neurons of a view are the bias plus the weights of its features. Each of its first 512 neurons
//!    is multiplied by the neuron 512 places later, both clipped to 0 … 127, and the product is divided by 128. The results of
//!    both views, the side to move first, are the 1,024 inputs of a stack.
//! 3. **Stack.** The number of pieces and pawns selects one of eight stacks. Its three layers have 16, 32 and 1 outputs. Of the
//!    16 outputs of the first layer, 15 continue twice, squared and plain, both clipped to 0 … 127. The last one is added to the
//!    result of the stack.
//! 4. **Material.** Each feature also has one material weight per stack. Half the difference between the sums of both views
//!    is added to the result.
//!
//! **What equals what.** [`Labeller::evaluate`] returns the internal value of the network. `eval` in Stockfish 15.1 prints
//! the same value in the line `NNUE evaluation`, from White's point of view and divided by [`PAWN`]. The line `Final
//! evaluation` and the scores of a search are different: Stockfish weights material and position there, and blends in its optimism,
//! the material on the board and the fifty-move counter.
//!
//! **Source.** The idea and the architecture are by the authors of Stockfish and of its trainer; the document
//! [nnue.md](https://github.com/official-stockfish/nnue-pytorch/blob/master/docs/nnue.md) describes both. The networks of
//! Stockfish are published under CC0-1.0. They are not part of this repository.

pub mod file;
#[cfg(test)]
mod tests;

use shakmaty::{Bitboard, Square};

use super::bulletformat::{self, RANKS, TrainingRecord};

/// Internal value of a pawn, by which Stockfish 15.1 divides the values that it prints.
pub const PAWN: i32 = 361;

/// Largest absolute score of a training record; the expected points are 0 or 1 from here on.
pub const MOST_SCORE: i32 = 3_000;

/// Neurons of the first layer per view.
const NEURONS: usize = 1024;
/// Features of a view: 32 king squares, 11 pieces, and 64 squares.
const FEATURES: usize = 32 * 11 * 64;
/// Number of stacks.
const STACKS: usize = 8;
/// Outputs of the first layer of a stack.
const FIRST: usize = 16;
/// Inputs and outputs of the second layer of a stack. Two of the inputs are always 0.
const SECOND: usize = 32;
/// Largest activation.
const ONE: i16 = 127;
/// Right shift that divides a sum of a stack by its weight scale, 64.
const SHIFT: u32 = 6;
/// Result of a stack for an output of 1.0.
const UNIT: i64 = 600 * 16;
/// Units of the result of a stack per unit of the internal value.
const FRACTION: i64 = 16;

/// Weights of a network of Stockfish 15.1.
#[derive(Clone, PartialEq, Eq)]
pub struct Teacher {
    name: String,
    bias: Vec<i16>,
    /// One row of [`NEURONS`] weights per feature.
    weights: Vec<i16>,
    material: Vec<[i32; STACKS]>,
    stacks: Vec<LayerStack>,
}

/// The small layers for one range of the number of pieces and pawns.
#[derive(Clone, PartialEq, Eq)]
struct LayerStack {
    first_bias: Vec<i32>,
    /// [`FIRST`] rows of [`NEURONS`] weights.
    first: Vec<i16>,
    second_bias: Vec<i32>,
    /// [`SECOND`] rows of [`SECOND`] weights.
    second: Vec<i16>,
    last_bias: i32,
    last: Vec<i16>,
}

impl Teacher {
    /// Returns the name that Stockfish gives the network, such as `nn-ad9b42354671`: it contains the first digits of the
    /// SHA-256 of the file.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl LayerStack {
    /// Returns the output for the activations of the first layer, in units of 1/[`FRACTION`].
    fn evaluate(&self, input: &[i16; NEURONS]) -> i64 {
        let mut sums = [0; FIRST];
        for ((sum, bias), row) in sums.iter_mut().zip(&self.first_bias).zip(self.first.as_chunks().0) {
            *sum = bias + dot(input, row);
        }
        let mut hidden = [0; SECOND];
        for (index, sum) in sums[..FIRST - 1].iter().enumerate() {
            let square = (i64::from(*sum) * i64::from(*sum)) >> (2 * SHIFT + 7);
            hidden[index] = square.min(ONE.into()) as i16;
            hidden[FIRST - 1 + index] = clipped(*sum);
        }
        let mut output = self.last_bias;
        for ((bias, row), weight) in self.second_bias.iter().zip(self.second.as_chunks().0).zip(&self.last) {
            output += i32::from(clipped(bias + dot(&hidden, row))) * i32::from(*weight);
        }
        i64::from(output) + i64::from(sums[FIRST - 1]) * UNIT / (i64::from(ONE) << SHIFT)
    }
}

/// Returns the activation for a sum of a stack.
fn clipped(sum: i32) -> i16 {
    (sum >> SHIFT).clamp(0, ONE.into()) as i16
}

#[inline]
fn dot<const N: usize>(a: &[i16; N], b: &[i16; N]) -> i32 {
    a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
}

/// The board as one side sees it: bitboards of its pawns to king, then of the opponent's.
type SideBitboards = [u64; 12];

/// Returns the views of the side to move and of its opponent.
fn views(record: &TrainingRecord) -> [SideBitboards; 2] {
    let mut views = [[0; 12]; 2];
    for piece in bulletformat::pieces(record) {
        let index = usize::from(piece.piece);
        views[0][index] |= 1 << piece.square;
        views[1][(index + 6) % 12] |= 1 << (piece.square ^ u16::from(RANKS));
    }
    views
}

/// First layer of the last board with a king on a certain square.
#[derive(Clone)]
struct Accumulator {
    view: SideBitboards,
    neurons: [i16; NEURONS],
    material: [i32; STACKS],
}

/// Evaluates training records with a teacher. Records of consecutive positions of a game are fastest: the first layer
/// is updated from an earlier board with the king on the same square.
pub struct Labeller<'a> {
    teacher: &'a Teacher,
    /// Two accumulators per square of the king, so that the views of both sides can stay.
    accumulators: Vec<[Accumulator; 2]>,
}

impl<'a> Labeller<'a> {
    /// Creates a labeller without earlier boards.
    pub fn new(teacher: &'a Teacher) -> Self {
        let mut neurons = [0; NEURONS];
        neurons.copy_from_slice(&teacher.bias);
        let empty = Accumulator { view: [0; 12], neurons, material: [0; STACKS] };
        Self { teacher, accumulators: vec![[empty.clone(), empty]; 64] }
    }

    /// Returns the network's internal value of a valid record, for the side to move.
    pub fn evaluate(&mut self, record: &TrainingRecord) -> i32 {
        let views = views(record);
        let men: u32 = views[0].iter().map(|squares| squares.count_ones()).sum();
        let stack = (men as usize - 1) / 4;
        let (mut input, mut material) = ([0; NEURONS], [0; 2]);
        for (side, view) in views.iter().enumerate() {
            let accumulator = self.update(view);
            material[side] = i64::from(accumulator.material[stack]);
            let (factors, others) = accumulator.neurons.split_at(NEURONS / 2);
            let products = &mut input[side * NEURONS / 2..][..NEURONS / 2];
            for (product, (factor, other)) in products.iter_mut().zip(factors.iter().zip(others)) {
                *product = ((*factor).clamp(0, ONE) * (*other).clamp(0, ONE)) >> 7;
            }
        }
        let [own, theirs] = material;
        (((own - theirs) / 2 + self.teacher.stacks[stack].evaluate(&input)) / FRACTION) as i32
    }

    /// Returns the evaluation of a valid record as the score of a training record: four fifths of the internal value, so
    /// that the margins of Glulam's search fit, and at most [`MOST_SCORE`].
    pub fn score(&mut self, record: &TrainingRecord) -> i32 {
        (self.evaluate(record) * 4 / 5).clamp(-MOST_SCORE, MOST_SCORE)
    }

    /// Returns the accumulator of a view, computed from the earlier board that differs least.
    fn update(&mut self, view: &SideBitboards) -> &Accumulator {
        let king = view[5].trailing_zeros() as usize;
        let mirror = if king % 8 < 4 { 7 } else { 0 };
        let seen = king ^ mirror;
        let bucket = 4 * (7 - seen / 8) + 7 - seen % 8;
        let pair = &mut self.accumulators[king];
        let [first, second] = [0, 1].map(|slot: usize| differences(&pair[slot].view, view));
        let accumulator = &mut pair[usize::from(second < first)];
        for (piece, after) in view.iter().enumerate() {
            // Own and opponent's pieces alternate; both kings share the last plane.
            let plane = if piece % 6 == 5 { 10 } else { 2 * (piece % 6) + piece / 6 };
            let feature = |square: Square| (11 * bucket + plane) * 64 + (usize::from(square) ^ mirror);
            let before = accumulator.view[piece];
            for square in Bitboard(before & !after) {
                accumulator.change(self.teacher, feature(square), i16::wrapping_sub, i32::wrapping_sub);
            }
            for square in Bitboard(after & !before) {
                accumulator.change(self.teacher, feature(square), i16::wrapping_add, i32::wrapping_add);
            }
        }
        accumulator.view = *view;
        accumulator
    }
}

impl Accumulator {
    /// Adds or subtracts the weights of a feature.
    #[inline]
    fn change(
        &mut self,
        teacher: &Teacher,
        feature: usize,
        change: impl Fn(i16, i16) -> i16,
        change_material: impl Fn(i32, i32) -> i32,
    ) {
        for (neuron, weight) in self.neurons.iter_mut().zip(&teacher.weights[feature * NEURONS..][..NEURONS])
        {
            *neuron = change(*neuron, *weight);
        }
        for (sum, weight) in self.material.iter_mut().zip(&teacher.material[feature]) {
            *sum = change_material(*sum, *weight);
        }
    }
}

fn differences(a: &SideBitboards, b: &SideBitboards) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum()
}
