//! [`TranspositionTable`]: a hash table of search results, shared by all search threads.
//!
//! The table is an array of clusters with four entries each. The [replacement scheme](super::replacement)
//! chooses which entry of a full cluster is overwritten.
//!
//! The layer [`table`](crate::search::layers::table) decides when a stored score ends a node. [`hash_file`]
//! saves a table to disk.
//!
//! [`hash_file`]: crate::search::hash_file
//!
//! ```
//! use glulam::{chess::{position::{PackedMove, Position}, score::Score}, search::{TranspositionTable, tt::entry::TtEntry, types::window::Bound}};
//!
//! let (table, key) = (TranspositionTable::new(1)?, Position::start().key());
//! let entry =
//!     TtEntry { mv: PackedMove::NONE, score: Score::cp(40), eval: None, depth: 6, bound: Bound::Lower, pv: false };
//! table.store(key, entry);
//! // The entry is a lower bound of 40 centipawns at depth 6. A much shallower bound does not replace it.
//! table.store(key, TtEntry { score: Score::cp(0), depth: 1, bound: Bound::Upper, ..entry });
//! assert_eq!(table.probe(key), Some(entry));
//! assert_eq!(table.probe(key ^ 1), None);
//! # Ok::<(), glulam::search::tt::table::OutOfMemory>(())
//! ```

use std::{
    sync::atomic::{AtomicU8, Ordering},
    time::Duration,
};

use super::{
    cluster::{CLUSTER_BYTES, Cluster, SLOTS, Slot},
    entry::{TtEntry, age_of},
    replacement::{self, AGES, StoreResult},
};
use crate::{
    chess::score::Score,
    search::types::window::Bound,
    support::{
        huge_pages,
        prefetch::prefetch,
        threads::{self, SMALL_STACK_BYTES},
    },
};

/// Error: the memory for a transposition table cannot be allocated. The field is the requested table size in
/// MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate a transposition table of {0} MiB")]
pub struct OutOfMemory(pub usize);

/// Default hash size in MiB of a search and of the UCI option `Hash`.
pub const DEFAULT_MEGABYTES: usize = 16;
/// Largest hash size in MiB: 512 GiB.
pub const MOST_MEGABYTES: usize = 1 << 19;

/// Longest time for committing the memory of a new table. On most machines it suffices for 1 GiB.
const COMMITTING_TIME: Duration = Duration::from_millis(100);

/// Transposition table of fixed size, shared by all search threads.
#[derive(Debug)]
pub struct TranspositionTable {
    slots: Box<[Slot]>,
    /// Number of unused slots before the first cluster, so that each cluster is exactly one cache line.
    skipped: usize,
    /// Number of clusters that the table uses. Clusters beyond this number stay empty and unused until
    /// [`TranspositionTable::reset`] increases the number of clusters.
    clusters: usize,
    age: AtomicU8,
    megabytes: usize,
}

impl TranspositionTable {
    /// Creates an empty table of `megabytes` MiB (at least 1) on [huge pages](crate::support::huge_pages), where the
    /// system has them and commits them in time. It commits all other pages on first use.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the memory cannot be allocated.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        let table = Self::lazy(megabytes)?;
        huge_pages::commit(&table.slots, COMMITTING_TIME, Slot::clear);
        Ok(table)
    }

    /// Creates an empty table that reserves `megabytes` MiB, but uses only one cluster until
    /// [`TranspositionTable::reset`] sets the number of entries.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the memory cannot be allocated.
    pub fn with_capacity(megabytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { clusters: 1, ..Self::lazy(megabytes)? })
    }

    /// Creates an empty table of `megabytes` MiB (at least 1) in no time: the operating system commits each page,
    /// of normal size, on first use.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the memory cannot be allocated.
    pub(crate) fn lazy(megabytes: usize) -> Result<Self, OutOfMemory> {
        let megabytes = megabytes.max(1);
        let clusters = megabytes.checked_mul(1 << 20).ok_or(OutOfMemory(megabytes))? / CLUSTER_BYTES - 1;
        let slots = bytemuck::allocation::try_zeroed_slice_box::<Slot>((clusters + 1) * SLOTS)
            .map_err(|()| OutOfMemory(megabytes))?;
        let skipped = slots.as_ptr().align_offset(CLUSTER_BYTES).min(SLOTS);
        Ok(Self { slots, skipped, clusters, age: AtomicU8::new(0), megabytes })
    }

    /// Returns the requested size of the table, in MiB.
    pub const fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// TT probe: returns the entry of the position with `key`; `None` if the table has no entry for `key`.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.cluster(key).slots().iter().find_map(|slot| {
            let (stored_key, data) = slot.read();
            if stored_key == key { TtEntry::unpack(data) } else { None }
        })
    }

    /// Stores `entry` for the position with `key`. The [replacement scheme](super::replacement) chooses the
    /// old entry that is overwritten. If `entry` has no move, the TT move of the old entry of the same
    /// position is kept.
    pub fn store(&self, key: u64, entry: TtEntry) -> StoreResult {
        replacement::store(self.cluster(key), key, entry, self.age())
    }

    /// Prefetches the cache line of the table that can contain the position with `key`.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// Increments the age of the table at the start of a search. All stored entries become older.
    pub(crate) fn new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Removes all entries of the table and sets its age to 0. On a machine with several processors, several
    /// threads clear a large table at once, if the system can start them.
    pub fn clear(&self) {
        const SHARE: usize = 1 << 21; // minimum number of slots that one thread clears: 32 MiB
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let share = self.slots.len().div_ceil(cores).max(SHARE);
        let clear = |slots: &[Slot]| slots.iter().for_each(Slot::clear);
        std::thread::scope(|scope| {
            let shares: Vec<_> = self.slots.chunks(share).collect();
            let (helpers, _) = threads::start(1..shares.len(), |number| {
                let slots = shares[number];
                threads::new("clear", SMALL_STACK_BYTES).spawn_scoped(scope, move || clear(slots))
            });
            // The calling thread clears the first share, and the shares without a thread.
            clear(shares[0]);
            shares[1 + helpers.len()..].iter().for_each(|slots| clear(slots));
        });
        self.age.store(0, Ordering::Relaxed);
    }

    /// Removes everything but the move from every entry, so that no entry can end a main search node: its depth
    /// becomes 0, and its score an upper bound above all scores.
    pub(in crate::search) fn keep_only_moves(&self) {
        for slot in self.clusters().iter().flat_map(Cluster::slots) {
            let (key, data) = slot.read();
            if let Some(TtEntry { mv, .. }) = TtEntry::unpack(data) {
                let (score, bound) = (Score::INFINITE, Bound::Upper);
                let entry = TtEntry { mv, score, eval: None, depth: 0, bound, pv: false };
                slot.write(key, entry.pack(age_of(data)));
            }
        }
    }

    /// Iterates over all entries of the table, each as position key and packed data. If a search uses the
    /// table meanwhile, entries may change during the iteration.
    pub(in crate::search) fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        let slots = self.clusters().iter().flat_map(Cluster::slots);
        slots.map(Slot::read).filter(|(_, data)| TtEntry::unpack(*data).is_some())
    }

    /// Stores an entry from [`TranspositionTable::entries`], unless all entries of its cluster have the same
    /// or a higher value in the [replacement scheme](super::replacement).
    pub(in crate::search) fn restore(&self, key: u64, data: u64) {
        replacement::restore(self.cluster(key), key, data, self.age());
    }

    /// Returns the current age of the table: the number of searches since the last clear, modulo 32.
    pub(in crate::search) fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// Sets the age of the table, for a table loaded from a hash file.
    pub(in crate::search) fn set_age(&self, age: u8) {
        self.age.store(age % AGES, Ordering::Relaxed);
    }

    /// Removes all entries and resizes the table to hold the smallest power of two of entries above
    /// `entries`, at least four and at most what the allocated memory holds. A reset table behaves like a new
    /// table of this size. `reset` clears only the clusters in use.
    pub fn reset(&mut self, entries: u64) {
        let all = self.slots.len() / SLOTS - 1;
        self.clusters().iter().flat_map(Cluster::slots).for_each(Slot::clear);
        let capacity = entries.checked_add(1).and_then(u64::checked_next_power_of_two).unwrap_or(u64::MAX);
        self.clusters = usize::try_from(capacity / SLOTS as u64).unwrap_or(all).clamp(1, all);
        *self.age.get_mut() = 0;
    }

    /// Returns the share of slots whose entry the current search stored (UCI `hashfull`), in permille, from a
    /// sample of up to 1,000 slots.
    pub fn permille_full(&self) -> u16 {
        let age = self.age();
        let sample = &self.clusters()[..self.clusters.min(250)];
        let slots = sample.iter().flat_map(Cluster::slots);
        let used = slots.map(Slot::read).filter(|(_, data)| *data != 0 && age_of(*data) == age);
        (used.count() * 1000 / (SLOTS * sample.len())) as u16
    }

    /// Returns the clusters in which the table stores entries, without the unused slots before and after the
    /// clusters.
    fn clusters(&self) -> &[Cluster] {
        &Cluster::group(&self.slots[self.skipped..])[..self.clusters]
    }

    /// Returns the cluster that can contain the entry of the position with `key`.
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        // The upper 64 bits of the product map the key uniformly to the clusters, however many there are.
        let index = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        &Cluster::group(&self.slots[self.skipped..])[index]
    }
}

#[cfg(test)]
mod tests;
