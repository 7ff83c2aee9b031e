//! Static evaluation: a score for a position without search.
//!
//! The search calls the static evaluation at its horizon and for pruning decisions. There are three
//! evaluators:
//!
//! - [`material`]: the material balance. By default, the ladder of rungs is measured with `material`, because
//!   `material` is the simplest evaluator.
//! - [`classical`]: piece-square tables and a few terms. A person can check the meaning of each number
//!   ([`breakdown`]). The weights were fitted to the results of games.
//! - [`network`]: a small neural network, trained on games of the engine against itself. The engine plays
//!   with the network.
//!
//! An evaluator does not detect checkmate or stalemate: the search detects them with
//! [`Game::outcome`](crate::chess::game::Game::outcome). The module [`wdl`] converts scores to the centipawns and
//! the win/draw/loss probabilities that the engine displays.
//!
//! ```
//! use glulam::{evaluate::Evaluator, chess::{position::Position, score::Score}};
//! use shakmaty::CastlingMode;
//!
//! // White is a knight up: 300 centipawns for `material`, more than 100 for every evaluator.
//! let position = Position::from_fen("4k3/pppp4/8/8/8/8/PPPP4/1N2K3 w - - 0 1", CastlingMode::Standard)?;
//! assert_eq!(Evaluator::Material.evaluate(&position), Score::cp(300));
//! assert!(Evaluator::ALL.iter().all(|evaluator| evaluator.evaluate(&position) > Score::cp(100)));
//! # Ok::<(), glulam::chess::position::FenError>(())
//! ```

pub mod breakdown;
pub mod classical;
pub mod material;
pub mod network;
pub mod wdl;

use std::{fmt, str::FromStr};

pub use self::{
    classical::{Terms, UnknownTerm},
    network::{EvalFile, Network},
    wdl::Wdl,
};
use crate::chess::{position::Position, score::Score};

/// Method of static evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Evaluator {
    /// Material balance: pawn 100, knight 300, bishop 300, rook 500, queen 900. By default, the ladder is
    /// measured with `material`.
    #[default]
    Material,
    /// Readable evaluator: piece-square tables, tapered from middlegame to endgame, and a few [terms](Terms).
    Classical,
    /// A [neural network](network) trained on games of the engine against itself. By default, the engine
    /// plays with `network`.
    Network,
}

impl Evaluator {
    /// All evaluators, weakest first.
    pub const ALL: [Self; 3] = [Self::Material, Self::Classical, Self::Network];

    /// Returns the name on the command line, in UCI, and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Classical => "classical",
            Self::Network => "network",
        }
    }

    /// Returns the static evaluation of a position from the side to move's point of view, never a mate score.
    /// `network` uses the embedded network; to evaluate with a network from a file, call
    /// [`EvalConfig::evaluate`].
    #[inline]
    pub fn evaluate(self, position: &Position) -> Score {
        self.evaluate_terms(position, Terms::ALL)
    }

    /// Returns the static evaluation with the given terms of `classical`. The other evaluators ignore
    /// `terms`.
    #[inline]
    pub(crate) fn evaluate_terms(self, position: &Position, terms: Terms) -> Score {
        match self {
            Self::Material => material::evaluate(position),
            Self::Classical => classical::evaluate(position, terms),
            Self::Network => Network::embedded().evaluate(position),
        }
    }
}

/// Evaluator with the terms of `classical` and the evaluation file of `network`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvalConfig {
    /// Method of static evaluation.
    pub evaluator: Evaluator,
    /// Enabled terms of `classical`; ignored by the other evaluators.
    pub terms: Terms,
    /// Evaluation file of `network`; ignored by the other evaluators.
    pub eval_file: EvalFile,
}

impl EvalConfig {
    /// Returns the CRC-32 of the network in hexadecimal, or `None` if the evaluator is not `network`.
    pub fn net(&self) -> Option<String> {
        let uses_network = self.evaluator == Evaluator::Network;
        uses_network.then(|| format!("{:08x}", self.eval_file.network().checksum()))
    }

    /// Returns the static evaluation of a position from the side to move's point of view.
    pub fn evaluate(&self, position: &Position) -> Score {
        match self.evaluator {
            Evaluator::Network => self.eval_file.network().evaluate(position),
            evaluator => evaluator.evaluate_terms(position, self.terms),
        }
    }
}

impl From<Evaluator> for EvalConfig {
    fn from(evaluator: Evaluator) -> Self {
        Self { evaluator, ..Self::default() }
    }
}

impl fmt::Display for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Evaluator {
    type Err = UnknownEvaluator;

    fn from_str(text: &str) -> Result<Self, UnknownEvaluator> {
        let known = Self::ALL.into_iter().find(|evaluator| evaluator.name().eq_ignore_ascii_case(text));
        known.ok_or_else(|| UnknownEvaluator(text.to_owned()))
    }
}

/// Error for an unknown evaluator name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown evaluator '{0}': choose material, classical or network")]
pub struct UnknownEvaluator(String);
