//! A move told as pieces lifted from squares and pieces dropped on squares.
//!
//! Castling (encoded king-to-rook everywhere), en passant and promotion are known here only: keys, piece-square sums
//! and network features listen to these changes and need no rules of chess of their own.

use shakmaty::{CastlingSide, Color, Piece, Role, Square};

use super::Move;

/// One piece leaving or entering a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The piece leaves the square.
    Lift,
    /// The piece enters the square.
    Drop,
}

/// Tells `listen` every piece that `mv` of side `us` lifts and drops: at most two of each, all lifts first.
#[inline]
pub fn changes(us: Color, mv: Move, mut listen: impl FnMut(Change, Piece, Square)) {
    match mv {
        Move::Normal { role, from, capture, to, promotion } => {
            listen(Change::Lift, role.of(us), from);
            if let Some(victim) = capture {
                listen(Change::Lift, victim.of(!us), to);
            }
            listen(Change::Drop, promotion.unwrap_or(role).of(us), to);
        }
        Move::EnPassant { from, to } => {
            listen(Change::Lift, us.pawn(), from);
            listen(Change::Lift, (!us).pawn(), Square::from_coords(to.file(), from.rank()));
            listen(Change::Drop, us.pawn(), to);
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_queen_side(rook < king);
            listen(Change::Lift, us.king(), king);
            listen(Change::Lift, us.rook(), rook);
            listen(Change::Drop, us.king(), side.king_to(us));
            listen(Change::Drop, us.rook(), side.rook_to(us));
        }
        Move::Put { .. } => debug_assert!(false, "chess has no drops"),
    }
}

/// Where the moving piece really stands after the move: for castling the king's g- or c-file square, not the rook's.
#[must_use]
pub fn destination(us: Color, mv: Move) -> Square {
    match mv {
        Move::Castle { king, rook } => CastlingSide::from_queen_side(rook < king).king_to(us),
        _ => mv.to(),
    }
}

/// Whether the move takes something or makes a queen: the moves quiescence looks at.
#[inline]
#[must_use]
pub fn is_noisy(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(Role::Queen)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, Chess, Position as _};

    use super::*;
    use crate::position::random;

    /// Applies the changes to a bare board.
    fn applied(chess: &Chess, mv: Move) -> Board {
        let mut board = chess.board().clone();
        changes(chess.turn(), mv, |change, piece, square| match change {
            Change::Lift => assert_eq!(board.remove_piece_at(square), Some(piece)),
            Change::Drop => board.set_piece_at(square, piece),
        });
        board
    }

    #[test]
    fn lifting_and_dropping_gives_the_board_that_shakmaty_gives() {
        random::walks(1, 60, |position| {
            for mv in position.legal_moves() {
                let mut after = position.chess().clone();
                after.play_unchecked(mv);
                assert_eq!(&applied(position.chess(), mv), after.board(), "{mv:?}");
                let king_or_piece = after.board().piece_at(destination(position.turn(), mv));
                assert_eq!(king_or_piece.map(|piece| piece.color), Some(position.turn()));
            }
        });
    }
}
