//! Replacement scheme of the transposition table: which entry of a cluster a new entry replaces.
//!
//! A new entry replaces the old entry of the same position, unless the current search stored a much deeper
//! entry there. A new exact score always replaces the entry of its own position. The entry of a new position
//! takes an empty slot. In a full cluster, a new entry replaces the entry with the lowest replacement value:
//! its depth minus a penalty per search since it was stored. The margins follow Stockfish (GPL-3.0).

use super::{
    cluster::Cluster,
    entry::{TtEntry, age_of},
};
use crate::{chess::position::PackedMove, search::types::window::Bound};

/// Number of different table ages. The age of the table is the number of searches since the last clear,
/// modulo 32.
pub(super) const AGES: u8 = 32;

/// Penalty for old entries, in plies of depth per search since the entry was stored.
const AGE_PENALTY: i32 = 4;

/// Minimum depth advantage, in plies, with which an entry that the current search stored is kept instead of a
/// new entry of the same position with a bound.
const SAME_POSITION_MARGIN: i32 = 4;
/// Additional depth advantage, in plies, that the old entry of the same position needs if the new entry is
/// marked as a PV node.
const PV_MARGIN: i32 = 2;

/// Result of storing an entry in the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreResult {
    /// The new entry took an empty slot of its cluster.
    New,
    /// The new entry replaced an old entry of the same position.
    Updated,
    /// The new entry replaced an entry of another position, because its cluster was full.
    Replaced,
    /// The new entry was not stored, because the current search has stored a much deeper entry of the same
    /// position.
    Refused,
}

/// Replacement value of an empty slot, lower than the replacement value of any entry.
const EMPTY: i32 = i32::MIN;

/// Stores the entry `new` of the position with `key` in its cluster. If `new` has no move, the TT move of the
/// old entry of the same position is kept.
#[inline]
pub(super) fn store(cluster: &Cluster, key: u64, mut new: TtEntry, age: u8) -> StoreResult {
    let (mut target, mut lowest) = (&cluster.slots()[0], i32::MAX);
    for slot in cluster.slots() {
        let (stored_key, data) = slot.read();
        if stored_key == key
            && let Some(old) = TtEntry::unpack(data)
        {
            if is_much_shallower(&new, &old) && age_of(data) == age {
                return StoreResult::Refused;
            }
            if new.mv == PackedMove::NONE {
                new.mv = old.mv;
            }
            slot.write(key, new.pack(age));
            return StoreResult::Updated;
        }
        let value = value(data, age);
        if value < lowest {
            (target, lowest) = (slot, value);
        }
    }
    target.write(key, new.pack(age));
    if lowest == EMPTY { StoreResult::New } else { StoreResult::Replaced }
}

/// Stores a packed entry from a hash file, unless all entries of its cluster have the same or a higher value.
pub(super) fn restore(cluster: &Cluster, key: u64, data: u64, age: u8) {
    let least = cluster.slots().iter().min_by_key(|slot| value(slot.read().1, age));
    if let Some(slot) = least.filter(|slot| value(slot.read().1, age) < value(data, age)) {
        slot.write(key, data);
    }
}

/// Returns the replacement value of a packed entry: its depth minus the penalty for its age, in plies. `age`
/// is the current age of the table.
#[inline]
fn value(data: u64, age: u8) -> i32 {
    TtEntry::unpack(data).map_or(EMPTY, |entry| {
        let searches = age.wrapping_sub(age_of(data)) % AGES;
        entry.depth - AGE_PENALTY * i32::from(searches)
    })
}

/// Whether `new` is only a bound and so much shallower than `old` that `old` is kept.
#[inline]
fn is_much_shallower(new: &TtEntry, old: &TtEntry) -> bool {
    let margin = SAME_POSITION_MARGIN + if new.pv { PV_MARGIN } else { 0 };
    new.bound != Bound::Exact && new.depth + margin <= old.depth
}
