//! Time manager: turns the clock into a soft and a hard time limit, and scales the soft limit during the
//! search.
//!
//! After the soft limit, the search begins no further iteration. At the hard limit, the search stops even
//! inside an iteration. A fixed time per move (`movetime`) is only a hard limit, and the search uses all of
//! this time.
//!
//! Both questions of a time manager are answered from measurements of our own games and searches, all of
//! 2026-11-22.
//!
//! **Plan: how much time does a move get on average?** Assume that a doubling of the time improves every move
//! equally while the result of the game is open. Then the sum of the logarithms of the times should be as
//! large as possible. The best plan divides the usable time by the expected number of remaining moves, and
//! adds the increment. A remaining move counts only as far as the result is still open: its weight is the
//! variance of the game result, given score and move number, relative to the move to play. Measured in 150
//! games of this engine, played to the end at 2+0.02 from UHO openings, with 13 classes of the score and 8 of
//! the move number:
//!
//! | move number | 5–9 | 10–14 | 15–19 | 20–24 | 25–29 | 30–39 | 40–54 | 55–69 |
//! |---|--:|--:|--:|--:|--:|--:|--:|--:|
//! | remaining moves, measured | 29.1 | 26.1 | 22.4 | 20.2 | 18.4 | 16.5 | 15.0 | 12.3 |
//! | max(30 − 0.4 · move number, 14) | 27.2 | 25.2 | 23.2 | 21.2 | 19.2 | 16.2 | 14.0 | 14.0 |
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
//! The doubt is the geometric mean of the two, √((1 − s) / (k + 2)). The table contains 4,543 iterations from
//! depth 7 on, with 6,000 to 160,000 nodes, in 657 positions of the 150 games, with scores below 8 pawns. It
//! shows how often four times the nodes changed the best move. It also shows the average gain: both moves
//! were searched alone with 200,000 nodes, and a score of `c` centipawns counts as 1 / (1 + exp(−c / 180))
//! points.
//!
//! | doubt | below 0.05 | 0.05 | 0.10 | 0.15 | 0.2 | 0.3 | 0.4 | from 0.5 |
//! |---|--:|--:|--:|--:|--:|--:|--:|--:|
//! | best move changed | 1 % | 3 % | 7 % | 12 % | 17 % | 29 % | 34 % | 39 % |
//! | gain, in hundredths of a point | 0.1 | 0.1 | 0.1 | 0.2 | 0.3 | 0.5 | 1.1 | 1.0 |
//!
//! The probability is nearly proportional to the doubt. So the soft limit is the planned limit multiplied by
//! the doubt, divided by the mean doubt. The geometric mean also predicts the changes better than either
//! number alone. The logarithm of the likelihood of the observed changes is −1604 with the geometric mean,
//! −1616 with the stability alone, −1639 with the node share alone and −1855 with a constant.
//!
//! The time manager computes with floating-point numbers. The scores of the search do not depend on
//! floating-point numbers.
//!
//! **Cost and gain.** Against the earlier time manager: +12 ± 11 Elo (2,000 games at 2+0.02, `network`, UHO
//! openings, 2026-11-23, two games at a time on two cores with up to fifteen other busy processes; commits
//! 9b8f1f9 and 75ca283, `Hash` 16, one thread). On this overloaded machine, the new time manager lost 61 games on
//! time and the earlier time manager 86; without these games, the result is 562 wins, 773 draws and 518 losses.
//! In 16 games at 2+0.02, 1,777 searches used 1.00 times the planned time.
//!
//! The 657 positions were also searched with 600,000 nodes. The table shows how often the move of a shorter
//! search differs from the move of this long search, if the searches visit equally many nodes on average:
//!
//! | mean nodes per search | 30,000 | 60,000 | 120,000 |
//! |---|--:|--:|--:|
//! | soft limit not scaled | 27.8 % | 22.2 % | 15.5 % |
//! | scaled by the node share alone | 23.6 % | 18.7 % | 12.9 % |
//! | scaled by the stability alone | 24.6 % | 19.8 % | 12.9 % |
//! | scaled by the doubt | 24.2 % | 18.5 % | 12.3 % |
//! | scaled by the doubt and a falling score | 25.1 % | 18.4 % | 11.4 % |
//! | four factors of the earlier time manager | 26.3 % | 18.5 % | 12.9 % |
//!
//! **Tried without success.** The earlier time manager took its constants from Reckless. It also used the
//! stability of the score and the fall of the score since the previous search of the game. The stability of
//! the score adds nothing to the doubt: a factor of 1.2 for an unstable score lowers the likelihood. A
//! fall of the score raises the logarithm of the likelihood from −1604 to −1580, if a fall by 20 centipawns
//! doubles the time. But with equally many nodes in total, the falling score does not clearly improve the
//! moves, as the table shows.
//!
//! A clock below 400 ms that uses only a proportional part of the increment, so that it refills, scored −17 ±
//! 21 Elo against the plan as it is (540 games at 1+0.01, `network`, UHO openings, 2026-11-23, two games at a
//! time beside other busy processes). It lost 4 of these games on time, and the plan as it is 9.
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
    score::Score,
    search::types::limits::{ClockTime, Limits},
};

/// Expected number of remaining moves at move 0, weighted as described in the [module](self).
const REMAINING_AT_START: f64 = 30.0;
/// Decrease of the expected number of remaining moves per move played.
const REMAINING_DECREASE: f64 = 0.4;
/// Smallest expected number of remaining moves: a long game may become even longer.
const MIN_REMAINING: f64 = 14.0;
/// Time that a search uses on average, as a multiple of its soft limit: an iteration that begins before the
/// soft limit ends after it. Measured: 1.49 in 1,777 searches of 16 games at 2+0.02, and 1.5 on the 657
/// positions of the [module](self) at a mean of 60,000 nodes per search.
const OVERSHOOT: f64 = 1.5;
/// Hard limit, as a share of the usable time on the clock, before the increment is added. After a move that
/// takes half of the time, every later move still gets half of its planned time.
const HARD_SHARE: f64 = 0.5;
/// Safety reserve: part of the remaining clock time that a move may not use. On a busy machine, another
/// process may occupy the processor just before the clock time runs out.
///
/// On a busy machine, the engine lost one game in 100 on time at 2+0.02 with a reserve of 10 ms. With 100 ms,
/// it lost none of 1,000 games on two cores beside two to five other busy processes, and scored +10 ± 16 Elo
/// against a reserve of 200 ms (two games at a time at 2+0.02, `network`, UHO openings, 2026-11-25). Beside
/// five other busy processes at 1+0.01, the two reserves lose about equally often on time: 19 and 18 of 190
/// games.
const RESERVE: Duration = Duration::from_millis(100);
/// Divisor of the remaining clock time that gives the smallest usable time. A tenth of the remaining time is
/// always usable, even if the clock has less time than the reserve. A move that may use at most a tenth of
/// the remaining clock time uses so little that the increments refill the clock.
///
/// At 1+0.01, on a machine with four times the load it can handle, the engine lost no game on time with a
/// tenth as the smallest usable time, and 4 of 40 games with a half.
const MIN_USABLE_PART: u32 = 10;

/// Mean doubt at the end of a search: with this divisor, the mean factor of the soft limit is about 1.
/// Measured: 1.03, weighted by the planned soft limit, in 1,777 searches of 16 games at 2+0.02. On the 657
/// positions of the [module](self): 1.04, 0.97 and 0.90 at 30,000, 60,000 and 120,000 nodes per search.
const MEAN_DOUBT: f64 = 0.2;
/// Smallest factor of the soft limit, except for a forced move. On the 657 positions
/// of the [module](self), a smallest factor of 0.1 gave no better moves.
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
    /// Soft limit before scaling; `None` if the search has no clock.
    soft: Option<Duration>,
    /// Hard limit; `None` if the search has neither a clock nor `movetime`.
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

    /// Scales the soft limit after a finished iteration. `node_share`, from 0 to 1, is the share of all nodes
    /// of the search so far that lie below the best move.
    pub(crate) fn completed_depth(&mut self, score: Score, node_share: f64) {
        self.move_stability += 1;
        let is_same_mate = score.mate().is_some() && score.mate() == self.mate;
        self.mate_stability = if is_same_mate { self.mate_stability + 1 } else { 1 };
        self.mate = score.mate();
        self.factor = (doubt(node_share, self.move_stability) / MEAN_DOUBT).max(MIN_FACTOR);
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

/// Returns the expected number of remaining moves of the game, from move `move_number` on, weighted as
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

/// Converts seconds to a duration. Values out of range become the longest possible duration.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests;
