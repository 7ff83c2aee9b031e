//! `material`: the material balance with the classic textbook values.
//!
//! The values are pawn 100, knight 300, bishop 300, rook 500, and queen 900 centipawns. Three of the
//! five student programs from which Glulam started use these piece values, in pawns. The piece values of `material` never
//! change, so the node counts of searches with `material` do not change when another evaluator is tuned.

use shakmaty::{Board, Color, Role};

use crate::chess::{position::Position, score::Score};

/// Returns the value of a piece or pawn in centipawns. The king counts 0, because it is never captured.
pub(crate) const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// Returns the material of the side to move minus the material of the opponent.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    Score::cp(balance(position.board(), position.turn()))
}

/// Returns the material of side `us` minus the material of the other side, in centipawns.
#[inline]
pub(super) fn balance(board: &Board, us: Color) -> i32 {
    let (own, theirs) = (board.by_color(us), board.by_color(!us));
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let values = roles.map(|role| {
        let pieces = board.by_role(role);
        piece_value(role) * ((pieces & own).count() as i32 - (pieces & theirs).count() as i32)
    });
    values.into_iter().sum()
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    #[test]
    fn material_is_from_the_side_to_moves_point_of_view() {
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
