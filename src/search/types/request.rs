//! What a search is asked: where, how, and until when.

use std::time::{Duration, Instant};

use super::limits::Limits;
use crate::{
    evaluate::{EvalConfig, Evaluator},
    position::{GameHistory, Position},
    score::Score,
    search::rungs::Algorithm,
    tablebase::Probing,
};

/// How to search: the rung and who judges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rung, or any set of layers.
    pub algorithm: Algorithm,
    /// The evaluator, with its terms and network.
    pub eval: EvalConfig,
    /// The depth of algorithms without `deepening` when the limits name none.
    pub rung_depth: i32,
}

impl Default for Setup {
    fn default() -> Self {
        Self { algorithm: Algorithm::default(), eval: EvalConfig::default(), rung_depth: 3 }
    }
}

impl Setup {
    /// The setup that plays best.
    pub fn playing() -> Self {
        Self::default().evaluated_by(Evaluator::Network)
    }

    /// The same setup with another evaluator.
    #[must_use]
    pub fn evaluated_by(mut self, evaluator: Evaluator) -> Self {
        self.eval.evaluator = evaluator;
        self
    }

    /// This algorithm, everything else as usual.
    pub fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }

    /// Static evaluation of a position, for the side to move.
    pub fn evaluate(&self, position: &Position) -> Score {
        self.eval.evaluate(position)
    }
}

/// One search to be done.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The position to find a move for.
    pub position: Position,
    /// The way to it.
    pub history: GameHistory,
    /// When to end.
    pub limits: Limits,
    /// Endgame tables to ask, if there are any.
    pub tablebases: Option<Probing>,
    /// How to search.
    pub setup: Setup,
    /// The number of the search for its [`Signal`](crate::search::StopFlag): 1 or more.
    pub number: u64,
    /// When it was asked for: the clock runs from here.
    pub started: Instant,
    /// Time to keep back of a ticking clock for the way to the opponent and back.
    pub overhead: Duration,
}

impl SearchRequest {
    /// A search of `position`, without a past, that begins now.
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
