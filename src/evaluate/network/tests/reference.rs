//! Reference implementation of the network's formulas, written independently from the description of the file
//! format, in 64-bit integers.

use shakmaty::{Color, Role, Square};

use crate::{
    chess::position::Position,
    evaluate::network::{
        Network,
        chunk::{Chunk, numbers},
    },
};

/// A network parsed from its file by the description of the format alone.
pub struct Reference {
    neurons: usize,
    buckets: usize,
    scale: i64,
    first: Vec<i64>,
    bias: Vec<i64>,
    output: Vec<i64>,
    output_bias: Vec<i64>,
}

impl Reference {
    pub fn new(network: &Network) -> Self {
        let bytes = network.to_bytes();
        let word = |at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().expect("four"));
        let (neurons, buckets) = (word(12) as usize, word(16) as usize);
        let mut at = 64;
        let mut layer = |count: usize| -> Vec<i64> {
            let numbers = bytes[at..at + 2 * count].chunks(2);
            at += 2 * count;
            numbers.map(|two| i64::from(i16::from_le_bytes([two[0], two[1]]))).collect()
        };
        let (first, bias, output) = (layer(768 * neurons), layer(neurons), layer(buckets * 2 * neurons));
        let output_bias: Vec<_> = (0..buckets).map(|bucket| i64::from(word(at + 4 * bucket))).collect();
        assert_eq!(at + 4 * buckets, bytes.len(), "no bytes after the output bias");
        Self { neurons, buckets, scale: i64::from(word(28)), first, bias, output, output_bias }
    }

    /// Returns the evaluation from the side to move's point of view, clamped.
    pub fn evaluate(&self, position: &Position) -> i64 {
        let us = position.turn();
        let piece_count = position.board().occupied().count();
        let bucket = if self.buckets == 8 { ((piece_count - 2) * 8 / 32).min(7) } else { 0 };
        let mut sum = 0;
        for (half, side) in [us, !us].into_iter().enumerate() {
            let active = features(position, side);
            for neuron in 0..self.neurons {
                let weights = active.iter().map(|feature| self.first[feature * self.neurons + neuron]);
                let accumulator = self.bias[neuron] + weights.sum::<i64>();
                assert!(i16::try_from(accumulator).is_ok(), "{accumulator} does not fit into 16 bits");
                let value = accumulator.clamp(0, 255);
                sum += value * value * self.output[(2 * bucket + half) * self.neurons + neuron];
            }
        }
        assert!(i32::try_from(sum).is_ok(), "{sum} does not fit into 32 bits");
        ((sum / 255 + self.output_bias[bucket]) * self.scale / (255 * 64)).clamp(-29_000, 29_000)
    }
}

fn features(position: &Position, side: Color) -> Vec<usize> {
    let board = position.board();
    let flip_ranks = if side.is_white() { 0 } else { 56 };
    let king = board.king_of(side).expect("a king") as usize ^ flip_ranks;
    let flip_files = if king % 8 > 3 { 7 } else { 0 };
    let feature = |square: Square| {
        let piece = board.piece_at(square)?;
        let role = Role::ALL.iter().position(|role| *role == piece.role).expect("one of six");
        let number = if piece.color == side { role } else { role + 6 };
        Some(number * 64 + (square as usize ^ flip_ranks ^ flip_files))
    };
    Square::ALL.into_iter().filter_map(feature).collect()
}

/// Returns Σ v²·w over both halves.
pub fn dot(values: &[Box<[Chunk]>; 2], weights: &[Box<[Chunk]>; 2]) -> i64 {
    let values = values.iter().flat_map(|row| numbers(row));
    let weights = weights.iter().flat_map(|row| numbers(row));
    values.zip(weights).map(|(value, weight)| i64::from(value.clamp(0, 255)).pow(2) * i64::from(weight)).sum()
}
