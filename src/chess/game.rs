//! The trait that a game implements so that minimax and alpha-beta can search it.
//!
//! [`minimax`](crate::search::minimax) and [`alphabeta`](crate::search::alphabeta) use only this trait and
//! contain no chess. [`ChessGame`](crate::search::ChessGame) implements this trait for chess, and
//! [`Pichu`](crate::tools::pichu::Pichu) for another board game. The example below is a third game: a player takes
//! one or two matches, and the player who takes the last match wins.
//!
//! ```
//! use glulam::{chess::{game::{Game, Outcome}, score::Score}, search::{Run, minimax::minimax}};
//!
//! #[derive(Clone)]
//! struct Matches(u8);
//! impl Game for Matches {
//!     type Move = u8;
//!     fn moves(&self) -> impl IntoIterator<Item = u8> { 1..=self.0.min(2) }
//!     fn play(&self, taken: u8) -> Self { Self(self.0 - taken) }
//!     fn outcome(&self) -> Option<Outcome> { (self.0 == 0).then_some(Outcome::Lost) }
//!     fn evaluate(&self) -> Score { Score::DRAW }
//! }
//! let lost = |matches| minimax(&Matches(matches), 20, 0, &mut Run::default()).unwrap().is_loss();
//! assert_eq!([1, 2, 3, 4, 5, 6].map(lost), [false, false, true, false, false, true]);
//! ```

use std::fmt::Debug;

use crate::chess::score::Score;

/// Result of a finished game from the side to move's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move has lost: checkmate in chess.
    Lost,
    /// The game is a draw: stalemate in chess.
    Drawn,
}

impl Outcome {
    /// Returns the score of the side to move, `ply` plies after the root. A loss at a greater ply is a better
    /// score.
    pub const fn score(self, ply: usize) -> Score {
        match self {
            Self::Lost => Score::mated_in(ply),
            Self::Drawn => Score::DRAW,
        }
    }
}

/// A position of a game for two players who move alternately and have complete information.
pub trait Game: Clone {
    /// Move type of the game.
    type Move: Copy + PartialEq + Debug;

    /// Returns every legal move, always in the same order.
    fn moves(&self) -> impl IntoIterator<Item = Self::Move>;

    /// Returns the position after a legal move.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;

    /// Returns the result if the game is over, otherwise `None`. Chess returns only checkmate and stalemate:
    /// the layer `draws` of the search detects repetitions and the fifty-move rule, which depend on the
    /// earlier moves.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the static evaluation of a position that does not end the game, from the side to move's point
    /// of view.
    fn evaluate(&self) -> Score;
}
