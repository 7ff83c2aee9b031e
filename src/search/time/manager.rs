//! Time manager: turns the clock into a soft and a hard time limit, and scales the soft limit during the
//! search.
//!
//! After the soft limit, the search begins no further iteration. At the hard limit, the search stops even
//! inside an iteration. A fixed time per move (`movetime`) is only a hard limit, and the search uses all of
//! this time.
//!
//! **Scaling.** After each iteration from depth 7 on, the soft limit is the planned limit multiplied by four
//! factors, whose ranges are in brackets: the share of nodes below the best move (2.15 to 0.65), the
//! stability of the best move (1.25 to 0.85), the stability of the score (1.20 to 0.88), and the fall of the
//! score since the previous search of the game (0.72 to 1.40). If the best move and the score are stable and
//! nearly all nodes lie below the best move, the move will hardly change, and the search ends early. If the
//! best move changes or the score falls, the search gets more time.
//!
//! The time manager computes with floating-point numbers. The scores of the search do not depend on
//! floating-point numbers.
//!
//! **Source.** The shares of the remaining time and the four factors come from a late version of Reckless
//! (`time.rs` and `search.rs`). The factor 0.01 for a forced move and the stop after a stable mate score come
//! from Viridithas.
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
    score::Score,
    search::types::limits::{ClockTime, Limits},
};

/// Largest planned soft limit, as a share of the usable time on the clock. The share grows with the move
/// number, because at the start of a game many moves may still follow, and early moves are easy.
const MAX_SOFT_SHARE: f64 = 0.0594;
/// Difference between the largest soft limit share and the soft limit share at move 0.
const SOFT_SHARE_RANGE: f64 = 0.0492;
/// Rate per move at which the soft limit share approaches its largest value.
const SOFT_SHARE_RATE: f64 = 0.0386;
/// Largest hard limit, as a share of the usable time on the clock, before the increment is added.
const HARD_SHARE: f64 = 0.728;
/// Share of the increment that is added to the soft and the hard limit of each move.
const INCREMENT_SHARE: f64 = 0.75;
/// Hard limit as a multiple of the soft limit, if the number of moves to the next time control is known
/// (`movestogo`).
const HARD_PER_SOFT: f64 = 5.0;
/// Largest number of moves over which the time to the next time control is divided, because most games end
/// earlier.
const MAX_MOVES_TO_GO: u32 = 50;
/// Safety reserve: part of the remaining clock time that a move may not use. On a busy machine, another
/// process may occupy the processor for 200 ms just before the clock time runs out.
///
/// On a busy machine, the engine lost one game in 100 on time at 2+0.02 with a reserve of 10 ms. At 1+0.01,
/// with a reserve of 100 ms and twice as many busy threads as processors, it lost one game in ten on time.
const RESERVE: Duration = Duration::from_millis(200);
/// Divisor of the remaining clock time that gives the smallest usable time. A tenth of the remaining time is
/// always usable, even if the clock has less time than the reserve. A tenth is so small that the increments
/// refill the clock.
///
/// At 1+0.01, on a machine with four times the load it can handle, the engine lost no game on time with a
/// tenth as the smallest usable time, and 4 of 40 games with a half.
const MIN_USABLE_PART: u32 = 10;

/// Depth in plies from which on the soft limit is scaled. At smaller depths, best move and score still change
/// too randomly.
const MIN_DEPTH: i32 = 7;
/// Factor of the soft limit if there is only one root move (a forced move).
const FORCED_FACTOR: f64 = 0.01;
/// Number of consecutive stable iterations beyond which the factors for best move and score stability no
/// longer change.
const MAX_STABILITY: i32 = 8;
/// Difference from the running mean of the scores, in centipawns, below which the score of an iteration
/// counts as stable.
const STABLE_SCORE_MARGIN: i32 = 12;
/// Number of consecutive iterations with the same mate score after which the search ends.
const SAME_MATE_DEPTHS: i32 = 3;

/// Time manager: the time limits of one search. The results of the iterations scale the soft limit.
#[derive(Clone, Debug)]
pub struct TimeManager {
    started: Instant,
    /// Soft limit before scaling; `None` if the search has no clock.
    soft: Option<Duration>,
    /// Hard limit; `None` if the search has neither a clock nor `movetime`.
    hard: Option<Duration>,
    /// Whether there is only one root move.
    forced: bool,
    /// Score of the previous search in the same game.
    previous_score: Option<Score>,
    /// Running mean of the scores of the iterations, in centipawns. The score of the last iteration has
    /// weight one half.
    mean_score: Option<i32>,
    /// Number of consecutive iterations that kept the best move of the iteration before.
    move_stability: i32,
    /// Number of consecutive iterations with a score near the running mean.
    score_stability: i32,
    /// Number of consecutive iterations with the same mate score.
    mate_stability: i32,
    /// Number of moves to mate by the score of the last iteration; `None` if that score is not a mate score.
    mate: Option<i32>,
    /// Product of the four factors that scale the soft limit.
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

    const fn unscaled(started: Instant, soft: Option<Duration>, hard: Option<Duration>) -> Self {
        Self {
            started,
            soft,
            hard,
            forced: false,
            previous_score: None,
            mean_score: None,
            move_stability: 0,
            score_stability: 0,
            mate_stability: 0,
            mate: None,
            factor: 1.0,
        }
    }

    /// Begins a search with `root_moves` root moves. `previous_score` is the score of the previous search in
    /// the same game.
    pub fn begin(&mut self, root_moves: usize, previous_score: Option<Score>) {
        let unscaled = Self::unscaled(self.started, self.soft, self.hard);
        *self = Self { forced: root_moves <= 1, previous_score, ..unscaled };
    }

    /// Resets the stability of the best move after an iteration with a new best move. Call this function
    /// before [`completed_depth`](TimeManager::completed_depth).
    pub(crate) const fn best_move_changed(&mut self) {
        self.move_stability = -1;
    }

    /// Scales the soft limit after a finished iteration. `node_share`, from 0 to 1, is the share of all nodes
    /// of the search so far that lie below the best move.
    pub(crate) fn completed_depth(&mut self, depth: i32, score: Score, node_share: f64) {
        self.move_stability += 1;
        let mean = self.mean_score.map_or(score.raw(), |mean| i32::midpoint(mean, score.raw()));
        self.mean_score = Some(mean);
        let is_stable = (score.raw() - mean).abs() < STABLE_SCORE_MARGIN;
        self.score_stability = if is_stable { self.score_stability + 1 } else { 0 };
        let is_same_mate = score.mate().is_some() && score.mate() == self.mate;
        self.mate_stability = if is_same_mate { self.mate_stability + 1 } else { 1 };
        self.mate = score.mate();
        if depth >= MIN_DEPTH {
            let drop = self.previous_score.map_or(0, |previous| previous.raw() - score.raw());
            self.factor = node_factor(node_share)
                * move_factor(self.move_stability)
                * score_factor(self.score_stability)
                * trend_factor(drop);
        }
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
    /// `movetime`.
    pub const fn hard_limit(&self) -> Option<Duration> {
        self.hard
    }

    /// Whether another iteration may begin: the search has no soft limit, or the soft limit is not reached
    /// and the last iterations did not return the same mate score.
    pub(crate) fn starts_another_depth(&self) -> bool {
        self.soft_limit().is_none_or(|soft| self.elapsed() < soft && !self.is_mate_stable())
    }

    /// Returns the soft limit of the search time, multiplied by the current scaling factor: after this time
    /// since the start of the search, no further iteration begins. Returns `None` if the search has no clock.
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
    let bonus = INCREMENT_SHARE * time.increment.as_secs_f64();
    let most = HARD_SHARE * usable_seconds + bonus;
    let (soft, hard) = match time.moves_to_go {
        // The last move before the time control may use all of the usable time.
        Some(0 | 1) => (usable_seconds, usable_seconds),
        Some(moves) => {
            let soft = usable_seconds / f64::from(moves.min(MAX_MOVES_TO_GO)) + bonus;
            (soft, (HARD_PER_SOFT * soft).min(most))
        }
        None => {
            let share = MAX_SOFT_SHARE - SOFT_SHARE_RANGE * (-SOFT_SHARE_RATE * f64::from(move_number)).exp();
            (share * usable_seconds + bonus, most)
        }
    };
    (seconds(soft).min(usable), seconds(hard).min(usable))
}

/// Returns the factor of the soft time limit for `share`, the share of nodes below the best move. A large
/// share of nodes means that no other move came close to the best move.
fn node_factor(share: f64) -> f64 {
    2.15 - 1.5 * share
}

/// Returns the factor of the soft time limit for `stability`, the number of consecutive iterations with the
/// same best move.
fn move_factor(stability: i32) -> f64 {
    1.25 - 0.05 * f64::from(stability.min(MAX_STABILITY))
}

/// Returns the factor of the soft time limit for `stability`, the number of consecutive iterations whose
/// score is within [`STABLE_SCORE_MARGIN`] of the running mean of the scores.
fn score_factor(stability: i32) -> f64 {
    1.20 - 0.04 * f64::from(stability.min(MAX_STABILITY))
}

/// Factor of the soft limit for the fall of the score since the previous search in the game; `drop` is this
/// fall in centipawns.
fn trend_factor(drop: i32) -> f64 {
    (0.74 + 0.048 * f64::from(drop)).clamp(0.72, 1.40)
}

/// Converts seconds to a duration. Values out of range become the longest possible duration.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests;
