//! Slots and clusters: memory layout of the transposition table, with lockless access by several threads.
//!
//! A slot has 16 bytes: the 64-bit data word, and the 64-bit key XOR the data word. Threads read and write
//! the two words of a slot without a lock (Hyatt's lockless hashing). If another thread overwrites a slot
//! between the reads of the slot's two words, the XOR gives a wrong key, and the probe almost certainly finds
//! no entry. A slot stores the full 64-bit key. Keys of 16 bits would allow more entries, but would let a
//! probe return the entry of another position; a single wrong entry could make exact rungs return different
//! scores.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::{TransparentWrapper, Zeroable};

/// Number of slots per cluster: each slot can store one entry.
pub(super) const SLOTS: usize = 4;

/// Size of a cluster and of a cache line, in bytes.
pub(super) const CLUSTER_BYTES: usize = size_of::<Cluster>();
const _: () = assert!(CLUSTER_BYTES == 64);

/// Slot: storage for one TT entry. A slot whose bytes are all zero is empty.
#[derive(Debug, Zeroable)]
#[repr(C)]
pub(super) struct Slot {
    /// Position key XOR the data word.
    key: AtomicU64,
    /// Data word: the [packed](super::entry) TT entry.
    data: AtomicU64,
}

impl Slot {
    /// Returns the position key and the packed entry of the slot. If another thread writes the slot between
    /// the reads of the two words, the returned key is wrong and almost certainly matches no position.
    #[inline]
    pub(super) fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.key.load(Ordering::Relaxed) ^ data, data)
    }

    /// Stores a position key and a packed entry in the slot, without a lock.
    #[inline]
    pub(super) fn write(&self, key: u64, data: u64) {
        self.key.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }

    /// Empties the slot.
    pub(super) fn clear(&self) {
        self.write(0, 0);
    }
}

/// Cluster: the four slots that can hold the entry of a position. The four slots share a cache line, so a
/// probe reads memory once.
///
/// The type `Cluster` does not have `#[repr(align(64))]`. With an alignment of 64 bytes, the standard library
/// would zero the memory by writing to it, which commits all pages of a large table at once. Instead of an
/// alignment of the type, the [table](super::table) aligns its first cluster to a cache line.
#[derive(Debug, TransparentWrapper)]
#[repr(transparent)]
pub(super) struct Cluster([Slot; SLOTS]);

impl Cluster {
    /// Groups consecutive slots into clusters of four; leftover slots at the end are ignored.
    #[inline]
    pub(super) fn group(slots: &[Slot]) -> &[Self] {
        Self::wrap_slice(slots.as_chunks().0)
    }

    /// Returns the four slots of the cluster.
    pub(super) const fn slots(&self) -> &[Slot; SLOTS] {
        &self.0
    }
}
