//! [`StopFlag`]: stops searches from another thread, and passes `ponderhit` to a pondering search.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// Stop flag, shared between the thread that reads commands and the search threads.
///
/// Every `go` command has a number, and the numbers increase. A stop applies to all searches up to a given
/// number. A stop therefore also reaches a search that has not begun yet, but never ends a search that is
/// requested after the stop.
#[derive(Debug, Default)]
pub struct StopFlag {
    /// Number of the last stopped search; all searches up to this number are stopped.
    stopped_through: AtomicU64,
    /// Number of the search that received the last `ponderhit`, and the time of the `ponderhit`.
    last_ponder_hit: Mutex<Option<(u64, Instant)>>,
    /// Number of the last search that reached its soft limit while pondering.
    last_ready: AtomicU64,
}

impl StopFlag {
    /// Stops every search whose number is at most `number`, even if the search has not begun.
    pub fn stop_through(&self, number: u64) {
        self.stopped_through.fetch_max(number, Ordering::Relaxed);
    }

    /// Whether the search with number `number` has been stopped.
    pub(crate) fn is_stopped(&self, number: u64) -> bool {
        self.stopped_through.load(Ordering::Relaxed) >= number
    }

    /// Records a `ponderhit` at the instant `at` for the search with number `number`. The time limit of a
    /// pondering search counts from `at`.
    pub(crate) fn ponder_hit(&self, number: u64, at: Instant) {
        *self.last_ponder_hit.lock().unwrap_or_else(PoisonError::into_inner) = Some((number, at));
    }

    /// Returns the time of the `ponderhit` for the search with number `number`; `None` if that search has
    /// received no `ponderhit`.
    pub(in crate::search) fn ponder_hit_time(&self, number: u64) -> Option<Instant> {
        let hit = *self.last_ponder_hit.lock().unwrap_or_else(PoisonError::into_inner);
        hit.filter(|(hit, _)| *hit == number).map(|(_, at)| at)
    }

    /// Records that the search with number `number` has reached its soft limit while pondering: all its threads
    /// stop at the `ponderhit`.
    pub(in crate::search) fn set_ready(&self, number: u64) {
        self.last_ready.store(number, Ordering::Relaxed);
    }

    /// Whether the search with number `number` has reached its soft limit while pondering.
    pub(in crate::search) fn is_ready(&self, number: u64) -> bool {
        self.last_ready.load(Ordering::Relaxed) == number
    }
}

/// State of a pondering search: a search during the opponent's time.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Ponder {
    /// Time limit of the search after `ponderhit`; `None` means that the search has no time limit.
    pub(in crate::search) time: Option<Duration>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::time::stop_condition::StopCondition;

    #[test]
    fn a_stop_ends_its_search_and_earlier_searches_but_not_the_next() {
        let flag = StopFlag::default();
        flag.stop_through(4);
        assert!(StopCondition::new(&flag, 3, None, None).should_stop());
        assert!(StopCondition::new(&flag, 4, None, None).should_stop());
        assert!(!StopCondition::new(&flag, 5, None, None).should_stop());
        flag.stop_through(2);
        assert!(flag.is_stopped(4), "a later stop with a lower number does not undo it");
    }

    #[test]
    fn a_ponderhit_applies_only_to_its_own_search() {
        let (flag, now) = (StopFlag::default(), Instant::now());
        flag.ponder_hit(3, now);
        assert_eq!(flag.ponder_hit_time(3), Some(now));
        assert_eq!((flag.ponder_hit_time(2), flag.ponder_hit_time(4)), (None, None));
    }
}
