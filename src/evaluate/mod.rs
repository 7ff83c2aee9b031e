//! The static value of a position, and nothing else.
//!
//! A search that stops must say what it stops at. There are three judges, and each can be read without the others:
//!
//! - [`material`]: who has more. What the ladder is measured with, since it hides nothing.
//! - [`classical`]: what the men are worth where they stand, and a few terms. Every number has a meaning a person can
//!   check ([`breakdown`]); fitted to games by [`lab::tune::weights`](crate::lab::tune::weights).
//! - [`network`]: a small neural network, trained on games of the engine against itself. What games are played with.
//!
//! An evaluator knows neither mate nor stalemate: those are [`Game::outcome`](crate::game::Game::outcome), asked at
//! every node and every horizon leaf. What its centipawns mean to people is told in [`wdl`].
//!
//! ```
//! use glulam::{evaluate::Evaluator, position::Position, score::Score};
//! use shakmaty::CastlingMode;
//!
//! // A knight up: three pawns to `material`, and more than one to any judge.
//! let position = Position::from_fen("4k3/pppp4/8/8/8/8/PPPP4/1N2K3 w - - 0 1", CastlingMode::Standard)?;
//! assert_eq!(Evaluator::Material.evaluate(&position), Score::cp(300));
//! assert!(Evaluator::ALL.iter().all(|judge| judge.evaluate(&position) > Score::cp(100)));
//! # Ok::<(), glulam::position::FenError>(())
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
use crate::{position::Position, score::Score};

/// Who judges a position at the horizon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Evaluator {
    /// Material alone: 100, 300, 300, 500, 900. What the ladder is measured with.
    #[default]
    Material,
    /// Location tables, tapered from middlegame to endgame, and a few [terms](Terms). The readable one.
    Classical,
    /// A [neural network](network) trained on games of the engine against itself. What games are played with.
    Network,
}

impl Evaluator {
    /// Every evaluator, weakest first.
    pub const ALL: [Self; 3] = [Self::Material, Self::Classical, Self::Network];

    /// The name on the command line, in UCI and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Classical => "classical",
            Self::Network => "network",
        }
    }

    /// The value of a position for the side to move, never in the mate band; `network` is the net of this program. Where another may
    /// have been chosen, ask the [`EvalConfig`].
    #[inline]
    pub fn evaluate(self, position: &Position) -> Score {
        self.evaluate_terms(position, Terms::ALL)
    }

    /// The value by these terms of `classical`; the others have none.
    #[inline]
    pub(crate) fn evaluate_terms(self, position: &Position, terms: Terms) -> Score {
        match self {
            Self::Material => material::evaluate(position),
            Self::Classical => classical::evaluate(position, terms),
            Self::Network => Network::embedded().evaluate(position),
        }
    }
}

/// An evaluator with everything its values depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvalConfig {
    /// The evaluator.
    pub evaluator: Evaluator,
    /// Terms of `classical` that are on; the other evaluators have none.
    pub terms: Terms,
    /// Evaluation file of `network`.
    pub eval_file: EvalFile,
}

impl EvalConfig {
    /// CRC-32 of the network in hexadecimal; `None` unless the evaluator is `network`.
    pub fn net(&self) -> Option<String> {
        let uses_network = self.evaluator == Evaluator::Network;
        uses_network.then(|| format!("{:08x}", self.eval_file.network().checksum()))
    }

    /// Static evaluation of a position, for the side to move.
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

/// There is no evaluator of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no evaluator '{0}': choose material, classical or network")]
pub struct UnknownEvaluator(String);
