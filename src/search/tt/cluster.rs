//! Slots and clusters: how entries lie in memory, and how threads read and write them without a lock.
//!
//! An entry is sixteen bytes, two words that threads read and write without a lock: the data, and the key xor the data.
//! A torn pair and a foreign key fail the same test (Hyatt's lockless hashing). The full key is kept: sixteen-bit keys
//! would pay for more entries with false hits, and one false hit breaks the proof that the exact rungs agree.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::{TransparentWrapper, Zeroable};

/// Slots per cluster.
pub(super) const SLOTS: usize = 4;

/// Size of a cluster and of a cache line, in bytes.
pub(super) const CLUSTER_BYTES: usize = size_of::<Cluster>();
const _: () = assert!(CLUSTER_BYTES == 64);

/// Room for one entry. A slot of zeros is empty.
#[derive(Debug, Zeroable)]
#[repr(C)]
pub(super) struct Slot {
    /// Key xor data.
    key: AtomicU64,
    /// [Packed](super::entry) entry.
    data: AtomicU64,
}

impl Slot {
    /// Returns the key and the packed entry. If another thread is writing, the key matches no position.
    #[inline]
    pub(super) fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.key.load(Ordering::Relaxed) ^ data, data)
    }

    /// Stores a key and a packed entry.
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

/// The slots that the entry of a position can use. They share a cache line, so a probe reads memory once.
///
/// The type is not `#[repr(align(64))]`: the standard library zeroes memory of such alignment by writing to it, which would
/// commit a table of many gigabytes at once. The [table](super::table) places its first cluster at the start of a line instead.
#[derive(Debug, TransparentWrapper)]
#[repr(transparent)]
pub(super) struct Cluster([Slot; SLOTS]);

impl Cluster {
    /// Groups slots into clusters. An incomplete cluster at the end is left out.
    #[inline]
    pub(super) fn group(slots: &[Slot]) -> &[Self] {
        Self::wrap_slice(slots.as_chunks().0)
    }

    /// The slots of the cluster.
    #[inline]
    pub(super) const fn slots(&self) -> &[Slot; SLOTS] {
        &self.0
    }

    /// Fetches the cache line of the cluster ahead of its use. This is the one hint to the processor in this engine.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[expect(unsafe_code, reason = "a prefetch has no safe spelling; it reads nothing and cannot fault")]
    pub(super) fn prefetch(&self) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch changes no state that a program can observe, for any address; SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self).cast()) };
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline]
    pub(super) fn prefetch(&self) {}
}
