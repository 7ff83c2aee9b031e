//! What a search must know of a game.
//!
//! [`minimax`](crate::search::minimax) and [`alphabeta`](crate::search::alphabeta) are written against this trait, so
//! that they can be read without any chess in sight. Chess is one such game, [`Pichu`](crate::pichu::Pichu) another. A
//! third in a few lines, where one takes one or two matches and whoever takes the last has won:
//!
//! ```
//! use glulam::{game::{Game, Outcome}, score::Score, search::{Run, minimax::minimax}};
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

use crate::score::Score;

/// How a finished game ended, told from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move has lost: in chess it is checkmated.
    Lost,
    /// Nobody has won: in chess, stalemate.
    Drawn,
}

impl Outcome {
    /// The score of the side to move, `ply` plies from the root: a loss farther away is better.
    pub const fn score(self, ply: usize) -> Score {
        match self {
            Self::Lost => Score::mated_in(ply),
            Self::Drawn => Score::DRAW,
        }
    }
}

/// A game of two players who move in turn and know everything.
pub trait Game: Clone {
    /// A move of the side to move.
    type Move: Copy + PartialEq + Debug;

    /// Every legal move, in a fixed order.
    fn moves(&self) -> impl IntoIterator<Item = Self::Move>;

    /// The position after a legal move.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;

    /// `Some` if the game is over because of this position alone. Repetition and move counts are not asked here:
    /// they hang on the way to the position.
    fn outcome(&self) -> Option<Outcome>;

    /// The static value of a position that is not over, for the side to move.
    fn evaluate(&self) -> Score;
}
