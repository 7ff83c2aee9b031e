//! Chunks of 32 numbers: the unit of storage and SIMD arithmetic. The weights of the first layer have 8 bits, its
//! biases and sums 16.

use bytemuck::{Pod, Zeroable};

/// Number of integers per chunk.
pub(crate) const WIDTH: usize = 32;

/// 32 numbers of 16 bits: one register of AVX-512, two of AVX2, four of NEON. Aligned for the widest
/// register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Chunk(pub [i16; WIDTH]);

impl Chunk {
    /// A chunk of zeros.
    pub const ZERO: Self = Self([0; WIDTH]);
}

/// 32 weights of the first layer, 8 bits each: half a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct WeightChunk(pub [i8; WIDTH]);

/// Iterates over the numbers of a row of chunks.
pub fn numbers(row: &[Chunk]) -> impl Iterator<Item = i16> {
    row.iter().flat_map(|chunk| chunk.0)
}

/// Converts weights to chunks. An incomplete last chunk is dropped.
pub fn weight_chunks(weights: &[i8]) -> Box<[WeightChunk]> {
    weights.as_chunks().0.iter().map(|chunk| WeightChunk(*chunk)).collect()
}

/// Converts numbers to chunks. An incomplete last chunk is dropped.
pub fn chunks(numbers: &[i16]) -> Box<[Chunk]> {
    numbers.as_chunks().0.iter().map(|chunk| Chunk(*chunk)).collect()
}
