//! Time manager: turns the clock into a soft and a hard time limit, and scales the soft limit during the
//! search.
//!
//! After the soft limit, no further iteration begins. At the hard limit, the search stops inside an
//! iteration. A fixed time per move (`movetime`) has only a hard limit, and the search uses all of it.
//!
//! **Scaling.** After each iteration from depth 7 on, the soft limit is the planned limit multiplied by four
//! factors, whose ranges are in brackets: the share of nodes below the best move (2.15 to 0.65), the
//! stability of the best move (1.25 to 0.85), the stability of the score (1.20 to 0.88), and the score
//! compared with the previous search of the game (0.72 to 1.40). If the best move and the score are stable
//! and nearly all nodes lie below the best move, the move will hardly change, and the search ends early. If
//! the best move changes or the score falls, the search gets more time.
//!
//! The time manager computes in floating point. No score depends on floating point.
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

/// Largest soft limit, as a share of the remaining time. The soft share of the remaining time grows with the
/// move number, because at the start of a game many moves may still follow, and early moves are easy.
const MAX_SOFT_SHARE: f64 = 0.0594;
/// Difference between the largest soft share and the soft share at move 0.
const SOFT_SHARE_RANGE: f64 = 0.0492;
/// Rate at which the soft share approaches its largest value, per move.
const SOFT_SHARE_RATE: f64 = 0.0386;
/// Hard limit, as a share of the remaining time.
const HARD_SHARE: f64 = 0.728;
/// Share of the increment that is added to the soft and the hard limit of each move.
const INCREMENT_SHARE: f64 = 0.75;
/// Hard limit as a multiple of the soft limit, if the clock has a next time control (`movestogo`).
const HARD_PER_SOFT: f64 = 5.0;
/// Largest number of moves to the next time control that the plan takes into account, because most games end
/// earlier.
const MAX_MOVES_TO_GO: u32 = 50;
/// Safety reserve: part of the remaining time that a move may not use; on a busy machine another process may
/// occupy the processor for 200 ms just before the time runs out.
///
/// Games lost on time on a busy machine: one in 100 at 2+0.02 with a reserve of 10 ms; one in ten at 1+0.01
/// with a reserve of 100 ms and twice as many busy threads as processors.
const RESERVE: Duration = Duration::from_millis(200);
/// Divisor of the remaining time that gives the smallest usable time. A tenth of the remaining time is always
/// usable, even if the clock has no more than the reserve. A tenth is so small that increments refill the
/// clock.
///
/// Games lost on time at 1+0.01, on a machine with four times the load it can handle: none with a tenth, 4 of
/// 40 with a half.
const MIN_USABLE_PART: u32 = 10;

/// Depth in plies from which the soft limit is scaled. At smaller depths the results are still random.
const MIN_DEPTH: i32 = 7;
/// Factor of the soft limit if there is only one root move (a forced move).
const FORCED_FACTOR: f64 = 0.01;
/// Largest number of consecutive iterations that counts for the stability of the best move and of the score.
const MAX_STABILITY: i32 = 8;
/// Largest difference to the running mean (exclusive) at which a score counts as stable, in centipawns.
const STABLE_SCORE_MARGIN: i32 = 12;
/// Number of consecutive iterations with the same mate score after which the search ends.
const SAME_MATE_DEPTHS: i32 = 3;

/// Time limits of one search. The progress of the search scales the soft limit.
#[derive(Clone, Debug)]
pub struct TimeManager {
    started: Instant,
    /// Soft limit before scaling; `None` without a clock.
    soft: Option<Duration>,
    /// Hard limit; `None` without a clock and without `movetime`.
    hard: Option<Duration>,
    /// Whether there is only one root move.
    forced: bool,
    /// Score of the previous search in the same game.
    previous_score: Option<Score>,
    /// Running mean of the scores, in centipawns. The last score has weight one half.
    mean_score: Option<i32>,
    /// Number of consecutive iterations with the same best move.
    move_stability: i32,
    /// Number of consecutive iterations with a score near the running mean.
    score_stability: i32,
    /// Number of consecutive iterations with the same mate score.
    mate_stability: i32,
    /// Mate score of the last iteration, in moves.
    mate: Option<i32>,
    /// Product of the four factors that scale the soft limit.
    factor: f64,
}

impl TimeManager {
    /// Creates the time manager of a search. The time counts from `started`, when the `go` line was read.
    ///
    /// `overhead` is the move overhead: clock time that is never used, for the delay between engine and GUI.
    /// `move_number` is the move number of the game, from 1.
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

    /// Resets the stability of the best move. Call this function before
    /// [`completed_depth`](TimeManager::completed_depth).
    pub(crate) const fn best_move_changed(&mut self) {
        self.move_stability = -1;
    }

    /// Scales the soft limit after an iteration. `node_share`, from 0 to 1, is the share of all nodes of the
    /// search so far that lie below the best move.
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

    /// Time since the search was requested.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Instant at which the search must stop: the start plus the hard limit, or `None` if there is no hard
    /// limit.
    pub fn deadline(&self) -> Option<Instant> {
        self.started.checked_add(self.hard?)
    }

    /// Hard limit: the maximum time of the search. Without a clock and without `movetime` there is no hard
    /// limit.
    pub const fn hard_limit(&self) -> Option<Duration> {
        self.hard
    }

    /// Whether another iteration may begin: the soft limit is not reached and there is no stable mate score.
    pub(crate) fn starts_another_depth(&self) -> bool {
        self.soft_limit().is_none_or(|soft| self.elapsed() < soft && !self.is_mate_stable())
    }

    /// Soft limit with its current scaling: after this time no further iteration begins. `None` without a
    /// clock.
    pub fn soft_limit(&self) -> Option<Duration> {
        let soft = seconds(self.soft?.as_secs_f64() * self.factor());
        Some(self.hard.map_or(soft, |hard| soft.min(hard)))
    }

    /// Factor of the soft limit.
    const fn factor(&self) -> f64 {
        if self.forced { FORCED_FACTOR } else { self.factor }
    }

    /// Whether enough consecutive iterations returned the same mate score.
    const fn is_mate_stable(&self) -> bool {
        self.mate.is_some() && self.mate_stability >= SAME_MATE_DEPTHS
    }
}

/// Computes the soft and the hard limit from the clock. Neither limit exceeds the remaining time minus move
/// overhead and reserve, even with a large increment.
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

/// Factor for the share of nodes below the best move. A large share of nodes means that no other move came
/// close to the best move.
fn node_factor(share: f64) -> f64 {
    2.15 - 1.5 * share
}

/// Factor for the number of consecutive iterations with the same best move.
fn move_factor(stability: i32) -> f64 {
    1.25 - 0.05 * f64::from(stability.min(MAX_STABILITY))
}

/// Factor for the number of consecutive iterations with a stable score.
fn score_factor(stability: i32) -> f64 {
    1.20 - 0.04 * f64::from(stability.min(MAX_STABILITY))
}

/// Factor for the fall of the score since the previous search in the game; `drop` is the fall in centipawns.
fn trend_factor(drop: i32) -> f64 {
    (0.74 + 0.048 * f64::from(drop)).clamp(0.72, 1.40)
}

/// Converts seconds to a duration. Values out of range become the longest possible duration.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests;
