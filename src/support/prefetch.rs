//! Prefetching: ask the processor to load memory that is needed soon.
//!
//! A load that misses the caches takes as long as a few hundred instructions. The search knows which entries of its
//! tables a child node will read before it has made the move, so that the processor can load them meanwhile. The idea
//! is common in chess engines: see `prefetch` in `misc.h` of Stockfish.
//!
//! **Gain.** Prefetching before the move is made, with the entries of the correction history, against prefetching only
//! the transposition table after the move: 5 and 7 % less CPU time in the fastest runs, 2 and 4 % in the median
//! (2026-11-24, 1,000,000 nodes in each of three positions, twice twelve runs of both programs in turns, `Hash` 16,
//! virtual machine with two cores). The processor executes 1.8 % more instructions. Prefetching the transposition
//! table as soon as a move is chosen, before the node decides whether to prune it: 1 and 2 % more nodes per second of
//! `engine bench` (2026-11-29, medians of six runs in turns, twice), 8 % with `Hash` 64 (the factor against Stockfish
//! in [experiments](crate::search::experiments#speed-depth-suites-and-strength)).
//!
//! Only x86-64 has a prefetch instruction that a stable compiler offers; elsewhere the function does nothing.

/// Loads the cache line (64 bytes) in which `value` begins into the caches, in the background.
#[cfg(target_arch = "x86_64")]
#[inline]
#[expect(unsafe_code, reason = "the prefetch intrinsic is unsafe; it reads nothing and cannot fault")]
pub fn prefetch<T>(value: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch changes no state that a program can observe, for any address; SSE is part of x86-64.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
}

/// Does nothing on this architecture.
#[cfg(not(target_arch = "x86_64"))]
pub fn prefetch<T>(_value: &T) {}
