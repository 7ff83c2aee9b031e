//! How long to think.
//!
//! Two limits: past the soft one no further depth is begun, at the hard one the search stops where it stands. The soft
//! one is stretched and shrunk by the [pace](super::pace) of the search. A fixed time for the move has only a hard
//! limit, and is used up.
//!
//! *Source* of the shares: Reckless' later clock (`time.rs`).
//!
//! ```
//! use std::time::{Duration, Instant};
//! use glulam::search::{ClockTime, Limits, time::manager::TimeManager};
//!
//! let time = ClockTime { remaining: Duration::from_mins(1), increment: Duration::ZERO, moves_to_go: None };
//! let limits = Limits { clock: Some(time), ..Limits::default() };
//! let clock = TimeManager::new(&limits, Instant::now(), Duration::from_millis(10), 20);
//! let (soft, hard) = (clock.soft_limit().unwrap(), clock.hard_limit().unwrap());
//! // A small share is planned with, a large one allowed, and never all there is.
//! assert!(4 * soft < hard && hard < time.remaining);
//! let fixed = Limits { movetime: Some(Duration::from_secs(2)), ..Limits::default() };
//! let clock = TimeManager::new(&fixed, Instant::now(), Duration::ZERO, 20);
//! assert_eq!((clock.soft_limit(), clock.hard_limit()), (None, fixed.movetime));
//! ```

use std::time::{Duration, Instant};

use super::pace::Pace;
use crate::{
    score::Score,
    search::types::limits::{ClockTime, Limits},
};

/// The soft share of the time left grows from move to move: games may still be long at first, and early moves are easy.
const LAST_SHARE: f64 = 0.0594;
const FIRST_SHARE_LESS: f64 = 0.0492;
const GROWTH: f64 = 0.0386;
/// The hard share.
const MOST: f64 = 0.728;
/// Of the increment, for every move.
const INCREMENT_SHARE: f64 = 0.75;
/// Towards a refill of the clock: the hard limit in soft ones, and the most moves planned for, since games end before.
const STRETCH: f64 = 5.0;
const MOST_MOVES: u32 = 50;
/// Not planned with as long as there is more: a machine with other work may take the processor away for so long just when the
/// time runs out. Lost on time beside other work: with a reserve of 10 ms a game in a hundred at 2+0.02, with 100 ms one in
/// ten at 1+0.01 with twice as many busy threads as processors.
const RESERVE: Duration = Duration::from_millis(200);
/// What may be planned with of a clock that has hardly more than the reserve: so little that increments fill it again.
/// With half of it, 4 of 40 games at 1+0.01 were lost on a machine with four times the work it can do, and none so.
const LAST_PART: u32 = 10;

/// The time of one search.
#[derive(Clone, Debug)]
pub struct TimeManager {
    started: Instant,
    /// Only under a ticking clock; before the pace is counted in.
    soft: Option<Duration>,
    hard: Option<Duration>,
    pace: Pace,
}

impl TimeManager {
    /// The clock of a search asked for at `started`, when the `go` line was read. `overhead` is kept back of a
    /// ticking clock for the way to the GUI and back; `move_number` is that of the game, from 1.
    #[must_use]
    pub fn new(limits: &Limits, started: Instant, overhead: Duration, move_number: u32) -> Self {
        let ticking = limits.clock.filter(|_| !limits.infinite);
        let (soft, hard) = ticking.map(|time| plan(time, overhead, move_number)).unzip();
        let fixed = limits.movetime.filter(|_| !limits.infinite);
        let hard = hard.into_iter().chain(fixed).min();
        Self { started, soft, hard, pace: Pace::default() }
    }

    /// The search begins: so many root moves to choose from, and the score of the last search in the game.
    pub fn begin(&mut self, choices: usize, previous: Option<Score>) {
        self.pace = Pace::new(choices, previous);
    }

    /// Another move than before is best; told before the depth that found it is completed.
    pub fn best_move_changed(&mut self) {
        self.pace.best_move_changed();
    }

    /// A depth was finished, see [`Pace::completed_depth`].
    pub fn completed_depth(&mut self, depth: i32, score: Score, share: f64) {
        self.pace.completed_depth(depth, score, share);
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

    /// The most time that may be used.
    #[must_use]
    pub const fn hard_limit(&self) -> Option<Duration> {
        self.hard
    }

    /// Whether another depth is worth beginning.
    #[must_use]
    pub fn starts_another_depth(&self) -> bool {
        self.soft_limit().is_none_or(|soft| self.elapsed() < soft && !self.pace.is_settled())
    }

    /// The time after which no further depth is begun, at the present pace; only under a ticking clock.
    #[must_use]
    pub fn soft_limit(&self) -> Option<Duration> {
        let soft = seconds(self.soft?.as_secs_f64() * self.pace.factor());
        Some(self.hard.map_or(soft, |hard| soft.min(hard)))
    }
}

/// The soft and the hard limit. Neither passes what is left after the overhead and the reserve, however large the increment.
fn plan(time: ClockTime, overhead: Duration, move_number: u32) -> (Duration, Duration) {
    let left = time.remaining.saturating_sub(overhead).max(Duration::from_millis(1));
    let usable = left.saturating_sub(RESERVE).max(left / LAST_PART);
    let planned = usable.as_secs_f64();
    let bonus = INCREMENT_SHARE * time.increment.as_secs_f64();
    let most = MOST * planned + bonus;
    let (soft, hard) = match time.moves_to_go {
        // The last move before the refill may use the clock up.
        Some(0 | 1) => (planned, planned),
        Some(moves) => {
            let soft = planned / f64::from(moves.min(MOST_MOVES)) + bonus;
            (soft, (STRETCH * soft).min(most))
        }
        None => {
            let share = LAST_SHARE - FIRST_SHARE_LESS * (-GROWTH * f64::from(move_number)).exp();
            (share * planned + bonus, most)
        }
    };
    (seconds(soft).min(usable), seconds(hard).min(usable))
}

/// Seconds as a duration; the longest there is if they are more.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests;
