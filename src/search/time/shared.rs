//! What the threads of one search share beside the table: how many nodes each has visited, and whether it is over.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A counter in a cache line of its own, so that no thread takes the line of another away when it writes.
#[derive(Debug, Default)]
#[repr(align(64))]
struct NodeCount(AtomicU64);

/// The threads of one search.
#[derive(Debug)]
pub struct SharedState {
    node_counts: Box<[NodeCount]>,
    stopped: AtomicBool,
}

impl SharedState {
    /// A team of `threads`, at least one.
    pub fn new(threads: usize) -> Self {
        let node_counts = (0..threads.max(1)).map(|_| NodeCount::default()).collect();
        Self { node_counts, stopped: AtomicBool::new(false) }
    }

    /// The place of thread `index`; 0 leads.
    ///
    /// # Panics
    /// If there are not so many threads.
    pub fn thread(&self, index: usize) -> ThreadId<'_> {
        assert!(index < self.node_counts.len(), "no thread {index} of {}", self.node_counts.len());
        ThreadId { shared: self, index }
    }

    /// Nodes of all threads, as far as they have told.
    pub fn nodes(&self) -> u64 {
        self.node_counts.iter().map(|count| count.0.load(Ordering::Relaxed)).sum()
    }

    /// Every thread is to stop at its next look.
    pub(crate) fn stop_all(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// A thread's place in its team.
#[derive(Clone, Copy, Debug)]
pub struct ThreadId<'a> {
    shared: &'a SharedState,
    index: usize,
}

impl ThreadId<'_> {
    /// Whether this thread leads: it alone watches the clock and reports.
    pub(crate) const fn is_main(self) -> bool {
        self.index == 0
    }

    /// Tells that this thread has visited `nodes`, and hears how many all have.
    pub(in crate::search) fn publish_nodes(self, nodes: u64) -> u64 {
        self.shared.node_counts[self.index].0.store(nodes, Ordering::Relaxed);
        self.shared.nodes()
    }

    /// Whether this thread passes over the iteration so many depths before the last. Every helper takes each second one, its
    /// neighbour the others: whoever is ahead leaves in the table what the first thread will ask for.
    pub(in crate::search) const fn skips_depth(self, remaining: i32) -> bool {
        !self.is_main() && remaining > 0 && remaining as usize % 2 == self.index % 2
    }

    pub(in crate::search) const fn thread_count(self) -> u64 {
        self.shared.node_counts.len() as u64
    }

    pub(in crate::search) fn is_stopped(self) -> bool {
        self.shared.stopped.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helpers_share_the_depths_out_and_none_passes_over_the_last() {
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
