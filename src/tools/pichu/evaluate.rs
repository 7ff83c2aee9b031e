//! Static evaluation of a board: material, mobility, and squares attacked by one side only.
//!
//! The evaluation is ten times the material, plus the number of moves, plus the number of squares that one
//! side attacks and the other does not. Each term is the difference between both sides. The student program
//! from which Pichu comes counts the third term, the squares attacked by one side only, for one side only.
//! Negamax needs a symmetric evaluation (the score for one side is the negated score for the other side), so
//! this module counts all terms for both sides.

use shakmaty::{Bitboard, Board, Color, Role};

use super::moves;
use crate::chess::score::Score;

const MATERIAL: i32 = 10;
const MOBILITY: i32 = 1;
const HELD_ALONE: i32 = 1;

/// Conversion factor from tenths of a Parakeet (this evaluation) to hundredths ([`Score`]).
const HUNDREDTHS: i32 = 10;

/// Returns the value of a bird in Parakeets.
pub const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 1000,
    }
}

/// Evaluates `board` from the point of view of `side`, in tenths of a Parakeet. From the other side's point
/// of view, the value is negated.
pub fn points(board: &Board, side: Color) -> i32 {
    let (ours, theirs) = (SideFeatures::of(board, side), SideFeatures::of(board, !side));
    MATERIAL * (ours.material - theirs.material)
        + MOBILITY * (ours.moves - theirs.moves)
        + HELD_ALONE * (count(ours.attacked & !theirs.attacked) - count(theirs.attacked & !ours.attacked))
}

/// Evaluates `board` from the point of view of `side`, as a score in hundredths of a Parakeet (centipawns).
pub fn evaluate(board: &Board, side: Color) -> Score {
    Score::cp(HUNDREDTHS * points(board, side))
}

/// The evaluated features of one side.
struct SideFeatures {
    material: i32,
    moves: i32,
    /// Squares that the birds of the side attack, empty or occupied by either side.
    attacked: Bitboard,
}

impl SideFeatures {
    fn of(board: &Board, side: Color) -> Self {
        let mut features = Self { material: 0, moves: 0, attacked: Bitboard::EMPTY };
        for role in Role::ALL {
            features.material += value(role) * count(board.by_piece(role.of(side)));
        }
        for from in board.by_color(side) {
            features.moves += count(moves::targets(board, from));
            features.attacked |= board.attacks_from(from);
        }
        features
    }
}

fn count(squares: Bitboard) -> i32 {
    squares.count() as i32
}
