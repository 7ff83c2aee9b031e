//! How long to think.
//!
//! Two limits: past the soft one no further depth is begun, at the hard one the search stops where it stands. A fixed
//! time for the move has only a hard limit, and is used up.
//!
//! Source of the first shares: Reckless' and Stash's first clocks (a twentieth of the time, three quarters of the increment).

use std::time::{Duration, Instant};

use super::limits::{ClockTime, Limits};

/// Moves a game is taken to last when the clock is not refilled.
const SHARE: u32 = 20;
/// The hard limit in soft ones.
const STRETCH: u32 = 5;
/// Never planned with: a machine with other work may take the processor away for so long just when the time runs out.
/// With a reserve of 10 ms a game in a hundred at 2+0.02 was lost on time beside a running compiler.
const RESERVE: Duration = Duration::from_millis(100);

/// The time of one search.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Clock {
    /// The clock of a search asked for at `started`, when the `go` line was read. `overhead` is kept back of a
    /// ticking clock for the way to the GUI and back.
    #[must_use]
    pub fn new(limits: &Limits, started: Instant, overhead: Duration) -> Self {
        let (mut soft, mut hard) = match limits.clock {
            Some(time) if !limits.infinite => {
                let (soft, hard) = shares(time, overhead);
                (Some(soft), Some(hard))
            }
            _ => (None, None),
        };
        if let Some(time) = limits.movetime
            && !limits.infinite
        {
            hard = Some(hard.map_or(time, |hard| hard.min(time)));
            soft = soft.map(|soft| soft.min(time));
        }
        Self { started, soft, hard }
    }

    /// Time since the search was asked for.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The moment at which the search has to stop, if there is one.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.started.checked_add(self.hard?)
    }

    /// Whether another depth is worth beginning.
    #[must_use]
    pub fn starts_another_depth(&self) -> bool {
        self.soft.is_none_or(|soft| self.elapsed() < soft)
    }
}

/// The soft and the hard limit. Neither passes what is left after the overhead and the reserve (on a short clock half of what
/// is left), however large the increment.
fn shares(time: ClockTime, overhead: Duration) -> (Duration, Duration) {
    let left = time.remaining.saturating_sub(overhead).max(Duration::from_millis(1));
    let usable = left.saturating_sub(RESERVE.min(left / 2));
    let moves = time.moves_to_go.map_or(SHARE, |moves| moves.clamp(1, SHARE));
    let soft = usable / moves + time.increment * 3 / 4;
    // The last move before the refill may use the clock; otherwise something is kept for the moves to come.
    let most = if time.moves_to_go == Some(1) { usable * 9 / 10 } else { usable * 3 / 5 };
    (soft.min(most), (soft * STRETCH).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> ClockTime {
        ClockTime {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        }
    }

    #[test]
    fn no_share_ever_passes_what_is_left() {
        let overhead = Duration::from_millis(10);
        for remaining in [0, 1, 5, 10, 11, 100, 1_000, 60_000, 86_400_000] {
            for increment in [0, 10, 1_000, 600_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (soft, hard) = shares(time(remaining, increment, moves_to_go), overhead);
                    let usable = Duration::from_millis(remaining.saturating_sub(10).max(1));
                    assert!(soft <= hard && hard <= usable, "{remaining} + {increment}, {moves_to_go:?}");
                }
            }
        }
    }

    #[test]
    fn a_game_on_increments_settles_above_the_reserve() {
        let (overhead, increment) = (Duration::from_millis(10), 20);
        let mut remaining = 2_000;
        for _ in 0..300 {
            // The worst case: every move takes its hard limit.
            let (_, hard) = shares(time(remaining, increment, None), overhead);
            remaining = remaining + increment - hard.as_millis() as u64;
        }
        assert!((70..2_000).contains(&remaining), "{remaining} ms are left");
    }

    #[test]
    fn a_fixed_time_for_the_move_is_the_deadline_and_does_not_keep_a_depth_from_beginning() {
        let limits = Limits { movetime: Some(Duration::from_mins(1)), ..Limits::default() };
        let started = Instant::now();
        let clock = Clock::new(&limits, started, Duration::from_millis(10));
        assert_eq!(clock.deadline(), Some(started + Duration::from_mins(1)));
        assert!(clock.starts_another_depth());
    }

    #[test]
    fn an_infinite_search_has_no_deadline_even_beside_a_clock() {
        let limits = Limits { infinite: true, clock: Some(time(1, 0, None)), ..Limits::default() };
        assert_eq!(Clock::new(&limits, Instant::now(), Duration::ZERO).deadline(), None);
    }

    #[test]
    fn times_beyond_every_clock_are_no_deadline_instead_of_a_panic() {
        let limits = Limits { movetime: Some(Duration::MAX), ..Limits::default() };
        assert_eq!(Clock::new(&limits, Instant::now(), Duration::ZERO).deadline(), None);
    }
}
