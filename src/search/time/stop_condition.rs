//! What ends a search: a [signal](crate::search::StopFlag) from outside, a limit of nodes, a deadline; and the counters that go with
//! it.

use std::time::{Duration, Instant};

use super::{
    shared::ThreadId,
    stop_flag::{Ponder, StopFlag},
};
use crate::search::types::stop::Stop;

/// Nodes between two looks at the clock and the signal; a few tenths of a millisecond.
const CHECK_INTERVAL: u64 = 1024;

/// Counts nodes and says when to stop.
#[derive(Debug)]
pub struct StopCondition<'a> {
    flag: &'a StopFlag,
    number: u64,
    thread: Option<ThreadId<'a>>,
    deadline: Option<Instant>,
    ponder: Option<Ponder>,
    node_limit: u64,
    nodes: u64,
    next_check: u64,
    seldepth: usize,
    stopped: bool,
}

impl<'a> StopCondition<'a> {
    /// The control of search `number` under `flag`; `node_limit` nodes exactly are visited if nothing else ends it.
    pub fn new(flag: &'a StopFlag, number: u64, deadline: Option<Instant>, node_limit: Option<u64>) -> Self {
        let node_limit = node_limit.unwrap_or(u64::MAX);
        Self {
            flag,
            number,
            thread: None,
            deadline,
            ponder: None,
            node_limit,
            nodes: 0,
            next_check: 0,
            seldepth: 0,
            stopped: false,
        }
    }

    /// The same without a deadline until the opponent has played the move pondered on; then it may go on for `time`.
    #[must_use]
    pub(crate) const fn pondering(self, time: Option<Duration>) -> Self {
        Self { deadline: None, ponder: Some(Ponder { time, is_ready: false }), ..self }
    }

    /// The search has done what its clock would allow. Whether it goes on all the same, because the opponent has not moved yet.
    pub(crate) fn keeps_pondering(&mut self) -> bool {
        self.apply_ponder_hit();
        if let Some(ponder) = &mut self.ponder {
            ponder.is_ready = true;
        }
        self.ponder.is_some()
    }

    fn apply_ponder_hit(&mut self) {
        if let Some(ponder) = self.ponder
            && let Some(at) = self.flag.ponder_hit_time(self.number)
        {
            self.ponder = None;
            self.deadline = ponder.time.and_then(|time| at.checked_add(time));
            self.stopped |= ponder.is_ready;
        }
    }

    /// The same as one of several threads: the limit is for the nodes of all of them, and may be passed by what the others
    /// have not told yet, each less than it may visit between two looks.
    #[must_use]
    pub(crate) const fn with_thread(self, thread: Option<ThreadId<'a>>) -> Self {
        Self { thread, ..self }
    }

    /// Whether the iteration so many depths before the last is left to the other threads.
    pub(crate) fn skips_depth(&self, remaining: i32) -> bool {
        self.thread.is_some_and(|thread| thread.skips_depth(remaining))
    }

    /// Nodes this thread has visited so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes all threads have visited so far, and told.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.thread.map_or(self.nodes, |thread| thread.publish_nodes(self.nodes))
    }

    /// The greatest ply reached, quiescence included.
    pub const fn seldepth(&self) -> usize {
        self.seldepth
    }

    /// Another depth begins: the greatest ply is told for each by itself.
    pub(crate) const fn begin_iteration(&mut self) {
        self.seldepth = 0;
    }

    /// Whether a limit or the signal has ended the search, rather than its having finished.
    pub(crate) const fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the search was told to stop, or would be at its next node.
    pub(crate) fn should_stop(&mut self) -> bool {
        self.check().is_err()
    }

    /// Counts a node at `ply`, unless the search is to stop.
    ///
    /// # Errors
    /// [`Stop`], then and ever after.
    #[inline]
    pub fn count(&mut self, ply: usize) -> Result<(), Stop> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stop> {
        let nodes = self.total_nodes();
        self.apply_ponder_hit();
        self.stopped = self.stopped
            || nodes >= self.node_limit
            || self.thread.is_some_and(ThreadId::is_stopped)
            || self.flag.is_stopped(self.number)
            // Not before the first node: a move that nobody has looked at is worth less than the time it saves.
            || self.nodes > 0 && self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.stopped {
            self.next_check = 0;
            return Err(Stop);
        }
        let interval = (self.node_limit - nodes) / self.thread.map_or(1, ThreadId::thread_count);
        self.next_check = self.nodes + interval.clamp(1, CHECK_INTERVAL);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::time::shared::SharedState;

    #[test]
    fn exactly_the_allowed_nodes_are_counted() {
        let flag = StopFlag::default();
        for limit in [0, 1, 1_023, 1_024, 1_025, 5_000] {
            let mut stop = StopCondition::new(&flag, 1, None, Some(limit));
            while stop.count(1).is_ok() {}
            assert_eq!(stop.nodes(), limit);
            assert_eq!(stop.count(1), Err(Stop), "a stopped search stays stopped");
        }
    }

    #[test]
    fn a_team_of_one_counts_as_a_thread_alone_does() {
        let flag = StopFlag::default();
        for limit in [0, 1, 1_023, 1_024, 1_025, 5_000] {
            let shared = SharedState::new(1);
            let mut stop =
                StopCondition::new(&flag, 1, None, Some(limit)).with_thread(Some(shared.thread(0)));
            while stop.count(1).is_ok() {}
            assert_eq!((stop.nodes(), stop.total_nodes(), shared.nodes()), (limit, limit, limit));
        }
    }

    #[test]
    fn a_limit_of_nodes_is_for_all_threads_together() {
        let flag = StopFlag::default();
        for limit in [1, 50, 2_000, 100_000] {
            let shared = SharedState::new(3);
            let limited = |index| {
                StopCondition::new(&flag, 1, None, Some(limit)).with_thread(Some(shared.thread(index)))
            };
            let mut stops = [limited(0), limited(1), limited(2)];
            while stops.iter_mut().filter_map(|stop| stop.count(1).ok()).count() > 0 {}
            let nodes: u64 = stops.iter().map(StopCondition::nodes).sum();
            let unpublished = 2 * (limit / 3).clamp(1, CHECK_INTERVAL);
            assert!((limit..=limit + unpublished).contains(&nodes), "{nodes} of {limit}");
        }
    }

    #[test]
    fn the_end_of_a_team_ends_each_of_its_threads() {
        let flag = StopFlag::default();
        let shared = SharedState::new(2);
        let mut stop = StopCondition::new(&flag, 1, None, None).with_thread(Some(shared.thread(1)));
        assert!(!stop.should_stop());
        shared.stop_all();
        assert!(stop.should_stop() && stop.was_stopped());
    }

    #[test]
    fn a_deadline_in_the_past_stops_at_the_first_look_but_not_before_the_first_node() {
        let flag = StopFlag::default();
        let mut stop = StopCondition::new(&flag, 1, Some(Instant::now()), None);
        while stop.count(1).is_ok() {}
        assert_eq!(stop.nodes(), CHECK_INTERVAL);
    }
}
