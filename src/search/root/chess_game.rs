//! [`ChessGame`]: chess as a [`Game`], for the plain minimax and alpha-beta functions.

use crate::{
    chess::{
        game::{Game, Outcome},
        position::{Move, Position},
        score::Score,
    },
    search::types::request::Setup,
};

/// A chess position with the setup that evaluates the leaves of the search.
#[derive(Clone, Debug)]
pub struct ChessGame<'a> {
    /// Position of the game at the current node of the search.
    pub position: Position,
    /// Setup whose evaluator scores the leaves of the search.
    pub setup: &'a Setup,
}

impl Game for ChessGame<'_> {
    type Move = Move;

    fn moves(&self) -> impl IntoIterator<Item = Move> {
        self.position.legal_moves()
    }

    fn play(&self, mv: Move) -> Self {
        Self { position: self.position.play(mv), setup: self.setup }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn evaluate(&self) -> Score {
        self.setup.evaluate(&self.position)
    }
}
