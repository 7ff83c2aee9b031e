//! Chess as a [`Game`], for minimax and alpha-beta.

use crate::{
    game::{Game, Outcome},
    position::{Move, Position},
    score::Score,
    search::types::request::Setup,
};

/// Chess for the frozen rungs: a position with the evaluator that judges its leaves.
#[derive(Clone, Debug)]
pub struct ChessGame<'a> {
    /// Where the game stands.
    pub position: Position,
    /// Who judges the horizon, and how.
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
