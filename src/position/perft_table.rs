//! Perft with a memory: a position that was counted once at the same depth is not counted again.
//!
//! A count so helped no longer visits every line, so it says less about the speed of the rules; it is for large depths. Two words
//! an entry, the count and the key xor the count, are read and written without a lock: a torn pair fails the test, as in
//! the table of the search.

use std::sync::atomic::{AtomicU64, Ordering};

use shakmaty::{Chess, EnPassantMode, Position as _, zobrist::Zobrist64};

/// Makes keys of one position at different depths differ: the golden ratio in 64 bits.
const DEPTH_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// Counts already made. Chess960 needs a fresh one for each position: which rook may castle is not in the key.
#[derive(Debug)]
pub struct PerftTable(Box<[AtomicU64]>);

impl PerftTable {
    /// An empty table of `megabytes` MB (2^20 bytes, at least 1); `None` if the system has no such memory.
    pub fn new(megabytes: usize) -> Option<Self> {
        let bytes = megabytes.max(1).checked_mul(1 << 20)?;
        bytemuck::allocation::try_zeroed_slice_box(bytes / size_of::<AtomicU64>()).ok().map(Self)
    }

    /// The number of lines of `depth` plies, as [`perft`](super::perft::perft) counts them.
    pub fn perft(&self, chess: &Chess, depth: u32) -> u64 {
        if depth <= 1 {
            return super::perft::perft(chess, depth);
        }
        let key = chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
            ^ DEPTH_KEY.wrapping_mul(u64::from(depth));
        let entry = self.entry(key);
        let stored = entry[0].load(Ordering::Relaxed);
        // An empty entry would answer the key 0, one in 2^64, as any false hit has that chance.
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
    fn a_remembered_count_is_the_count() {
        let table = PerftTable::new(1).expect("a megabyte");
        random::walks(17, 4, |position| {
            for depth in 0..=3 {
                let expected = perft(position.chess(), depth);
                assert_eq!(table.perft(position.chess(), depth), expected, "{position}");
                assert_eq!(table.perft(position.chess(), depth), expected, "asked again: {position}");
            }
        });
    }
}
