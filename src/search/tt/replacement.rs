//! Replacement: which slot of its cluster an entry takes, and whether it is stored at all.
//!
//! A position that is already stored keeps its slot. Otherwise the entry takes an empty slot, or the slot of the entry with
//! the lowest [value]. An entry is not stored if the same search stored a much deeper one of the same position.

use super::{
    cluster::Cluster,
    entry::{TtEntry, age_of},
};
use crate::{position::PackedMove, search::types::window::Bound};

/// Number of ages. The age of the table counts searches modulo this.
pub(super) const AGES: u8 = 32;

/// An entry of an earlier search counts as this many plies shallower, per search.
const AGE_PENALTY: i32 = 4;

/// A bound replaces an entry of the same position unless it is at least this many plies shallower,
const SAME_POSITION_MARGIN: i32 = 4;
/// and this many more on a principal variation.
const PV_MARGIN: i32 = 2;

/// What storing an entry did to the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreResult {
    /// The entry took an empty slot.
    New,
    /// The entry replaced one of the same position.
    Updated,
    /// The entry replaced one of another position.
    Replaced,
    /// The entry was not stored: a deeper one of the same position stays.
    Refused,
}

/// Value of an empty slot, lower than that of any entry.
const EMPTY: i32 = i32::MIN;

/// Stores an entry of the position with `key`. An entry without a move keeps the move of the entry that it replaces.
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

/// Stores a packed entry of a saved table, unless all entries of its cluster have at least its value.
pub(super) fn restore(cluster: &Cluster, key: u64, data: u64, age: u8) {
    let least = cluster.slots().iter().min_by_key(|slot| value(slot.read().1, age));
    if let Some(slot) = least.filter(|slot| value(slot.read().1, age) < value(data, age)) {
        slot.write(key, data);
    }
}

/// Value of a packed entry at this age of the table: its depth, less a penalty for its age.
#[inline]
fn value(data: u64, age: u8) -> i32 {
    TtEntry::unpack(data).map_or(EMPTY, |entry| {
        let searches = age.wrapping_sub(age_of(data)) % AGES;
        entry.depth - AGE_PENALTY * i32::from(searches)
    })
}

/// Whether `new` is a bound so much shallower than the stored entry that the stored entry stays.
#[inline]
fn is_much_shallower(new: &TtEntry, old: &TtEntry) -> bool {
    let margin = SAME_POSITION_MARGIN + if new.pv { PV_MARGIN } else { 0 };
    new.bound != Bound::Exact && new.depth + margin <= old.depth
}
