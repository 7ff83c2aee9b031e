//! What a board is worth: men, moves, and squares held alone.
//!
//! Ten times the men, plus the moves there are, plus the squares that one side attacks and the other does not. All three are
//! told as differences between the sides. The student program counts the third for one side only; a search that asks each side
//! in turn needs a value that one gains where the other loses it.

use shakmaty::{Bitboard, Board, Color, Role};

use super::moves;
use crate::score::Score;

const MATERIAL: i32 = 10;
const MOBILITY: i32 = 1;
const HELD_ALONE: i32 = 1;

/// A [`Score`] counts hundredths of a Parakeet, this evaluation tenths.
const HUNDREDTHS: i32 = 10;

/// A bird's value in Parakeets.
pub const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 1000,
    }
}

/// The value of `board` for `side`, in tenths of a Parakeet; for the other side it is the opposite.
pub fn points(board: &Board, side: Color) -> i32 {
    let (ours, theirs) = (SideFeatures::of(board, side), SideFeatures::of(board, !side));
    MATERIAL * (ours.material - theirs.material)
        + MOBILITY * (ours.moves - theirs.moves)
        + HELD_ALONE * (count(ours.attacked & !theirs.attacked) - count(theirs.attacked & !ours.attacked))
}

/// [`points`] as a score, in hundredths of a Parakeet: the centipawns of this game.
pub fn evaluate(board: &Board, side: Color) -> Score {
    Score::cp(HUNDREDTHS * points(board, side))
}

/// What one side has.
struct SideFeatures {
    material: i32,
    moves: i32,
    /// The squares its birds attack, whoever stands there.
    attacked: Bitboard,
}

impl SideFeatures {
    fn of(board: &Board, side: Color) -> Self {
        let mut means = Self { material: 0, moves: 0, attacked: Bitboard::EMPTY };
        for role in Role::ALL {
            means.material += value(role) * count(board.by_piece(role.of(side)));
        }
        for from in board.by_color(side) {
            means.moves += count(moves::targets(board, from));
            means.attacked |= board.attacks_from(from);
        }
        means
    }
}

fn count(squares: Bitboard) -> i32 {
    squares.count() as i32
}
