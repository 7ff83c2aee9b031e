//! [`SharedState`]: counters and a stop flag that all threads of one search share.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread::{self, available_parallelism},
};

/// Maximum number of nodes between two checks of the clock and the stop flag; these nodes take a few tenths
/// of a millisecond.
pub(super) const CHECK_INTERVAL: u64 = 1024;

/// Number of search threads that the machine can run at the same time.
static CORES: LazyLock<usize> = LazyLock::new(|| available_parallelism().map_or(1, usize::from));

/// Published counts of one search thread, in their own cache line to avoid false sharing.
#[derive(Debug, Default)]
#[repr(align(64))]
struct ThreadCounts {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

/// State shared by the search threads of one search.
#[derive(Debug)]
pub struct SharedState {
    counts: Box<[ThreadCounts]>,
    stopped: AtomicBool,
    /// Whether there are more search threads than cores.
    gives_way: bool,
}

impl SharedState {
    /// Creates the shared state of a search with `threads` search threads (at least one).
    pub fn new(threads: usize) -> Self {
        let counts = (0..threads.max(1)).map(|_| ThreadCounts::default()).collect();
        let gives_way = threads > 1 && threads > *CORES;
        Self { counts, stopped: AtomicBool::new(false), gives_way }
    }

    /// Returns the id of the search thread with number `index`. Thread 0 is the main search thread.
    ///
    /// # Panics
    /// Panics if `index` is not below the number of search threads.
    pub fn thread(&self, index: usize) -> ThreadId<'_> {
        assert!(index < self.counts.len(), "no thread {index} of {}", self.counts.len());
        ThreadId { shared: self, index }
    }

    /// Returns the sum of the published node counts of all search threads.
    pub fn nodes(&self) -> u64 {
        self.counts.iter().map(|counts| counts.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Returns the sum of the published numbers of tablebase hits of all search threads.
    pub fn tb_hits(&self) -> u64 {
        self.counts.iter().map(|counts| counts.tb_hits.load(Ordering::Relaxed)).sum()
    }

    /// Stops all threads of the search. Each thread stops at its next check of the stop condition.
    pub(crate) fn stop_all(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// Id of one search thread, with access to the state that the threads share.
#[derive(Clone, Copy, Debug)]
pub struct ThreadId<'a> {
    shared: &'a SharedState,
    index: usize,
}

impl ThreadId<'_> {
    /// Whether this is the main search thread. Only the main thread checks the soft limits and reports.
    pub(crate) const fn is_main(self) -> bool {
        self.index == 0
    }

    /// Publishes the node count and the number of tablebase hits of this thread.
    pub(in crate::search) fn publish(self, nodes: u64, tb_hits: u64) {
        let counts = &self.shared.counts[self.index];
        counts.nodes.store(nodes, Ordering::Relaxed);
        counts.tb_hits.store(tb_hits, Ordering::Relaxed);
    }

    /// Returns the sum of the published node counts of all search threads.
    pub(in crate::search) fn total_nodes(self) -> u64 {
        self.shared.nodes()
    }

    /// Returns the sum of the published numbers of tablebase hits of all search threads.
    pub(in crate::search) fn total_tb_hits(self) -> u64 {
        self.shared.tb_hits()
    }

    /// Whether this thread skips an iteration; `remaining` is the number of depths between this iteration and
    /// the last iteration.
    ///
    /// Helper threads with an even index skip even values of `remaining`, helper threads with an odd index
    /// skip odd values. No thread skips the last iteration. Because a helper thread skips every second
    /// iteration, it is usually at a greater depth than the main thread, and the main thread finds the
    /// results of the helper thread in the transposition table.
    pub(in crate::search) const fn skips_depth(self, remaining: i32) -> bool {
        !self.is_main() && remaining > 0 && remaining as usize % 2 == self.index % 2
    }

    pub(in crate::search) const fn thread_count(self) -> u64 {
        self.shared.counts.len() as u64
    }

    /// Stops all threads of the search. Each thread stops at its next check of the stop condition.
    pub(in crate::search) fn stop_all(self) {
        self.shared.stop_all();
    }

    pub(in crate::search) fn is_stopped(self) -> bool {
        self.shared.stopped.load(Ordering::Relaxed)
    }

    /// If there are more search threads than cores, lets another thread run that waits for a core.
    ///
    /// Without this, a thread waits until the operating system interrupts the search threads before it,
    /// several milliseconds for each, so the answer of many search threads is late ([measured
    /// costs](crate::search::experiments#search-threads)).
    pub(in crate::search) fn give_way(self) {
        if self.shared.gives_way {
            thread::yield_now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_give_way_only_if_there_are_more_of_them_than_cores() {
        let gives_way = [1, *CORES, *CORES + 1].map(|threads| SharedState::new(threads).gives_way);
        assert_eq!(gives_way, [false, false, true]);
    }

    #[test]
    fn helpers_skip_every_second_depth_but_never_the_last() {
        let shared = SharedState::new(3);
        let searched = |index| {
            let thread = shared.thread(index);
            (0..6).filter(|remaining| !thread.skips_depth(*remaining)).collect::<Vec<_>>()
        };
        assert_eq!(searched(0), [0, 1, 2, 3, 4, 5]);
        assert_eq!(searched(1), [0, 2, 4]);
        assert_eq!(searched(2), [0, 1, 3, 5]);
    }
}
