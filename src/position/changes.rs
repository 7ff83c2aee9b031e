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
    Remove,
    /// The piece enters the square.
    Add,
}

/// Calls `apply` with every piece that `mv` of side `us` removes and adds: at most two of each, removals first.
#[inline]
pub fn changes(us: Color, mv: Move, mut apply: impl FnMut(Change, Piece, Square)) {
    match mv {
        Move::Normal { role, from, capture, to, promotion } => {
            apply(Change::Remove, role.of(us), from);
            if let Some(victim) = capture {
                apply(Change::Remove, victim.of(!us), to);
            }
            apply(Change::Add, promotion.unwrap_or(role).of(us), to);
        }
        Move::EnPassant { from, to } => {
            apply(Change::Remove, us.pawn(), from);
            apply(Change::Remove, (!us).pawn(), Square::from_coords(to.file(), from.rank()));
            apply(Change::Add, us.pawn(), to);
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_queen_side(rook < king);
            apply(Change::Remove, us.king(), king);
            apply(Change::Remove, us.rook(), rook);
            apply(Change::Add, us.king(), side.king_to(us));
            apply(Change::Add, us.rook(), side.rook_to(us));
        }
        Move::Put { .. } => debug_assert!(false, "chess has no drops"),
    }
}

/// Where the moving piece really stands after the move: for castling the king's g- or c-file square, not the rook's.
pub(crate) fn destination(us: Color, mv: Move) -> Square {
    match mv {
        Move::Castle { king, rook } => CastlingSide::from_queen_side(rook < king).king_to(us),
        _ => mv.to(),
    }
}

/// Whether the move takes something or makes a queen: the moves quiescence looks at.
#[inline]
pub fn is_noisy(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(Role::Queen)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, Chess, Position as _};

    use super::*;
    use crate::position::random;

    /// Applies the changes to a bare board.
    fn board_after(chess: &Chess, mv: Move) -> Board {
        let mut board = chess.board().clone();
        changes(chess.turn(), mv, |change, piece, square| match change {
            Change::Remove => assert_eq!(board.remove_piece_at(square), Some(piece)),
            Change::Add => board.set_piece_at(square, piece),
        });
        board
    }

    #[test]
    fn lifting_and_dropping_gives_the_board_that_shakmaty_gives() {
        random::walks(1, 60, |position| {
            for mv in position.legal_moves() {
                let mut after = position.chess().clone();
                after.play_unchecked(mv);
                assert_eq!(&board_after(position.chess(), mv), after.board(), "{mv:?}");
                let king_or_piece = after.board().piece_at(destination(position.turn(), mv));
                assert_eq!(king_or_piece.map(|piece| piece.color), Some(position.turn()));
            }
        });
    }
}
