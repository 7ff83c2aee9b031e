//! What becomes of an entry that is handed to the table: asked by who counts, and by nobody else.

use std::sync::atomic::Ordering;

use super::{
    entry::{TtEntry, age_of},
    table::TranspositionTable,
};
use crate::search::types::window::Bound;

/// How much shallower a bound may be and still replace an entry of the same position; and how much more on a
/// principal variation.
const SAME_KEY_SLACK: i32 = 4;
const PV_SLACK: i32 = 2;

/// What becomes of an entry that is handed to the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreResult {
    /// It takes a free place.
    New,
    /// It takes the place of what was known of the same position.
    Renewed,
    /// It throws another position out.
    Replaced,
    /// It is not stored: what is known of the position is deeper.
    Refused,
}

impl TranspositionTable {
    /// What becomes of `entry` if it is stored now.
    #[must_use]
    pub fn fate(&self, key: u64, entry: &TtEntry) -> StoreResult {
        let mut has_room = false;
        for slot in self.cluster(key).chunks_exact(2) {
            let data = slot[1].load(Ordering::Relaxed);
            let Some(old) = TtEntry::unpack(data) else {
                has_room = true;
                continue;
            };
            if slot[0].load(Ordering::Relaxed) ^ data == key {
                let kept = is_kept(&old, entry) && age_of(data) == self.age();
                return if kept { StoreResult::Refused } else { StoreResult::Renewed };
            }
        }
        if has_room { StoreResult::New } else { StoreResult::Replaced }
    }
}

/// Whether what is known of a position is so much deeper than a bound found now that it stays, if it is of the same search.
#[inline]
pub(in crate::search) fn is_kept(old: &TtEntry, new: &TtEntry) -> bool {
    let slack = SAME_KEY_SLACK + if new.pv { PV_SLACK } else { 0 };
    new.bound != Bound::Exact && new.depth + slack <= old.depth
}
