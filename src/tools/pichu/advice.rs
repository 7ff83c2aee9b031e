//! The recommended move of `engine pichu`, in words.

use shakmaty::{Board, Role};

use crate::tools::pichu::{
    board::{Place, bird},
    moves::is_promotion,
    search::PichuAnswer,
};

/// The recommended move.
#[derive(Clone, Debug)]
pub struct Advice {
    /// Name of the bird that moves.
    pub bird: &'static str,
    /// Square from which the bird moves.
    pub from: Spot,
    /// Square to which the bird moves.
    pub to: Spot,
    /// Name of the captured bird; `None` if the move is not a capture.
    pub takes: Option<&'static str>,
    /// Name of the bird into which a Parakeet is promoted; `None` if the move is not a promotion.
    pub becomes: Option<&'static str>,
}

/// A square by row and column, from 0 to 7; White starts at row 0.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Row, from 0 to 7.
    pub row: u32,
    /// Column, from 0 to 7.
    pub column: u32,
}

impl Advice {
    /// Describes the move of a search result on `board`.
    pub(crate) fn new(board: &Board, answer: &PichuAnswer) -> Self {
        let (from, to) = (answer.best.from, answer.best.to);
        let mover = board.piece_at(from);
        Self {
            bird: mover.map_or("", |mover| bird(mover.role)),
            from: Place(from).into(),
            to: Place(to).into(),
            takes: board.role_at(to).map(bird),
            becomes: mover.filter(|mover| is_promotion(*mover, to)).map(|_| bird(Role::Queen)),
        }
    }
}

impl From<Place> for Spot {
    fn from(place: Place) -> Self {
        Self { row: place.row(), column: place.column() }
    }
}
