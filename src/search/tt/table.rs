//! The transposition table: what was found out about a position, for the next time it is met.
//!
//! An entry is sixteen bytes, two words that threads read and write without a lock: the data, and the key xor the data.
//! A torn pair and a foreign key fail the same test (Hyatt's lockless hashing). The full key is kept: sixteen-bit keys
//! would pay for more entries with false hits, and one false hit breaks the proof that the exact rungs agree.
//!
//! What may be done with an entry is told in [`layers::recall`](crate::search::layers::recall); how a table is kept in a file
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

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::{
    entry::{TtEntry, age_of},
    replacement,
};
use crate::position::PackedMove;

/// Entries that share a cache line; a position may lie in any of them.
const CLUSTER: usize = 4;
const WORDS: usize = 2 * CLUSTER;
const LINE_BYTES: usize = 64;
const AGES: u8 = 32;
/// Plies of depth that an entry of an earlier search counts less, by search.
const AGE_PENALTY: i32 = 4;

/// The memory asked for is not to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {0} MB")]
pub struct OutOfMemory(pub usize);

/// A table of bounded size, shared by all threads of a search.
#[derive(Debug)]
pub struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// Words to skip so that a cluster is one cache line.
    first: usize,
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
        let clusters = megabytes.checked_mul(1 << 20).ok_or(OutOfMemory(megabytes))? / LINE_BYTES - 1;
        let words = bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>((clusters + 1) * WORDS)
            .map_err(|()| OutOfMemory(megabytes))?;
        let first = words.as_ptr().align_offset(LINE_BYTES).min(WORDS);
        Ok(Self { words, first, clusters, age: AtomicU8::new(0), megabytes })
    }

    /// As [`TranspositionTable::new`], but nothing of it is in use, nor touched, before it is [renewed](TranspositionTable::renew).
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system refuses.
    pub fn reserved(megabytes: usize) -> Result<Self, OutOfMemory> {
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
        self.cluster(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            let matches = slot[0].load(Ordering::Relaxed) ^ data == key;
            if matches { TtEntry::unpack(data) } else { None }
        })
    }

    /// Remembers `entry` for the position with `key`, in place of what is worth least: shallow, and of earlier searches. An
    /// entry without a move keeps the move known before.
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut victim = None;
        for slot in self.cluster(key).chunks_exact(2) {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key
                && let Some(old) = TtEntry::unpack(data)
            {
                if replacement::is_kept(&old, &entry) && age_of(data) == age {
                    return;
                }
                if entry.mv == PackedMove::NONE {
                    entry.mv = old.mv;
                }
                victim = Some((i32::MIN, slot));
                break;
            }
            let worth = worth(data, age);
            if victim.is_none_or(|(least, _)| worth < least) {
                victim = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = victim {
            let data = entry.pack(age);
            slot[0].store(key ^ data, Ordering::Relaxed);
            slot[1].store(data, Ordering::Relaxed);
        }
    }

    /// Fetches the cache line of `key` ahead of its use.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_line(&self.cluster(key)[0]);
    }

    /// A new search begins: what is in the table is from now on older.
    pub fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Forgets everything. Large tables are cleared by several threads.
    pub fn clear(&self) {
        const SHARE: usize = 1 << 22; // words: 32 MB a thread at least
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let share = self.words.len().div_ceil(threads).max(SHARE);
        let clear = |words: &[AtomicU64]| words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        std::thread::scope(|scope| {
            let mut shares = self.words.chunks(share);
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
        let slots = self.words[self.first..][..self.clusters * WORDS].chunks_exact(2);
        slots.filter_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            TtEntry::unpack(data).map(|_| (slot[0].load(Ordering::Relaxed) ^ data, data))
        })
    }

    /// Puts an entry back that [`TranspositionTable::entries`] gave, unless all in its cluster are worth more.
    pub(in crate::search) fn restore(&self, key: u64, data: u64) {
        let age = self.age();
        let worth = |data| worth(data, age);
        let least =
            self.cluster(key).chunks_exact(2).min_by_key(|slot| worth(slot[1].load(Ordering::Relaxed)));
        if let Some(slot) = least.filter(|slot| worth(slot[1].load(Ordering::Relaxed)) < worth(data)) {
            slot[0].store(key ^ data, Ordering::Relaxed);
            slot[1].store(data, Ordering::Relaxed);
        }
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
    pub fn renew(&mut self, entries: u64) {
        let all = self.words.len() / WORDS - 1;
        for word in &mut self.words[self.first..][..self.clusters * WORDS] {
            *word.get_mut() = 0;
        }
        let wanted = entries.checked_add(1).and_then(u64::checked_next_power_of_two).unwrap_or(u64::MAX);
        self.clusters = usize::try_from(wanted / CLUSTER as u64).unwrap_or(all).clamp(1, all);
        *self.age.get_mut() = 0;
    }

    /// How many of a thousand sampled entries belong to the present search.
    #[must_use]
    pub fn permille_full(&self) -> u16 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.words[self.first..][..(250 * WORDS).min(self.clusters * WORDS)];
        let used = sample.chunks_exact(2).filter(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        });
        (used.count() * 2000 / sample.len()) as u16
    }

    #[inline]
    pub(super) fn cluster(&self, key: u64) -> &[AtomicU64] {
        let index = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        &self.words[self.first + index * WORDS..][..WORDS]
    }
}

/// What an entry is worth at this age of the table: deep and of late; least of all where there is none.
#[inline]
fn worth(data: u64, age: u8) -> i32 {
    TtEntry::unpack(data).map_or(i32::MIN, |entry| {
        let generations = age.wrapping_sub(age_of(data)) % AGES;
        entry.depth - AGE_PENALTY * i32::from(generations)
    })
}

/// The one hint to the processor this engine gives: an address that will soon be read. See [`TranspositionTable::prefetch`].
#[cfg(target_arch = "x86_64")]
#[inline]
#[expect(unsafe_code, reason = "a prefetch has no safe spelling; it reads nothing and cannot fault")]
fn prefetch_line(word: &AtomicU64) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch changes no state a program can see, for any address; SSE is part of x86-64.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(word.as_ptr().cast_const().cast()) };
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn prefetch_line(_word: &AtomicU64) {}

#[cfg(test)]
mod tests;
