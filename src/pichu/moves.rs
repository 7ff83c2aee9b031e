//! Where a bird can go.
//!
//! shakmaty's tables know the attacks of every man; only the Parakeet's way ahead is added. Nothing is forbidden for the
//! Kingfisher's sake, so a move is a square to leave and a square to reach, and no more.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

/// A move: a bird leaves a square for another. That a Parakeet becomes a Quetzal on the far row goes without saying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The square it leaves.
    pub from: Square,
    /// The square it reaches; what stood there is taken.
    pub to: Square,
}

/// Every move of `side`: its birds from row 0 to row 7, the squares each reaches in the same order.
pub fn all(board: &Board, side: Color) -> impl Iterator<Item = Flight> {
    let birds = board.by_color(side).into_iter();
    birds.flat_map(move |from| targets(board, from).into_iter().map(move |to| Flight { from, to }))
}

/// The squares that the bird on `from` can move to; none if no bird stands there.
pub fn targets(board: &Board, from: Square) -> Bitboard {
    let Some(bird) = board.piece_at(from) else { return Bitboard::EMPTY };
    let attacked = attacks::attacks(from, bird, board.occupied());
    if bird.role == Role::Pawn {
        attacked & board.by_color(!bird.color) | steps(board, from, bird.color)
    } else {
        attacked & !board.by_color(bird.color)
    }
}

/// The squares straight ahead of a Parakeet: one, or two from its starting row if both are empty.
fn steps(board: &Board, from: Square, side: Color) -> Bitboard {
    let (ahead, starting_row) = side.fold_wb((8, Rank::Second), (-8, Rank::Seventh));
    let empty = !board.occupied();
    let one = Bitboard::from_square(from).shift(ahead) & empty;
    if from.rank() == starting_row { one | one.shift(ahead) & empty } else { one }
}

/// Whether `bird` becomes a Quetzal on `to`.
pub fn is_promotion(bird: Piece, to: Square) -> bool {
    bird.role == Role::Pawn && to.rank() == far_row(bird.color)
}

/// The row where a Parakeet of `side` becomes a Quetzal.
pub fn far_row(side: Color) -> Rank {
    side.fold_wb(Rank::Eighth, Rank::First)
}
