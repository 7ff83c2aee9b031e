//! What a search is asked: where, how, and until when.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use super::limits::Limits;
use crate::{
    evaluate::{EvalConfig, Evaluator},
    position::{GameHistory, Move, PackedMove, Position},
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
    #[must_use]
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
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }

    /// Static evaluation of a position, for the side to move.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        self.eval.evaluate(position)
    }
}

/// What is being searched at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trying {
    /// The move.
    pub mv: Move,
    /// Its number in the order of the search, from 1.
    pub number: usize,
    /// The depth of the iteration.
    pub depth: i32,
}

/// What an [`Onlooker`] is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The search of a move of the root begins.
    Trying(Trying),
    /// The moves from the root to the node being searched, as far as the first pass among them.
    Line(Vec<PackedMove>),
}

/// Somebody who is told what is being searched, on the searching thread, from a moment on: early in a search it changes too
/// fast to follow.
#[derive(Clone)]
pub struct Onlooker {
    tell: Arc<dyn Fn(Sight) + Send + Sync>,
    from: Instant,
    pub(in crate::search) follows: bool,
}

impl Onlooker {
    /// Tells whatever is tried after `from`; the line being searched too, if it `follows` the search.
    #[must_use]
    pub fn new(from: Instant, follows: bool, tell: impl Fn(Sight) + Send + Sync + 'static) -> Self {
        Self { tell: Arc::new(tell), from, follows }
    }

    pub(in crate::search) fn hear(&self, sight: Sight) {
        if Instant::now() >= self.from {
            (self.tell)(sight);
        }
    }
}

impl fmt::Debug for Onlooker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Onlooker").field("from", &self.from).finish_non_exhaustive()
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
    /// Who is told which move of the root is being searched.
    pub onlooker: Option<Onlooker>,
    /// Endgame tables to ask, if there are any.
    pub tables: Option<Probing>,
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
    #[must_use]
    pub fn new(position: Position, limits: Limits, setup: Setup) -> Self {
        let history = GameHistory::default();
        Self {
            position,
            history,
            limits,
            onlooker: None,
            tables: None,
            setup,
            number: 1,
            started: Instant::now(),
            overhead: Duration::ZERO,
        }
    }
}
