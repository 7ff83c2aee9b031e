//! What the search found out about a position, for the next time it is met: at the next depth, or in the next run.
//!
//! An entry counts only at the depth it was stored with, so that the score stays alpha-beta's; every depth of a position
//! has an entry of its own, and a deep one from an earlier run is not lost to a shallow one of today. One thread, no locks.

use shakmaty::Square;

use super::moves::Flight;
use crate::{
    score::Score,
    search::{
        tt::table::OutOfMemory,
        types::window::{Bound, Window},
    },
};

/// The size of a table, in entries of 16 bytes: 16 MB.
const ENTRIES: usize = 1 << 20;
/// Entries among which a position may lie: a cache line.
const BUCKET: usize = 4;
/// Plies of depth that an entry loses with each search since.
const AGE_PENALTY: i32 = 2;

/// What is known of a position at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The depth of the search that found it, at least 1.
    pub depth: u8,
    /// The value, mates counted from the position itself ([`Score::to_table`]).
    pub score: Score,
    /// What the value says.
    pub bound: Bound,
    /// The best move found.
    pub best: Flight,
}

impl Entry {
    /// The score, if it settles a node with this window at `ply`.
    pub fn cutoff_score(&self, window: Window, ply: usize) -> Option<Score> {
        let score = self.score.from_table(ply);
        let is_cutoff = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        is_cutoff.then_some(score)
    }

    /// The entry in one word, for a slot or a file.
    pub(super) fn pack(self, age: u8) -> u64 {
        let score = u64::from(self.score.raw() as u32);
        let best = u64::from(self.best.from.to_u32() << 6 | self.best.to.to_u32());
        score | u64::from(self.depth) << 32 | (self.bound as u64) << 40 | best << 42 | u64::from(age) << 54
    }

    /// `None` for what [`Entry::pack`] never makes, an empty slot among it.
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

/// A table of one size.
#[derive(Debug)]
pub struct Table {
    slots: Box<[[u64; 2]]>,
    age: u8,
}

impl Table {
    /// An empty table. The system gives zeroed memory, and only what is used is ever touched.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system refuses.
    pub fn new() -> Result<Self, OutOfMemory> {
        let slots = bytemuck::allocation::try_zeroed_slice_box(ENTRIES)
            .map_err(|()| OutOfMemory((ENTRIES * size_of::<[u64; 2]>()) >> 20))?;
        Ok(Self { slots, age: 0 })
    }

    /// A new search begins; what is in the table is from now on older.
    pub const fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// What is known of the position with `key` at `depth`, and the best move found at whatever depth was greatest.
    pub fn probe(&self, key: u64, depth: i32) -> (Option<Entry>, Option<Flight>) {
        let entries = self.slots[bucket(key)].iter().filter(|slot| slot[0] == key);
        let mut deepest: Option<Entry> = None;
        let mut equal = None;
        for entry in entries.filter_map(|slot| Entry::unpack(slot[1])) {
            if i32::from(entry.depth) == depth {
                equal = Some(entry);
            }
            if deepest.is_none_or(|best| best.depth < entry.depth) {
                deepest = Some(entry);
            }
        }
        (equal, deepest.map(|entry| entry.best))
    }

    /// Remembers `entry` in place of the same depth's, or of what is worth least: shallow, and of earlier searches.
    pub fn store(&mut self, key: u64, entry: Entry) {
        let age = self.age;
        let value = |slot: &[u64; 2]| match Entry::unpack(slot[1]) {
            Some(old) if slot[0] == key && old.depth == entry.depth => i32::MIN,
            None => i32::MIN + 1,
            Some(old) => i32::from(old.depth) - AGE_PENALTY * i32::from(age.wrapping_sub(age_of(slot[1]))),
        };
        if let Some(slot) = self.slots[bucket(key)].iter_mut().min_by_key(|slot| value(slot)) {
            *slot = [key, entry.pack(age)];
        }
    }

    /// Every entry with its key, in no order that matters.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Entry)> {
        self.slots.iter().filter_map(|slot| Some((slot[0], Entry::unpack(slot[1])?)))
    }
}

fn bucket(key: u64) -> std::ops::Range<usize> {
    let first = key as usize % (ENTRIES / BUCKET) * BUCKET;
    first..first + BUCKET
}
