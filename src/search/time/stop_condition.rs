//! What ends a search: a [signal](crate::search::StopFlag) from outside, a limit of nodes, a deadline; and the counters that go with
//! it.

use std::time::{Duration, Instant};

use super::{
    shared::ThreadId,
    stop_flag::{Ponder, StopFlag},
};
use crate::search::types::stop::Stop;

/// Nodes between two looks at the clock and the signal; a few tenths of a millisecond.
const LOOK_EVERY: u64 = 1024;

/// Counts nodes and says when to stop.
#[derive(Debug)]
pub struct StopCondition<'a> {
    signal: &'a StopFlag,
    number: u64,
    seat: Option<ThreadId<'a>>,
    deadline: Option<Instant>,
    ponder: Option<Ponder>,
    node_limit: u64,
    nodes: u64,
    next_look: u64,
    deepest: usize,
    stopped: bool,
}

impl<'a> StopCondition<'a> {
    /// The control of search `number` under `signal`; `node_limit` nodes exactly are visited if nothing else ends it.
    #[must_use]
    pub fn new(
        signal: &'a StopFlag,
        number: u64,
        deadline: Option<Instant>,
        node_limit: Option<u64>,
    ) -> Self {
        let node_limit = node_limit.unwrap_or(u64::MAX);
        Self {
            signal,
            number,
            seat: None,
            deadline,
            ponder: None,
            node_limit,
            nodes: 0,
            next_look: 0,
            deepest: 0,
            stopped: false,
        }
    }

    /// The same without a deadline until the opponent has played the move pondered on; then it may go on for `time`.
    #[must_use]
    pub const fn pondering(self, time: Option<Duration>) -> Self {
        Self { deadline: None, ponder: Some(Ponder { time, content: false }), ..self }
    }

    /// The search has done what its clock would allow. Whether it goes on all the same, because the opponent has not moved yet.
    pub fn ponders_on(&mut self) -> bool {
        self.heed_hit();
        if let Some(ponder) = &mut self.ponder {
            ponder.content = true;
        }
        self.ponder.is_some()
    }

    fn heed_hit(&mut self) {
        if let Some(ponder) = self.ponder
            && let Some(at) = self.signal.hit_at(self.number)
        {
            self.ponder = None;
            self.deadline = ponder.time.and_then(|time| at.checked_add(time));
            self.stopped |= ponder.content;
        }
    }

    /// The same as one of several threads: the limit is for the nodes of all of them, and may be passed by what the others
    /// have not told yet, each less than it may visit between two looks.
    #[must_use]
    pub const fn seated(self, seat: Option<ThreadId<'a>>) -> Self {
        Self { seat, ..self }
    }

    /// Whether the iteration so many depths before the last is left to the other threads.
    #[must_use]
    pub fn passes_over(&self, left: i32) -> bool {
        self.seat.is_some_and(|seat| seat.passes_over(left))
    }

    /// Nodes this thread has visited so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes all threads have visited so far, and told.
    #[must_use]
    pub fn nodes_of_all(&self) -> u64 {
        self.seat.map_or(self.nodes, |seat| seat.tell(self.nodes))
    }

    /// The greatest ply reached, quiescence included.
    #[must_use]
    pub const fn deepest(&self) -> usize {
        self.deepest
    }

    /// Another depth begins: the greatest ply is told for each by itself.
    pub const fn begin_iteration(&mut self) {
        self.deepest = 0;
    }

    /// Whether a limit or the signal has ended the search, rather than its having finished.
    #[must_use]
    pub const fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the search was told to stop, or would be at its next node.
    pub fn is_over(&mut self) -> bool {
        self.look().is_err()
    }

    /// Counts a node at `ply`, unless the search is to stop.
    ///
    /// # Errors
    /// [`Stop`], then and ever after.
    #[inline]
    pub fn count(&mut self, ply: usize) -> Result<(), Stop> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        let nodes = self.nodes_of_all();
        self.heed_hit();
        self.stopped = self.stopped
            || nodes >= self.node_limit
            || self.seat.is_some_and(ThreadId::is_over)
            || self.signal.is_stopped(self.number)
            // Not before the first node: a move that nobody has looked at is worth less than the time it saves.
            || self.nodes > 0 && self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.stopped {
            self.next_look = 0;
            return Err(Stop);
        }
        let share = (self.node_limit - nodes) / self.seat.map_or(1, ThreadId::threads);
        self.next_look = self.nodes + share.clamp(1, LOOK_EVERY);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::time::shared::SharedState;

    #[test]
    fn exactly_the_allowed_nodes_are_counted() {
        let signal = StopFlag::default();
        for limit in [0, 1, 1_023, 1_024, 1_025, 5_000] {
            let mut control = StopCondition::new(&signal, 1, None, Some(limit));
            while control.count(1).is_ok() {}
            assert_eq!(control.nodes(), limit);
            assert_eq!(control.count(1), Err(Stop), "a stopped search stays stopped");
        }
    }

    #[test]
    fn a_team_of_one_counts_as_a_thread_alone_does() {
        let signal = StopFlag::default();
        for limit in [0, 1, 1_023, 1_024, 1_025, 5_000] {
            let team = SharedState::new(1);
            let mut control = StopCondition::new(&signal, 1, None, Some(limit)).seated(Some(team.seat(0)));
            while control.count(1).is_ok() {}
            assert_eq!((control.nodes(), control.nodes_of_all(), team.nodes()), (limit, limit, limit));
        }
    }

    #[test]
    fn a_limit_of_nodes_is_for_all_threads_together() {
        let signal = StopFlag::default();
        for limit in [1, 50, 2_000, 100_000] {
            let team = SharedState::new(3);
            let limited =
                |index| StopCondition::new(&signal, 1, None, Some(limit)).seated(Some(team.seat(index)));
            let mut controls = [limited(0), limited(1), limited(2)];
            while controls.iter_mut().filter_map(|control| control.count(1).ok()).count() > 0 {}
            let nodes: u64 = controls.iter().map(StopCondition::nodes).sum();
            let untold = 2 * (limit / 3).clamp(1, LOOK_EVERY);
            assert!((limit..=limit + untold).contains(&nodes), "{nodes} of {limit}");
        }
    }

    #[test]
    fn the_end_of_a_team_ends_each_of_its_threads() {
        let signal = StopFlag::default();
        let team = SharedState::new(2);
        let mut control = StopCondition::new(&signal, 1, None, None).seated(Some(team.seat(1)));
        assert!(!control.is_over());
        team.end();
        assert!(control.is_over() && control.was_stopped());
    }

    #[test]
    fn a_deadline_in_the_past_stops_at_the_first_look_but_not_before_the_first_node() {
        let signal = StopFlag::default();
        let mut control = StopCondition::new(&signal, 1, Some(Instant::now()), None);
        while control.count(1).is_ok() {}
        assert_eq!(control.nodes(), LOOK_EVERY);
    }
}
