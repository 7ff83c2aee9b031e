//! Reference implementation of the network's formulas, written independently from the description of the file
//! format: integers of 64 bits, and floats of 32 bits added one after the other.

use shakmaty::{Color, Piece, Role, Square};

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
    scale: i32,
    first: Vec<i64>,
    bias: Vec<i64>,
    second: Vec<i64>,
    second_bias: Vec<f32>,
    third: Vec<f32>,
    third_bias: Vec<f32>,
    output: Vec<f32>,
    output_bias: Vec<f32>,
}

impl Reference {
    pub fn new(network: &Network) -> Self {
        let bytes = network.to_bytes();
        let word = |at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().expect("four"));
        let neurons = word(12) as usize;
        let mut rest = &bytes[64..];
        let mut take = |count: usize| {
            let (taken, after) = rest.split_at(count);
            rest = after;
            taken
        };
        let shorts = |bytes: &[u8]| -> Vec<i64> {
            bytes.chunks(2).map(|two| i64::from(i16::from_le_bytes([two[0], two[1]]))).collect()
        };
        let signed = |bytes: &[u8]| bytes.iter().map(|byte| i64::from(*byte as i8)).collect();
        let (first, bias) = (signed(take(8 * 768 * neurons)), shorts(take(2 * neurons)));
        let second = signed(take(8 * 16 * neurons));
        let mut floats = |count: usize| -> Vec<f32> {
            let fours = take(4 * count).chunks(4);
            fours.map(|four| f32::from_le_bytes(four.try_into().expect("four"))).collect()
        };
        let (second_bias, third, third_bias) = (floats(8 * 16), floats(8 * 32 * 32), floats(8 * 32));
        let (output, output_bias) = (floats(8 * 32), floats(8));
        assert!(rest.is_empty(), "no bytes after the output bias");
        let scale = word(28);
        Self { neurons, scale, first, bias, second, second_bias, third, third_bias, output, output_bias }
    }

    /// Returns the evaluation from the side to move's point of view, clamped.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let us = position.turn();
        let mut inputs = Vec::new();
        for side in [us, !us] {
            let active = features(position, side);
            let sums = (0..self.neurons).map(|neuron| {
                let weights = active.iter().map(|feature| self.first[feature * self.neurons + neuron]);
                let sum = self.bias[neuron] + weights.sum::<i64>();
                assert!(i16::try_from(sum).is_ok(), "{sum} does not fit into 16 bits");
                sum
            });
            inputs.extend(products(&sums.collect::<Vec<_>>()));
        }
        let bucket = ((position.board().occupied().count() - 2) * 8 / 32).min(7);
        let weights = &self.second[bucket * 16 * self.neurons..][..16 * self.neurons];
        let output = self.output(bucket, &sums(&inputs, weights));
        let score = ((output * self.scale as f32) as i32).clamp(-29_000, 29_000);
        let lead = material(position) * score.signum();
        let more = lead.max(0) * (score.abs().clamp(900, 1400) - 900) / 500;
        (score + score.signum() * more).clamp(-29_000, 29_000)
    }

    /// Returns the output for the sums of the second layer.
    fn output(&self, bucket: usize, sums: &[i64]) -> f32 {
        let mut squares = Vec::new();
        let mut values = Vec::new();
        for (neuron, sum) in sums.iter().enumerate() {
            let exact = *sum as f32;
            assert_eq!(exact as i64, *sum, "the conversion to a float is exact");
            let value = exact * (1.0 / (64.0 * 127.0)) + self.second_bias[bucket * 16 + neuron];
            values.push(value.clamp(0.0, 1.0));
            squares.push(value.clamp(0.0, 1.0) * value.clamp(0.0, 1.0));
        }
        let inputs = [squares, values].concat();
        let mut lanes = [0.0_f32; 8];
        for neuron in 0..32 {
            let mut sum = self.third_bias[bucket * 32 + neuron];
            for (place, input) in inputs.iter().enumerate() {
                sum += input * self.third[(bucket * 32 + place) * 32 + neuron];
            }
            let value = sum.clamp(0.0, 1.0);
            lanes[neuron % 8] += value * value * self.output[bucket * 32 + neuron];
        }
        for width in [4, 2, 1] {
            for lane in 0..width {
                lanes[lane] += lanes[lane + width];
            }
        }
        self.output_bias[bucket] + lanes[0]
    }
}

/// Returns the rows of the first layer for the pieces and pawns in the view of a side.
fn features(position: &Position, side: Color) -> Vec<usize> {
    let board = position.board();
    let flip_ranks = if side.is_white() { 0 } else { 56 };
    let king = board.king_of(side).expect("a king") as usize ^ flip_ranks;
    let flip_files = if king % 8 > 3 { 7 } else { 0 };
    let file = (king ^ flip_files) % 8;
    let bucket = match king / 8 {
        0 => file,
        1 if file < 2 => 4,
        1 => 5,
        2 => 6,
        _ => 7,
    };
    let feature = |square: Square| {
        let piece = board.piece_at(square)?;
        let role = Role::ALL.iter().position(|role| *role == piece.role).expect("one of six");
        let number = if piece.color == side { role } else { role + 6 };
        Some(bucket * 768 + number * 64 + (square as usize ^ flip_ranks ^ flip_files))
    };
    Square::ALL.into_iter().filter_map(feature).collect()
}

/// Returns the pairwise products of the sums of one view.
fn products(sums: &[i64]) -> Vec<i64> {
    let half = sums.len() / 2;
    (0..half).map(|place| sums[place].clamp(0, 255) * sums[place + half].clamp(0, 255) / 512).collect()
}

/// Returns the sums of the second layer for weights in the order of the file.
fn sums(inputs: &[i64], weights: &[i64]) -> Vec<i64> {
    weights.chunks(inputs.len()).map(|row| row.iter().zip(inputs).map(|(w, input)| w * input).sum()).collect()
}

/// Returns the sums of the second layer for two accumulators and weights in the order of the file.
pub fn second_layer(accumulators: [&[Chunk]; 2], weights: &[i8]) -> Vec<i64> {
    let views = accumulators.map(|row| products(&numbers(row).map(i64::from).collect::<Vec<_>>()));
    sums(&views.concat(), &weights.iter().map(|weight| i64::from(*weight)).collect::<Vec<_>>())
}

/// Returns the material of the side to move minus that of the opponent.
fn material(position: &Position) -> i32 {
    let value = |piece: Piece| match piece.role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    };
    let signed = |(_, piece): (Square, Piece)| {
        if piece.color == position.turn() { value(piece) } else { -value(piece) }
    };
    position.board().clone().into_iter().map(signed).sum()
}
