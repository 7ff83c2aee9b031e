//! Thirty-two numbers in one cache line: the unit in which nets are stored and computed.

use bytemuck::{Pod, Zeroable};

/// Numbers in a chunk.
pub const WIDTH: usize = 32;

/// What one register of AVX-512 holds, two of AVX2, four of NEON. Its alignment is that of the widest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Chunk(pub [i16; WIDTH]);

impl Chunk {
    /// All zero.
    pub const ZERO: Self = Self([0; WIDTH]);
}

/// The numbers of a row of chunks, in order.
pub fn numbers(row: &[Chunk]) -> impl Iterator<Item = i16> {
    row.iter().flat_map(|chunk| chunk.0)
}

/// Numbers as chunks; what does not fill a last one is left out.
#[must_use]
pub fn chunks(numbers: &[i16]) -> Box<[Chunk]> {
    numbers.as_chunks().0.iter().map(|chunk| Chunk(*chunk)).collect()
}
