//! Time management: how long a search may take, and when it ends early.
//!
//! Two limits: past the soft one no further depth is begun, at the hard one the search stops where it stands. A fixed time for
//! the move has only a hard limit, and is used up.
//!
//! After each depth the soft limit is scaled. A move that has been best for many depths, under which nearly all nodes lie
//! and whose score stands still, will be played whatever else is found: thinking on is a waste. A position in which moves
//! change and the score falls has earned more than its share. Floating point lives here and never reaches a score.
//!
//! *Source* of the shares: Reckless' later clock (`time.rs`); of the four factors: the same (`search.rs`); of the hundredth for a
//! forced move and the end at a mate: Viridithas.
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

/// Before this depth the soft limit is not scaled: the values are still random.
const MIN_DEPTH: i32 = 7;
/// Factor if there is only one root move.
const FORCED_FACTOR: f64 = 0.01;
/// Most depths in a row that count as stability.
const MAX_STABILITY: i32 = 8;
/// A score closer than this to the running mean counts as stable, in centipawns.
const STABLE_SCORE_MARGIN: i32 = 12;
/// Depths in a row with the same mate score that end a search.
const SAME_MATE_DEPTHS: i32 = 3;

/// Time limits of one search, scaled by how the search goes.
#[derive(Clone, Debug)]
pub struct TimeManager {
    started: Instant,
    /// Planned time, before scaling; only under a ticking clock.
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// Whether there is only one root move.
    forced: bool,
    /// Score of the previous search in the same game.
    previous_score: Option<Score>,
    /// Running mean of the scores in centipawns; the last score counts half.
    mean_score: Option<i32>,
    /// Depths in a row with the same best move.
    move_stability: i32,
    /// Depths in a row with a score near the mean.
    score_stability: i32,
    /// Depths in a row with the same mate score.
    mate_stability: i32,
    mate: Option<i32>,
    /// Factor of the soft limit.
    factor: f64,
}

impl TimeManager {
    /// The clock of a search asked for at `started`, when the `go` line was read. `overhead` is kept back of a
    /// ticking clock for the way to the GUI and back; `move_number` is that of the game, from 1.
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

    /// Begins a search with this many root moves; `previous_score` is the score of the previous search in the same game.
    pub fn begin(&mut self, root_moves: usize, previous_score: Option<Score>) {
        let unscaled = Self::unscaled(self.started, self.soft, self.hard);
        *self = Self { forced: root_moves <= 1, previous_score, ..unscaled };
    }

    /// Notes that the best move changed. To be called before [`completed_depth`](TimeManager::completed_depth).
    pub(crate) const fn best_move_changed(&mut self) {
        self.move_stability = -1;
    }

    /// Updates the soft limit after a depth. `node_share`, from 0 to 1, is the part of all nodes of the search so far that lies
    /// below the best move.
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

    /// Time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The moment at which the search has to stop, if there is one.
    pub fn deadline(&self) -> Option<Instant> {
        self.started.checked_add(self.hard?)
    }

    /// The most time that may be used.
    pub const fn hard_limit(&self) -> Option<Duration> {
        self.hard
    }

    /// Whether another depth is worth beginning.
    pub(crate) fn starts_another_depth(&self) -> bool {
        self.soft_limit().is_none_or(|soft| self.elapsed() < soft && !self.is_mate_stable())
    }

    /// The time after which no further depth is begun, as scaled now; only under a ticking clock.
    pub fn soft_limit(&self) -> Option<Duration> {
        let soft = seconds(self.soft?.as_secs_f64() * self.factor());
        Some(self.hard.map_or(soft, |hard| soft.min(hard)))
    }

    /// Factor of the planned time.
    const fn factor(&self) -> f64 {
        if self.forced { FORCED_FACTOR } else { self.factor }
    }

    /// Whether several depths in a row gave the same mate score.
    const fn is_mate_stable(&self) -> bool {
        self.mate.is_some() && self.mate_stability >= SAME_MATE_DEPTHS
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

/// The more nodes the best move took, the clearer it is best.
fn node_factor(share: f64) -> f64 {
    2.15 - 1.5 * share
}

fn move_factor(stability: i32) -> f64 {
    1.25 - 0.05 * f64::from(stability.min(MAX_STABILITY))
}

fn score_factor(stability: i32) -> f64 {
    1.20 - 0.04 * f64::from(stability.min(MAX_STABILITY))
}

/// `drop` is how far the score fell since the previous search in the game, in centipawns.
fn trend_factor(drop: i32) -> f64 {
    (0.74 + 0.048 * f64::from(drop)).clamp(0.72, 1.40)
}

/// Seconds as a duration; the longest there is if they are more.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests;
