//! The transposition table of Pichu, used in the next iteration and, through a file, in the next run.
//!
//! An entry is used for a cutoff only at exactly the depth with which it was stored, so scores equal those of
//! alpha-beta. Each depth of a position has its own entry, so a shallow result does not replace a deep result
//! of the same position while the bucket has a shallower or empty slot. A single thread uses the table.

use shakmaty::Square;

use super::moves::Flight;
use crate::{
    chess::score::Score,
    search::{
        tt::table::OutOfMemory,
        types::window::{Bound, Window},
    },
};

/// Number of entries of 16 bytes in a table: 16 MiB.
const ENTRIES: usize = 1 << 20;
/// Number of entries per bucket, which fills one cache line. A position can be stored in any entry of its
/// bucket.
const BUCKET: usize = 4;
/// Number of plies by which an entry counts as shallower in replacement, for each search since it was stored.
const AGE_PENALTY: i32 = 2;

/// A transposition table entry: the result of searching a position to one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PichuEntry {
    /// Search depth in plies, at least 1.
    pub depth: u8,
    /// Score, with mate distances counted from the position itself ([`Score::to_table`]).
    pub score: Score,
    /// Type of the score: exact, lower bound or upper bound.
    pub bound: Bound,
    /// Best move found by the search.
    pub best: Flight,
}

impl PichuEntry {
    /// Returns the score if it allows a cutoff at a node with this window at `ply`; otherwise `None`.
    pub fn cutoff_score(&self, window: Window, ply: usize) -> Option<Score> {
        let score = self.score.from_table(ply);
        let is_cutoff = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        is_cutoff.then_some(score)
    }

    /// Packs the entry and its age into one 64-bit word.
    pub(super) fn pack(self, age: u8) -> u64 {
        let score = u64::from(self.score.raw() as u32);
        let best = u64::from(self.best.from.to_u32() << 6 | self.best.to.to_u32());
        score | u64::from(self.depth) << 32 | (self.bound as u64) << 40 | best << 42 | u64::from(age) << 54
    }

    /// Unpacks an entry. Returns `None` for an empty slot and for a word with an invalid bound, depth or
    /// score.
    pub(super) fn unpack(data: u64) -> Option<Self> {
        let score = Score::from_raw(data as u32 as i32);
        let bound = match data >> 40 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let square = |shift: u32| Square::new((data >> shift & 63) as u32);
        let depth = (data >> 32) as u8;
        let is_valid = score < Score::INFINITE && score > -Score::INFINITE && depth > 0;
        is_valid.then_some(Self { depth, score, bound, best: Flight { from: square(48), to: square(42) } })
    }
}

const fn age_of(data: u64) -> u8 {
    (data >> 54) as u8
}

/// A transposition table of fixed size.
#[derive(Debug)]
pub struct PichuTable {
    slots: Box<[[u64; 2]]>,
    age: u8,
}

impl PichuTable {
    /// Creates an empty table. Pages are zeroed by the operating system and committed on first use.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the memory cannot be allocated.
    pub fn new() -> Result<Self, OutOfMemory> {
        let slots = bytemuck::allocation::try_zeroed_slice_box(ENTRIES)
            .map_err(|()| OutOfMemory((ENTRIES * size_of::<[u64; 2]>()) >> 20))?;
        Ok(Self { slots, age: 0 })
    }

    /// Marks the beginning of a new search: all existing entries become older by one search.
    pub const fn increment_age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Looks up a position. Returns the entry stored with exactly `depth`, and the best move of the
    /// position's deepest entry.
    pub fn probe(&self, key: u64, depth: i32) -> (Option<PichuEntry>, Option<Flight>) {
        let entries = self.slots[bucket(key)].iter().filter(|slot| slot[0] == key);
        let mut deepest: Option<PichuEntry> = None;
        let mut equal = None;
        for entry in entries.filter_map(|slot| PichuEntry::unpack(slot[1])) {
            if i32::from(entry.depth) == depth {
                equal = Some(entry);
            }
            if deepest.is_none_or(|best| best.depth < entry.depth) {
                deepest = Some(entry);
            }
        }
        (equal, deepest.map(|entry| entry.best))
    }

    /// Stores `entry`. Replaces the entry with the same key and depth, otherwise an empty slot or the
    /// shallowest and oldest entry of the bucket.
    pub fn store(&mut self, key: u64, entry: PichuEntry) {
        let age = self.age;
        let value = |slot: &[u64; 2]| match PichuEntry::unpack(slot[1]) {
            Some(old) if slot[0] == key && old.depth == entry.depth => i32::MIN,
            None => i32::MIN + 1,
            Some(old) => i32::from(old.depth) - AGE_PENALTY * i32::from(age.wrapping_sub(age_of(slot[1]))),
        };
        if let Some(slot) = self.slots[bucket(key)].iter_mut().min_by_key(|slot| value(slot)) {
            *slot = [key, entry.pack(age)];
        }
    }

    /// Iterates over all entries of the transposition table with the keys of the entries, in unspecified
    /// order.
    pub fn entries(&self) -> impl Iterator<Item = (u64, PichuEntry)> {
        self.slots.iter().filter_map(|slot| Some((slot[0], PichuEntry::unpack(slot[1])?)))
    }
}

fn bucket(key: u64) -> std::ops::Range<usize> {
    let first = key as usize % (ENTRIES / BUCKET) * BUCKET;
    first..first + BUCKET
}
