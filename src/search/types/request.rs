//! [`SearchRequest`]: position, game history, limits and [`Setup`] of one search.

use std::time::{Duration, Instant};

use super::limits::Limits;
use crate::{
    chess::{
        position::{GameHistory, Position},
        score::Score,
        tablebase::Probing,
    },
    evaluate::{EvalConfig, Evaluator},
    search::rungs::Algorithm,
};

/// Search configuration: the algorithm and the evaluator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Algorithm: a rung or any set of layers.
    pub algorithm: Algorithm,
    /// Evaluator, with its terms and evaluation file.
    pub eval: EvalConfig,
    /// Depth in plies of a search whose algorithm lacks the layer `deepening`, if the limits contain no
    /// depth.
    pub rung_depth: i32,
}

impl Default for Setup {
    fn default() -> Self {
        Self { algorithm: Algorithm::default(), eval: EvalConfig::default(), rung_depth: 3 }
    }
}

impl Setup {
    /// Returns the strongest setup: all layers and the evaluator `network`.
    pub fn playing() -> Self {
        Self::default().evaluated_by(Evaluator::Network)
    }

    /// Returns the setup with its evaluator replaced by `evaluator`.
    #[must_use]
    pub fn evaluated_by(mut self, evaluator: Evaluator) -> Self {
        self.eval.evaluator = evaluator;
        self
    }

    /// Creates a setup with the given algorithm and default values for everything else.
    pub fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }

    /// Returns the static evaluation of a position, from the side to move's point of view.
    pub fn evaluate(&self, position: &Position) -> Score {
        self.eval.evaluate(position)
    }
}

/// Input of one search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// Root position.
    pub position: Position,
    /// Keys of the earlier positions of the game, for repetition detection.
    pub history: GameHistory,
    /// Limits of the search: depth, nodes, time, mate and others.
    pub limits: Limits,
    /// Syzygy tablebases with the probing options; `None` if tablebases are not used.
    pub tablebases: Option<Probing>,
    /// Setup of the search: algorithm and evaluator.
    pub setup: Setup,
    /// Number of the search, 1 or more; the [stop flag](crate::search::StopFlag) stops searches by number.
    pub number: u64,
    /// Instant at which the search was requested. The time of the move counts from this instant.
    pub started: Instant,
    /// Move overhead: part of the clock time that is never used, to allow for the delay between engine and
    /// GUI.
    pub overhead: Duration,
}

impl SearchRequest {
    /// Creates a request for `position` that starts now, with no earlier game, no tablebases and no move
    /// overhead.
    pub fn new(position: Position, limits: Limits, setup: Setup) -> Self {
        let history = GameHistory::default();
        Self {
            position,
            history,
            limits,
            tablebases: None,
            setup,
            number: 1,
            started: Instant::now(),
            overhead: Duration::ZERO,
        }
    }
}
