//! Time manager: turns the clock into a soft and a hard time limit, and scales the soft limit during the
//! search.
//!
//! After the soft limit, the search begins no further iteration. At the hard limit, the search stops even
//! inside an iteration. A fixed time per move (`movetime`) is only a hard limit, and the search uses all of
//! this time.
//!
//! Both questions of a time manager are answered from [measurements](crate::search::experiments#time-manager)
//! of our own games and searches.
//!
//! **Plan: how much time does a move get on average?** Assume that a doubling of the time improves every move
//! equally while the result of the game is open. Then the sum of the logarithms of the times should be as
//! large as possible. The best plan divides the usable time by the expected number of remaining moves, and
//! adds the increment. A remaining move counts only as far as the result is still open: its weight is the
//! variance of the game result, given score and move number, relative to the move to play. In measured games,
//! the weighted number of remaining moves is about max(30 − 0.4 · move number, 14). A plan with this number
//! leaves time unused when the game ends, and unused time is lost. So the time manager plans for fewer moves,
//! max(26 − 0.33 · move number, 12).
//!
//! **Scaling: how much time does this move get?** More time only helps if it changes the best move. So a move
//! gets time in proportion to the probability that more time changes its best move. Two numbers of the search
//! estimate this probability:
//!
//! - *Stability.* The last `k` iterations kept the best move. By Laplace's rule of succession, the next
//!   iteration changes it with probability 1 / (k + 2).
//! - *Node share.* The share `s` of all nodes lies below the best move. The share 1 − s lies below other
//!   moves: the closer another move comes to the best move, the larger 1 − s is.
//!
//! The doubt is the geometric mean of the two, √((1 − s) / (k + 2)). The probability that four times the nodes
//! change the best move is nearly proportional to the doubt. So the soft limit is the planned limit multiplied
//! by the doubt, divided by the mean doubt. The deeper the iteration, the less likely it changes the best
//! move: the mean doubt falls by about 8 % per iteration, up to iteration 22. A constant mean doubt would give
//! a search less than its planned time at long time controls.
//!
//! The time manager computes with floating-point numbers. The scores of the search do not depend on
//! floating-point numbers.
//!
//! **Gain.** With a constant mean doubt and the longer plan, +12 ± 11 Elo against the earlier time manager (2,000
//! games at 2+0.02, `network`, UHO openings, 2026-11-23). With the mean doubt by iteration and the shorter
//! plan, +20 ± 27 Elo against that (300 games at 10+0.1, `network`, UHO openings, 2026-11-28). See
//! [experiments](crate::search::experiments#time-manager).
//!
//! **Source.** The ideas are widely used: a soft limit that grows if the best move changes or the score falls
//! (Stockfish), the share of nodes below the best move (Viridithas, Reckless). The factor 0.01 of a forced
//! move and the stop after three equal mate scores come from Viridithas. The plan and the doubt, with their
//! constants, are original to Glulam. Laplace published the rule of succession in 1774.
//!
//! ```
//! use std::time::{Duration, Instant};
//! use glulam::search::{ClockTime, Limits, time::manager::TimeManager};
//!
//! let time = ClockTime { remaining: Duration::from_mins(1), increment: Duration::ZERO, moves_to_go: None };
//! let limits = Limits { clock: Some(time), ..Limits::default() };
//! let clock = TimeManager::new(&limits, Instant::now(), Duration::from_millis(10), 20);
//! let (soft, hard) = (clock.soft_limit().unwrap(), clock.hard_limit().unwrap());
//! // The soft limit is a small share of the remaining time, and the hard limit a large share.
//! assert!(4 * soft < hard && hard < time.remaining);
//! let fixed = Limits { movetime: Some(Duration::from_secs(2)), ..Limits::default() };
//! let clock = TimeManager::new(&fixed, Instant::now(), Duration::ZERO, 20);
//! assert_eq!((clock.soft_limit(), clock.hard_limit()), (None, fixed.movetime));
//! ```

use std::time::{Duration, Instant};

use crate::{
    chess::score::Score,
    search::types::limits::{ClockTime, Limits},
};

/// Number of remaining moves that the plan expects at move 0, as described in the [module](self).
const REMAINING_AT_START: f64 = 26.0;
/// Decrease of this number per move played.
const REMAINING_DECREASE: f64 = 0.33;
/// Smallest number of remaining moves that the plan expects: a long game may become even longer.
const MIN_REMAINING: f64 = 12.0;
/// Time that a search uses on average, as a multiple of its soft limit: an iteration that begins before the
/// soft limit ends after it.
const OVERSHOOT: f64 = 1.5;
/// Hard limit, as a share of the usable time on the clock, before the increment is added. After a move that
/// takes half of the time, every later move still gets half of its planned time.
const HARD_SHARE: f64 = 0.5;
/// Safety reserve: part of the remaining clock time that a move may not use. On a busy machine, another
/// process may occupy the processor just before the clock time runs out.
const RESERVE: Duration = Duration::from_millis(100);
/// Divisor of the remaining clock time that gives the smallest usable time. A tenth of the remaining time is
/// always usable, even if the clock has less time than the reserve. A move that may use at most a tenth of
/// the remaining clock time uses so little that the increments refill the clock.
const MIN_USABLE_PART: u32 = 10;

/// Mean doubt after iteration [`MEAN_DOUBT_DEPTH`]. With the mean doubt as divisor, the mean factor of the
/// soft limit is about 1 at every time control.
const MEAN_DOUBT: f64 = 0.2;
/// Iteration after which the mean doubt is [`MEAN_DOUBT`].
const MEAN_DOUBT_DEPTH: i32 = 13;
/// Factor of the mean doubt per iteration: a deeper search is less likely to change its best move.
const MEAN_DOUBT_PER_DEPTH: f64 = 0.92;
/// Iteration from which the mean doubt remains the same.
const MEAN_DOUBT_LAST_DEPTH: i32 = 22;
/// Smallest factor of the soft limit, except for a forced move.
const MIN_FACTOR: f64 = 0.25;
/// Factor of the soft limit if there is only one root move (a forced move). The short search returns a score
/// and an expected reply.
const FORCED_FACTOR: f64 = 0.01;
/// Number of consecutive iterations with the same mate score after which the search ends.
const SAME_MATE_DEPTHS: i32 = 3;

/// Time manager: the time limits of one search. The results of the iterations scale the soft limit.
#[derive(Clone, Debug)]
pub struct TimeManager {
    started: Instant,
    /// Soft limit before scaling; `None` if the search has no clock, is infinite, or runs on a helper thread.
    soft: Option<Duration>,
    /// Hard limit; `None` if the search has neither a clock nor `movetime`, or is infinite.
    hard: Option<Duration>,
    /// Whether there is only one root move.
    forced: bool,
    /// Number of consecutive iterations that kept the best move of the iteration before.
    move_stability: i32,
    /// Number of consecutive iterations with the same mate score.
    mate_stability: i32,
    /// Number of moves to mate by the score of the last iteration; `None` if that score is not a mate score.
    mate: Option<i32>,
    /// Factor of the soft limit.
    factor: f64,
}

impl TimeManager {
    /// Creates the time manager of a search. The search time counts from `started`, the instant at which the
    /// search was requested; in UCI, the `go` command was read at this instant.
    ///
    /// `overhead` is the move overhead: clock time that is never used, to allow for the delay between engine
    /// and GUI. `move_number` is the number of the move to play in the game, from 1.
    pub fn new(limits: &Limits, started: Instant, overhead: Duration, move_number: u32) -> Self {
        let ticking = limits.clock.filter(|_| !limits.infinite);
        let (soft, hard) = ticking.map(|time| plan(time, overhead, move_number)).unzip();
        let fixed = limits.movetime.filter(|_| !limits.infinite);
        let hard = hard.into_iter().chain(fixed).min();
        Self::unscaled(started, soft, hard)
    }

    /// Removes the soft limit: only the hard limit ends the search.
    pub(crate) const fn without_soft_limit(self) -> Self {
        Self { soft: None, ..self }
    }

    const fn unscaled(started: Instant, soft: Option<Duration>, hard: Option<Duration>) -> Self {
        Self {
            started,
            soft,
            hard,
            forced: false,
            move_stability: 0,
            mate_stability: 0,
            mate: None,
            factor: 1.0,
        }
    }

    /// Begins a search with `root_moves` root moves.
    pub fn begin(&mut self, root_moves: usize) {
        let unscaled = Self::unscaled(self.started, self.soft, self.hard);
        *self = Self { forced: root_moves <= 1, ..unscaled };
    }

    /// Resets the stability of the best move after an iteration with a new best move. Call this function
    /// before [`completed_depth`](TimeManager::completed_depth).
    pub(crate) const fn best_move_changed(&mut self) {
        self.move_stability = -1;
    }

    /// Scales the soft limit after the iteration of depth `depth`. `node_share`, from 0 to 1, is the share of
    /// all nodes of the search so far that lie below the best move.
    pub(crate) fn completed_depth(&mut self, depth: i32, score: Score, node_share: f64) {
        self.move_stability += 1;
        let is_same_mate = score.mate().is_some() && score.mate() == self.mate;
        self.mate_stability = if is_same_mate { self.mate_stability + 1 } else { 1 };
        self.mate = score.mate();
        self.factor = (doubt(node_share, self.move_stability) / mean_doubt(depth)).max(MIN_FACTOR);
    }

    /// Returns the time since the search was requested.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the instant at which the search must stop: the start of the search plus the hard limit, or
    /// `None` if there is no hard limit.
    pub fn deadline(&self) -> Option<Instant> {
        self.started.checked_add(self.hard?)
    }

    /// Returns the hard limit, the maximum time of the search; `None` if the search has neither a clock nor
    /// `movetime`, or is infinite.
    pub const fn hard_limit(&self) -> Option<Duration> {
        self.hard
    }

    /// Whether another iteration may begin: the search has no soft limit, or the soft limit is not reached
    /// and the last iterations did not return the same mate score.
    pub(crate) fn starts_another_depth(&self) -> bool {
        self.soft_limit().is_none_or(|soft| self.elapsed() < soft && !self.is_mate_stable())
    }

    /// Returns the soft limit of the search time, multiplied by the current scaling factor: after this time
    /// since the start of the search, no further iteration begins. Returns `None` if the search has no clock, is
    /// infinite, or runs on a helper thread.
    pub fn soft_limit(&self) -> Option<Duration> {
        let soft = seconds(self.soft?.as_secs_f64() * self.factor());
        Some(self.hard.map_or(soft, |hard| soft.min(hard)))
    }

    /// Returns the factor by which the soft limit is currently scaled.
    const fn factor(&self) -> f64 {
        if self.forced { FORCED_FACTOR } else { self.factor }
    }

    /// Whether enough consecutive iterations returned the same mate score.
    const fn is_mate_stable(&self) -> bool {
        self.mate.is_some() && self.mate_stability >= SAME_MATE_DEPTHS
    }
}

/// Computes the soft and the hard limit from the clock. Neither limit exceeds the usable time (remaining time
/// minus move overhead and reserve, but at least a tenth), even with a large increment.
fn plan(time: ClockTime, overhead: Duration, move_number: u32) -> (Duration, Duration) {
    let left = time.remaining.saturating_sub(overhead).max(Duration::from_millis(1));
    let usable = left.saturating_sub(RESERVE).max(left / MIN_USABLE_PART);
    let usable_seconds = usable.as_secs_f64();
    let increment = time.increment.as_secs_f64();
    let (soft, hard) = match time.moves_to_go {
        // The last move before the time control may use all of the usable time.
        Some(0 | 1) => (usable_seconds, usable_seconds),
        moves_to_go => {
            let expected = remaining_moves(move_number);
            let moves = moves_to_go.map_or(expected, |moves| expected.min(f64::from(moves)));
            ((usable_seconds / moves + increment) / OVERSHOOT, HARD_SHARE * usable_seconds + increment)
        }
    };
    (seconds(soft).min(usable), seconds(hard).min(usable))
}

/// Returns the number of remaining moves of the game that the plan expects, from move `move_number` on, as
/// described in the [module](self).
fn remaining_moves(move_number: u32) -> f64 {
    (REMAINING_AT_START - REMAINING_DECREASE * f64::from(move_number)).max(MIN_REMAINING)
}

/// Returns the doubt about the best move: the geometric mean of the share of nodes below other moves, and of
/// the probability of a change by the rule of succession. `stability` is the number of consecutive iterations
/// that kept the best move.
fn doubt(node_share: f64, stability: i32) -> f64 {
    ((1.0 - node_share) / f64::from(stability + 2)).sqrt()
}

/// Returns the mean doubt of many searches after the iteration of this depth.
fn mean_doubt(depth: i32) -> f64 {
    MEAN_DOUBT * MEAN_DOUBT_PER_DEPTH.powi(depth.min(MEAN_DOUBT_LAST_DEPTH) - MEAN_DOUBT_DEPTH)
}

/// Converts seconds to a duration. Values out of range become the longest possible duration.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests;
