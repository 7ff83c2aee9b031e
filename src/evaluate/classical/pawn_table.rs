//! Pawn hash table: stores the score of pawns and kings. Nine of ten positions have the same pawns and kings
//! as an earlier position.

use shakmaty::{Bitboard, Square};

use super::{tapered::Tapered, terms::Terms};
use crate::chess::position::Position;

/// Number of entries, a power of two. The table is small enough to stay in the processor's cache.
const ENTRIES: usize = 1 << 13;

/// Score of pawns and kings, and passed pawns, for one combination of pawns, king squares and terms.
#[derive(Clone, Copy, Debug, Default)]
struct PawnEntry {
    key: u64,
    value: Tapered,
    passed: Bitboard,
}

/// Pawn hash table, indexed by pawns and kings. Each search thread has its own pawn hash table.
#[derive(Clone, Debug)]
pub struct PawnTable(Box<[PawnEntry]>);

impl Default for PawnTable {
    fn default() -> Self {
        Self(vec![PawnEntry::default(); ENTRIES].into_boxed_slice())
    }
}

impl PawnTable {
    /// Returns the score of pawns and kings for White and the set of passed pawns, from the table or from
    /// `compute`.
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
            *entry = PawnEntry { key, value, passed };
        }
        (entry.value, entry.passed)
    }

    /// Clears the pawn hash table.
    pub fn clear(&mut self) {
        self.0.fill(PawnEntry::default());
    }
}

/// Returns the key for pawns, kings, and terms. The multiplier is odd, so different kings or terms with the
/// same pawns never have the same key.
#[inline]
fn key(pawns: u64, kings: [Square; 2], terms: Terms) -> u64 {
    let rest = 1 + kings[0].to_u32() + 64 * kings[1].to_u32() + 4096 * u32::from(terms.bits());
    pawns ^ u64::from(rest).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
