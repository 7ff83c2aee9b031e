//! The transposition table: what was found out about a position, for the next time it is met.
//!
//! A table is an array of [clusters](super::cluster); the [replacement rule](super::replacement) says which entry of a full cluster
//! is overwritten.
//!
//! What may be done with an entry is told in [`layers::recall`](crate::search::layers::table); how a table is kept in a file
//! in [`snapshot`](crate::search::hash_file).
//!
//! ```
//! use glulam::{position::{PackedMove, Position}, score::Score, search::{TranspositionTable, tt::entry::TtEntry, types::window::Bound}};
//!
//! let (table, key) = (TranspositionTable::new(1)?, Position::start().key());
//! let entry =
//!     TtEntry { mv: PackedMove::NONE, score: Score::cp(40), eval: None, depth: 6, bound: Bound::Lower, pv: false };
//! table.store(key, entry);
//! // "At least 40, six plies deep": no more is known, and a shallower bound does not overwrite it.
//! table.store(key, TtEntry { score: Score::cp(0), depth: 1, bound: Bound::Upper, ..entry });
//! assert_eq!(table.probe(key), Some(entry));
//! assert_eq!(table.probe(key ^ 1), None);
//! # Ok::<(), glulam::search::tt::table::OutOfMemory>(())
//! ```

use std::sync::atomic::{AtomicU8, Ordering};

use super::{
    cluster::{CLUSTER_BYTES, Cluster, SLOTS, Slot},
    entry::{TtEntry, age_of},
    replacement::{self, AGES, StoreResult},
};

/// The memory asked for is not to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {0} MB")]
pub struct OutOfMemory(pub usize);

/// A table of bounded size, shared by all threads of a search.
#[derive(Debug)]
pub struct TranspositionTable {
    slots: Box<[Slot]>,
    /// Slots to skip so that each cluster is one cache line.
    skipped: usize,
    /// Clusters in use; those behind them are empty.
    clusters: usize,
    age: AtomicU8,
    megabytes: usize,
}

impl TranspositionTable {
    /// A table of `megabytes` MB (2^20 bytes, at least 1) in all, empty. The memory comes zeroed from the system and is not
    /// touched before it is used.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system refuses.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        let megabytes = megabytes.max(1);
        let clusters = megabytes.checked_mul(1 << 20).ok_or(OutOfMemory(megabytes))? / CLUSTER_BYTES - 1;
        let slots = bytemuck::allocation::try_zeroed_slice_box::<Slot>((clusters + 1) * SLOTS)
            .map_err(|()| OutOfMemory(megabytes))?;
        let skipped = slots.as_ptr().align_offset(CLUSTER_BYTES).min(SLOTS);
        Ok(Self { slots, skipped, clusters, age: AtomicU8::new(0), megabytes })
    }

    /// As [`TranspositionTable::new`], but nothing of it is in use, nor touched, before it is [reset](TranspositionTable::reset).
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system refuses.
    pub fn with_capacity(megabytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { clusters: 1, ..Self::new(megabytes)? })
    }

    /// The size asked for, in MB.
    #[must_use]
    pub const fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// What is known of the position with `key`.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.cluster(key).slots().iter().find_map(|slot| {
            let (stored_key, data) = slot.read();
            if stored_key == key { TtEntry::unpack(data) } else { None }
        })
    }

    /// Remembers `entry` for the position with `key`, in place of what is worth least: shallow, and of earlier searches. An
    /// entry without a move keeps the move known before.
    pub fn store(&self, key: u64, entry: TtEntry) -> StoreResult {
        replacement::store(self.cluster(key), key, entry, self.age())
    }

    /// Fetches the cache line of `key` ahead of its use.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.cluster(key).prefetch();
    }

    /// A new search begins: what is in the table is from now on older.
    pub fn new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Forgets everything. Large tables are cleared by several threads.
    pub fn clear(&self) {
        const SHARE: usize = 1 << 21; // slots: 32 MB a thread at least
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let share = self.slots.len().div_ceil(threads).max(SHARE);
        let clear = |slots: &[Slot]| slots.iter().for_each(Slot::clear);
        std::thread::scope(|scope| {
            let mut shares = self.slots.chunks(share);
            let mine = shares.next();
            for theirs in shares {
                scope.spawn(move || clear(theirs));
            }
            mine.into_iter().for_each(clear);
        });
        self.age.store(0, Ordering::Relaxed);
    }

    /// Everything remembered, as key and packed data. Of a table that is being searched with it is a blurred picture.
    pub(in crate::search) fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        let slots = self.clusters().iter().flat_map(Cluster::slots);
        slots.map(Slot::read).filter(|(_, data)| TtEntry::unpack(*data).is_some())
    }

    /// Puts an entry back that [`TranspositionTable::entries`] gave, unless all in its cluster are worth more.
    pub(in crate::search) fn restore(&self, key: u64, data: u64) {
        replacement::restore(self.cluster(key), key, data, self.age());
    }

    /// The age of entries stored now: 0 to 31.
    pub(in crate::search) fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// Takes up the age of a table that was saved.
    pub(in crate::search) fn set_age(&self, age: u8) {
        self.age.store(age % AGES, Ordering::Relaxed);
    }

    /// Forgets everything, as a table that has just been made with room for the power of two of entries above `entries`,
    /// and no more than it has memory for. Only what may have been written is cleared.
    pub fn reset(&mut self, entries: u64) {
        let all = self.slots.len() / SLOTS - 1;
        self.clusters().iter().flat_map(Cluster::slots).for_each(Slot::clear);
        let wanted = entries.checked_add(1).and_then(u64::checked_next_power_of_two).unwrap_or(u64::MAX);
        self.clusters = usize::try_from(wanted / SLOTS as u64).unwrap_or(all).clamp(1, all);
        *self.age.get_mut() = 0;
    }

    /// How many of a thousand sampled entries belong to the present search.
    #[must_use]
    pub fn permille_full(&self) -> u16 {
        let age = self.age();
        let sample = &self.clusters()[..self.clusters.min(250)];
        let slots = sample.iter().flat_map(Cluster::slots);
        let used = slots.map(Slot::read).filter(|(_, data)| *data != 0 && age_of(*data) == age);
        (used.count() * 1000 / (SLOTS * sample.len())) as u16
    }

    /// The clusters in use.
    fn clusters(&self) -> &[Cluster] {
        &Cluster::group(&self.slots[self.skipped..])[..self.clusters]
    }

    /// The cluster of the position with `key`.
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        // The upper half of the product spreads keys over any number of clusters.
        let index = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        &Cluster::group(&self.slots[self.skipped..])[index]
    }
}

#[cfg(test)]
mod tests;
