//! Move generation of Pichu.
//!
//! Attacks come from shakmaty's tables; this module adds the forward moves of the Parakeet. There is no rule
//! of check, so all pseudo-legal moves are legal, and a move consists of two squares.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

/// A move from one square to another. A Parakeet that reaches the last row always becomes a Quetzal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// Square from which the bird moves.
    pub from: Square,
    /// Square to which the bird moves; a bird on this square is captured.
    pub to: Square,
}

/// Iterates over all moves of `side`, ordered by the bird's square and then by the target square, from row 0
/// to row 7.
pub fn all(board: &Board, side: Color) -> impl Iterator<Item = Flight> {
    let birds = board.by_color(side).into_iter();
    birds.flat_map(move |from| targets(board, from).into_iter().map(move |to| Flight { from, to }))
}

/// Returns the squares to which the bird on `from` can move; the empty set if `from` is empty.
pub fn targets(board: &Board, from: Square) -> Bitboard {
    let Some(bird) = board.piece_at(from) else { return Bitboard::EMPTY };
    let attacked = attacks::attacks(from, bird, board.occupied());
    if bird.role == Role::Pawn {
        attacked & board.by_color(!bird.color) | steps(board, from, bird.color)
    } else {
        attacked & !board.by_color(bird.color)
    }
}

/// Returns the forward moves of a Parakeet: one square, or also two from its starting row, if the squares are
/// empty.
fn steps(board: &Board, from: Square, side: Color) -> Bitboard {
    let (ahead, starting_row) = side.fold_wb((8, Rank::Second), (-8, Rank::Seventh));
    let empty = !board.occupied();
    let one = Bitboard::from_square(from).shift(ahead) & empty;
    if from.rank() == starting_row { one | one.shift(ahead) & empty } else { one }
}

/// Returns whether `bird` is promoted to a Quetzal on `to`.
pub fn is_promotion(bird: Piece, to: Square) -> bool {
    bird.role == Role::Pawn && to.rank() == far_row(bird.color)
}

/// Returns the last row for a Parakeet of `side`, where it is promoted to a Quetzal.
pub fn far_row(side: Color) -> Rank {
    side.fold_wb(Rank::Eighth, Rank::First)
}
