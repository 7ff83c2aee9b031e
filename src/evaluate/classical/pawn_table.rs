//! What pawns and kings are worth, remembered: nine positions in ten have the pawns of one before.

use shakmaty::{Bitboard, Square};

use super::{tapered::Tapered, terms::Terms};
use crate::position::Position;

/// Entries, a power of two: small enough to stay near the processor.
const ENTRIES: usize = 1 << 13;

/// What is remembered of one formation.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    value: Tapered,
    passed: Bitboard,
}

/// A table of pawn formations with the kings' squares; one for each thread.
#[derive(Clone, Debug)]
pub struct PawnTable(Box<[Entry]>);

impl Default for PawnTable {
    fn default() -> Self {
        Self(vec![Entry::default(); ENTRIES].into_boxed_slice())
    }
}

impl PawnTable {
    /// What `compute` says of pawns and kings of `position` under these terms: the value for White, and which pawns are passed.
    #[inline]
    pub(crate) fn get_or_compute(
        &mut self,
        position: &Position,
        kings: [Square; 2],
        terms: Terms,
        compute: impl FnOnce() -> (Tapered, Bitboard),
    ) -> (Tapered, Bitboard) {
        let key = key(position.keys().pawns, kings, terms);
        let entry = &mut self.0[key as usize % ENTRIES];
        if entry.key != key {
            let (value, passed) = compute();
            *entry = Entry { key, value, passed };
        }
        (entry.value, entry.passed)
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.fill(Entry::default());
    }
}

/// One number for pawns, kings and terms. The multiplier is odd, so that no two sets of kings and terms collide on the same pawns.
#[inline]
fn key(pawns: u64, kings: [Square; 2], terms: Terms) -> u64 {
    let rest = 1 + kings[0].to_u32() + 64 * kings[1].to_u32() + 4096 * u32::from(terms.bits());
    pawns ^ u64::from(rest).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
