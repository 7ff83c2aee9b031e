//! How a search hears from outside: stop, or go on against the clock.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// The way to stop searches from another thread. Every `go` has a number, rising; a stop says up to which number
/// it goes, so that it can neither be lost before its search has begun nor hit the next one.
#[derive(Debug, Default)]
pub struct StopFlag {
    stopped_through: AtomicU64,
    /// The search whose pondered move was played last, and when.
    last_ponder_hit: Mutex<Option<(u64, Instant)>>,
}

impl StopFlag {
    /// Stops every search whose number is at most `number`, begun or not.
    pub fn stop_through(&self, number: u64) {
        self.stopped_through.fetch_max(number, Ordering::Relaxed);
    }

    /// Whether search `number` has been stopped.
    #[must_use]
    pub fn is_stopped(&self, number: u64) -> bool {
        self.stopped_through.load(Ordering::Relaxed) >= number
    }

    /// The move that search `number` ponders on was played at this moment: its clock runs from then.
    pub fn ponder_hit(&self, number: u64, at: Instant) {
        *self.last_ponder_hit.lock().unwrap_or_else(PoisonError::into_inner) = Some((number, at));
    }

    /// When the move was played that search `number` ponders on.
    pub(in crate::search) fn ponder_hit_time(&self, number: u64) -> Option<Instant> {
        let hit = *self.last_ponder_hit.lock().unwrap_or_else(PoisonError::into_inner);
        hit.filter(|(hit, _)| *hit == number).map(|(_, at)| at)
    }
}

/// A search on the time of the opponent.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Ponder {
    /// What may be used once the move has been played.
    pub(in crate::search) time: Option<Duration>,
    /// As much as was worth searching is done: the answer can be given as soon as the move is played.
    pub(in crate::search) is_ready: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::time::stop_condition::StopCondition;

    #[test]
    fn a_stop_ends_its_search_and_those_before_but_not_the_next() {
        let flag = StopFlag::default();
        flag.stop_through(4);
        assert!(StopCondition::new(&flag, 3, None, None).should_stop());
        assert!(StopCondition::new(&flag, 4, None, None).should_stop());
        assert!(!StopCondition::new(&flag, 5, None, None).should_stop());
        flag.stop_through(2);
        assert!(flag.is_stopped(4), "a late, older stop takes nothing back");
    }

    #[test]
    fn a_hit_is_for_the_search_that_ponders_and_for_no_other() {
        let (flag, now) = (StopFlag::default(), Instant::now());
        flag.ponder_hit(3, now);
        assert_eq!(flag.ponder_hit_time(3), Some(now));
        assert_eq!((flag.ponder_hit_time(2), flag.ponder_hit_time(4)), (None, None));
    }
}
