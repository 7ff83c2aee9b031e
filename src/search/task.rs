//! What a search is asked: where, how, and until when.

use std::time::{Duration, Instant};

use super::{Algorithm, Limits};
use crate::{
    evaluate::{Evaluator, Terms},
    position::{History, Position},
    score::Score,
};

/// How to search: the rung and who judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rung, or any set of layers.
    pub algorithm: Algorithm,
    /// Who judges the horizon.
    pub evaluator: Evaluator,
    /// By which terms, if it is `classical`.
    pub terms: Terms,
    /// The depth of algorithms without `deepening` when the limits name none.
    pub rung_depth: i32,
}

impl Default for Setup {
    fn default() -> Self {
        let evaluator = Evaluator::default();
        Self { algorithm: Algorithm::default(), evaluator, terms: Terms::ALL, rung_depth: 3 }
    }
}

impl Setup {
    /// The setup that plays best.
    #[must_use]
    pub fn playing() -> Self {
        Self { evaluator: Evaluator::Classical, ..Self::default() }
    }

    /// This algorithm, everything else as usual.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }

    /// The static value of a position, for the side to move.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        self.evaluator.evaluate_terms(position, self.terms)
    }
}

/// One search to be done.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position to find a move for.
    pub position: Position,
    /// The way to it.
    pub history: History,
    /// When to end.
    pub limits: Limits,
    /// How to search.
    pub setup: Setup,
    /// The number of the search for its [`Signal`](super::Signal): 1 or more.
    pub number: u64,
    /// When it was asked for: the clock runs from here.
    pub started: Instant,
    /// Time to keep back of a ticking clock for the way to the opponent and back.
    pub overhead: Duration,
}

impl Task {
    /// A search of `position`, without a past, that begins now.
    #[must_use]
    pub fn new(position: Position, limits: Limits, setup: Setup) -> Self {
        let history = History::default();
        Self {
            position,
            history,
            limits,
            setup,
            number: 1,
            started: Instant::now(),
            overhead: Duration::ZERO,
        }
    }
}
