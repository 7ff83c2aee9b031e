//! [`StopCondition`]: counts nodes and tablebase hits, and checks [stop flag](crate::search::StopFlag), node limit and deadline.

use std::time::{Duration, Instant};

use super::{
    shared::{CHECK_INTERVAL, ThreadId},
    stop_flag::{Ponder, StopFlag},
};
use crate::search::types::stop::Stop;

/// Node counter of one search thread, with the conditions that stop the search.
#[derive(Debug)]
pub struct StopCondition<'a> {
    flag: &'a StopFlag,
    number: u64,
    thread: Option<ThreadId<'a>>,
    deadline: Option<Instant>,
    ponder: Option<Ponder>,
    node_limit: u64,
    nodes: u64,
    tb_hits: u64,
    next_check: u64,
    seldepth: usize,
    stopped: bool,
}

impl<'a> StopCondition<'a> {
    /// Creates the stop condition of the search with number `number`. If neither the stop flag nor the
    /// deadline nor the depth limit ends the search earlier, a search with one thread visits exactly
    /// `node_limit` nodes.
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
            tb_hits: 0,
            next_check: 0,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Removes the deadline for a pondering search. After `ponderhit` the search may take the time `time`;
    /// `None` means no time limit.
    #[must_use]
    pub(crate) const fn pondering(self, time: Option<Duration>) -> Self {
        Self { deadline: None, ponder: Some(Ponder { time }), ..self }
    }

    /// Records that the soft limit is reached. Returns whether the search continues because the engine is
    /// still pondering, before `ponderhit`. A pondering search that has reached its soft limit stops at
    /// `ponderhit`.
    pub(crate) fn keeps_pondering(&mut self) -> bool {
        self.apply_ponder_hit();
        if self.ponder.is_some() {
            self.flag.set_ready(self.number);
        }
        self.ponder.is_some()
    }

    /// If a `ponderhit` has arrived, sets the deadline of the search, or stops the search if its soft limit
    /// is already reached.
    fn apply_ponder_hit(&mut self) {
        if let Some(ponder) = self.ponder
            && let Some(at) = self.flag.ponder_hit_time(self.number)
        {
            self.ponder = None;
            self.deadline = ponder.time.and_then(|time| at.checked_add(time));
            self.stopped |= self.flag.is_ready(self.number);
        }
    }

    /// Returns the stop condition of one of several search threads. The node limit then applies to the sum
    /// over all threads.
    ///
    /// Each search thread publishes its node count at every check of the limits, after at most 1024 nodes.
    /// The sum over all threads may exceed the node limit by the nodes that other threads have searched since
    /// their last check.
    #[must_use]
    pub(crate) const fn with_thread(self, thread: Option<ThreadId<'a>>) -> Self {
        Self { thread, ..self }
    }

    /// Whether this search thread skips an iteration; `remaining` is the number of depths between this
    /// iteration and the last iteration.
    pub(crate) fn skips_depth(&self, remaining: i32) -> bool {
        self.thread.is_some_and(|thread| thread.skips_depth(remaining))
    }

    /// Returns the number of nodes that this search thread has visited.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Publishes this thread's node count and returns the sum of the published node counts of all threads.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.thread.map_or(self.nodes, |thread| {
            thread.publish(self.nodes, self.tb_hits);
            thread.total_nodes()
        })
    }

    /// Adds a successful tablebase probe to this thread's number of tablebase hits.
    pub(crate) const fn count_tb_hit(&mut self) {
        self.tb_hits += 1;
    }

    /// Publishes this thread's number of tablebase hits and returns the sum of the published numbers of all
    /// threads.
    pub(crate) fn total_tb_hits(&self) -> u64 {
        self.thread.map_or(self.tb_hits, |thread| {
            thread.publish(self.nodes, self.tb_hits);
            thread.total_tb_hits()
        })
    }

    /// Returns the selective depth: the greatest ply that this thread reached in the current iteration,
    /// including quiescence search.
    pub const fn seldepth(&self) -> usize {
        self.seldepth
    }

    /// Begins an iteration and resets the selective depth.
    pub(crate) const fn begin_iteration(&mut self) {
        self.seldepth = 0;
    }

    /// Whether a limit or the stop flag has stopped the search.
    pub(crate) const fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// Checks stop flag, node limit and deadline at once, without waiting for the next regular check. Returns
    /// whether the search must stop.
    pub(crate) fn should_stop(&mut self) -> bool {
        self.check().is_err()
    }

    /// Adds one node at `ply` to this thread's node count, unless the search must stop. Checks the limits and
    /// the stop flag at regular intervals.
    ///
    /// # Errors
    /// [`Stop`] if the search must stop. After the first [`Stop`], all later calls return [`Stop`] too.
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
        self.thread.inspect(|thread| thread.give_way());
        // Without a node limit the sum over all threads is not needed, and with many threads it is slow.
        let is_limited = self.node_limit < u64::MAX;
        if let Some(thread) = self.thread.filter(|_| !is_limited) {
            thread.publish(self.nodes, self.tb_hits);
        }
        let nodes = if is_limited { self.total_nodes() } else { self.nodes };
        self.apply_ponder_hit();
        self.stopped = self.stopped
            || nodes >= self.node_limit
            || self.flag.is_stopped(self.number)
            // Visit at least one node before the deadline, or another thread that has seen it, ends the search:
            // an unsearched move is worse than a short delay.
            || self.nodes > 0
                && (self.thread.is_some_and(ThreadId::is_stopped)
                    || self.deadline.is_some_and(|deadline| Instant::now() >= deadline));
        if self.stopped {
            self.next_check = 0;
            self.thread.inspect(|thread| thread.stop_all());
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
    fn the_node_limit_is_exact() {
        let flag = StopFlag::default();
        for limit in [0, 1, 1_023, 1_024, 1_025, 5_000] {
            let mut stop = StopCondition::new(&flag, 1, None, Some(limit));
            while stop.count(1).is_ok() {}
            assert_eq!(stop.nodes(), limit);
            assert_eq!(stop.count(1), Err(Stop), "a stopped search stays stopped");
        }
    }

    #[test]
    fn one_shared_thread_counts_like_an_unshared_thread() {
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
    fn the_node_limit_applies_to_all_threads_together() {
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
    fn tablebase_hits_of_all_threads_are_added() {
        let (flag, shared) = (StopFlag::default(), SharedState::new(2));
        let thread = |thread| StopCondition::new(&flag, 1, None, None).with_thread(thread);
        let [mut alone, mut main, mut helper] =
            [None, Some(shared.thread(0)), Some(shared.thread(1))].map(thread);
        for (stop, hits) in [(&mut alone, 1), (&mut main, 2), (&mut helper, 3)] {
            (0..hits).for_each(|_| stop.count_tb_hit());
            assert!(!stop.should_stop(), "the check publishes the counts");
        }
        assert_eq!([alone.total_tb_hits(), main.total_tb_hits(), shared.tb_hits()], [1, 5, 5]);
    }

    #[test]
    fn stopping_the_shared_state_stops_every_thread() {
        let flag = StopFlag::default();
        let shared = SharedState::new(2);
        let mut stop = StopCondition::new(&flag, 1, None, None).with_thread(Some(shared.thread(1)));
        assert!(!stop.should_stop());
        shared.stop_all();
        assert!(!stop.should_stop(), "it searches at least one node");
        assert!(stop.count(1).is_ok() && stop.should_stop() && stop.was_stopped());
    }

    #[test]
    fn a_thread_that_sees_the_deadline_stops_every_thread() {
        let (flag, shared, now) = (StopFlag::default(), SharedState::new(2), Instant::now());
        let with_deadline = |deadline, index| {
            StopCondition::new(&flag, 1, deadline, None).with_thread(Some(shared.thread(index)))
        };
        let (mut main, mut helper) = (with_deadline(None, 0), with_deadline(Some(now), 1));
        assert!(main.count(1).is_ok() && helper.count(1).is_ok());
        assert!(!main.should_stop() && helper.should_stop() && main.should_stop());
    }

    #[test]
    fn a_helper_thread_ends_the_search_at_the_ponderhit_after_the_soft_limit() {
        let (flag, shared) = (StopFlag::default(), SharedState::new(2));
        let ponders = |index| {
            let stop = StopCondition::new(&flag, 1, None, None).with_thread(Some(shared.thread(index)));
            stop.pondering(Some(Duration::from_hours(1)))
        };
        let (mut main, mut helper) = (ponders(0), ponders(1));
        assert!(main.keeps_pondering() && !helper.should_stop());
        flag.ponder_hit(1, Instant::now());
        assert!(helper.should_stop());
    }

    #[test]
    fn a_deadline_in_the_past_stops_at_the_second_check() {
        let flag = StopFlag::default();
        let mut stop = StopCondition::new(&flag, 1, Some(Instant::now()), None);
        while stop.count(1).is_ok() {}
        assert_eq!(stop.nodes(), CHECK_INTERVAL);
    }

    #[test]
    fn a_pondering_search_has_no_deadline_before_the_ponderhit() {
        let (flag, now) = (StopFlag::default(), Instant::now());
        for (time, stops) in
            [(Some(Duration::ZERO), true), (Some(Duration::from_hours(1)), false), (None, false)]
        {
            let flag = StopFlag::default();
            let mut stop = StopCondition::new(&flag, 1, Some(now), None).pondering(time);
            (0..2 * CHECK_INTERVAL).for_each(|_| stop.count(1).expect("no deadline"));
            flag.ponder_hit(1, now);
            assert_eq!(stop.should_stop(), stops, "{time:?} after ponderhit");
            assert!(!stop.keeps_pondering(), "{time:?}");
        }
        assert!(!StopCondition::new(&flag, 1, None, None).keeps_pondering(), "a search that never pondered");
    }

    #[test]
    fn the_time_of_a_pondering_search_counts_from_the_ponderhit_and_is_not_extended() {
        let now = Instant::now();
        for (since, stops) in [(8_000, false), (12_000, true)] {
            let flag = StopFlag::default();
            let mut stop = StopCondition::new(&flag, 1, None, None).pondering(Some(Duration::from_secs(10)));
            (0..2 * CHECK_INTERVAL).for_each(|_| stop.count(1).expect("no deadline"));
            // The ponderhit was received some seconds ago.
            flag.ponder_hit(
                1,
                now.checked_sub(Duration::from_millis(since)).expect("the machine runs longer"),
            );
            assert_eq!(stop.should_stop(), stops, "{since} ms");
        }
    }

    #[test]
    fn a_pondering_search_that_has_reached_its_soft_limit_stops_at_the_ponderhit() {
        let hour = Some(Duration::from_hours(1));
        for is_stopped_before in [false, true] {
            let flag = StopFlag::default();
            let mut stop = StopCondition::new(&flag, 1, None, None).pondering(hour);
            assert!(stop.keeps_pondering() && !stop.should_stop());
            if is_stopped_before {
                flag.stop_through(1);
                assert!(stop.should_stop());
            }
            flag.ponder_hit(1, Instant::now());
            assert!(!stop.keeps_pondering() && stop.was_stopped());
        }
    }

    #[test]
    fn the_selective_depth_is_the_greatest_ply_of_the_iteration() {
        let flag = StopFlag::default();
        let mut stop = StopCondition::new(&flag, 1, None, None);
        for (ply, seldepth) in [(3, 3), (7, 7), (5, 7)] {
            stop.count(ply).expect("no limit");
            assert_eq!(stop.seldepth(), seldepth);
        }
        stop.begin_iteration();
        assert_eq!((stop.seldepth(), stop.nodes()), (0, 3));
    }

    #[test]
    fn only_helper_threads_skip_iterations() {
        let (flag, shared) = (StopFlag::default(), SharedState::new(2));
        let skips = |thread| StopCondition::new(&flag, 1, None, None).with_thread(thread).skips_depth(1);
        assert_eq!([None, Some(shared.thread(0)), Some(shared.thread(1))].map(skips), [false, false, true]);
    }
}
