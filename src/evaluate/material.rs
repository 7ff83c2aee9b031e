//! `material`: who has more, in the values of the first textbooks.
//!
//! Pawn 100, knight 300, bishop 300, rook 500, queen 900 centipawns. All five student programs behind this engine
//! counted like this; the values stay fixed, so that the counts of the lower rungs stay what they are.

use shakmaty::{Color, Role};

use crate::{position::Position, score::Score};

/// What a man is worth in centipawns; the king, never taken, counts nothing.
pub(crate) const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// Our men less theirs.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    let board = position.board();
    let white = board.white();
    let black = board.black();
    let mut balance = 0;
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let pieces = board.by_role(role);
        balance += piece_value(role) * ((pieces & white).count() as i32 - (pieces & black).count() as i32);
    }
    Score::cp(match position.turn() {
        Color::White => balance,
        Color::Black => -balance,
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    #[test]
    fn material_is_counted_for_the_side_to_move() {
        for (fen, score) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
            ("4k3/8/8/8/8/8/P7/QRBNK3 w - - 0 1", 2100),
            ("4k3/8/8/8/8/8/P7/QRBNK3 b - - 0 1", -2100),
        ] {
            let position = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
            assert_eq!(evaluate(&position), Score::cp(score), "{fen}");
        }
    }
}
