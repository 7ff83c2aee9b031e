//! Perft with a hash table: a position that was counted at the same depth is not counted again, unless
//! another position has overwritten its entry.
//!
//! With the table, perft does not visit every line, so its speed does not measure the move generator. The
//! table is meant for large perft depths. An entry has two 64-bit words: the count, and the key XOR the
//! count. The words are read and written without a lock. If two threads write the same entry at the same
//! time, the words of the entry may not fit together; a later probe then finds no matching key and ignores
//! the entry, as in the transposition table of the search.

use std::sync::atomic::{AtomicU64, Ordering};

use shakmaty::{Chess, EnPassantMode, Position as _, zobrist::Zobrist64};

/// Multiplied by the depth and combined with the key, so that the same position has different keys at
/// different depths. The constant is 2^64 divided by the golden ratio.
const DEPTH_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hash table of perft counts. In Chess960 each start position needs a new table, because the key does not
/// contain which rook may castle.
#[derive(Debug)]
pub struct PerftTable(Box<[AtomicU64]>);

impl PerftTable {
    /// Creates an empty table of `megabytes` MiB, at least 1. Returns `None` if the memory cannot be
    /// allocated.
    pub fn new(megabytes: usize) -> Option<Self> {
        let bytes = megabytes.max(1).checked_mul(1 << 20)?;
        bytemuck::allocation::try_zeroed_slice_box(bytes / size_of::<AtomicU64>()).ok().map(Self)
    }

    /// Returns the number of move sequences of `depth` plies. The number differs from that of
    /// [`perft`](super::perft::perft) only after a collision of two keys.
    pub fn perft(&self, chess: &Chess, depth: u32) -> u64 {
        if depth <= 1 {
            return super::perft::perft(chess, depth);
        }
        let key = chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
            ^ DEPTH_KEY.wrapping_mul(u64::from(depth));
        let entry = self.entry(key);
        let stored = entry[0].load(Ordering::Relaxed);
        // An empty entry matches the key 0. The probability is 2^-64, the same as for any other false match.
        if entry[1].load(Ordering::Relaxed) ^ stored == key {
            return stored;
        }
        let mut leaves = 0;
        for mv in &chess.legal_moves() {
            let mut child = chess.clone();
            child.play_unchecked(*mv);
            leaves += self.perft(&child, depth - 1);
        }
        entry[0].store(leaves, Ordering::Relaxed);
        entry[1].store(leaves ^ key, Ordering::Relaxed);
        leaves
    }

    fn entry(&self, key: u64) -> &[AtomicU64] {
        let entries = self.0.len() / 2;
        let index = ((u128::from(key) * entries as u128) >> 64) as usize;
        &self.0[2 * index..][..2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{perft::perft, random};

    #[test]
    fn stored_counts_equal_computed_counts() {
        let table = PerftTable::new(1).expect("a megabyte");
        random::walks(17, 4, |position| {
            for depth in 0..=3 {
                let expected = perft(position.chess(), depth);
                assert_eq!(table.perft(position.chess(), depth), expected, "{position}");
                assert_eq!(table.perft(position.chess(), depth), expected, "second call: {position}");
            }
        });
    }
}
