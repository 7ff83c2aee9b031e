//! What the threads of one search share beside the table: how many nodes each has visited, and whether it is over.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A counter in a cache line of its own, so that no thread takes the line of another away when it writes.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

/// The threads of one search.
#[derive(Debug)]
pub struct SharedState {
    counters: Box<[Counter]>,
    over: AtomicBool,
}

impl SharedState {
    /// A team of `threads`, at least one.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let counters = (0..threads.max(1)).map(|_| Counter::default()).collect();
        Self { counters, over: AtomicBool::new(false) }
    }

    /// The place of thread `index`; 0 leads.
    ///
    /// # Panics
    /// If there are not so many threads.
    #[must_use]
    pub fn seat(&self, index: usize) -> ThreadId<'_> {
        assert!(index < self.counters.len(), "a team of {} has no seat {index}", self.counters.len());
        ThreadId { team: self, index }
    }

    /// Nodes of all threads, as far as they have told.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    /// Every thread is to stop at its next look.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

/// A thread's place in its team.
#[derive(Clone, Copy, Debug)]
pub struct ThreadId<'a> {
    team: &'a SharedState,
    index: usize,
}

impl ThreadId<'_> {
    /// Whether this thread leads: it alone watches the clock and reports.
    #[must_use]
    pub const fn leads(self) -> bool {
        self.index == 0
    }

    /// Tells that this thread has visited `nodes`, and hears how many all have.
    pub(in crate::search) fn tell(self, nodes: u64) -> u64 {
        self.team.counters[self.index].0.store(nodes, Ordering::Relaxed);
        self.team.nodes()
    }

    /// Whether this thread passes over the iteration so many depths before the last. Every helper takes each second one, its
    /// neighbour the others: whoever is ahead leaves in the table what the first thread will ask for.
    pub(in crate::search) const fn passes_over(self, left: i32) -> bool {
        !self.leads() && left > 0 && left as usize % 2 == self.index % 2
    }

    pub(in crate::search) const fn threads(self) -> u64 {
        self.team.counters.len() as u64
    }

    pub(in crate::search) fn is_over(self) -> bool {
        self.team.over.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helpers_share_the_depths_out_and_none_passes_over_the_last() {
        let team = SharedState::new(3);
        let taken = |index| {
            let seat = team.seat(index);
            (0..6).filter(|left| !seat.passes_over(*left)).collect::<Vec<_>>()
        };
        assert_eq!(taken(0), [0, 1, 2, 3, 4, 5]);
        assert_eq!(taken(1), [0, 2, 4]);
        assert_eq!(taken(2), [0, 1, 3, 5]);
    }
}
