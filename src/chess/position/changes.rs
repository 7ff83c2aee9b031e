//! A move as a list of pieces and pawns removed from and added to squares.
//!
//! Zobrist keys, piece-square scores, and network features apply the changes. Code that applies the changes
//! treats castling (stored as king's square and rook's square), en passant captures, and promotions like all
//! other moves.

use shakmaty::{CastlingSide, Color, Piece, Role, Square};

use super::Move;

/// Direction of a change on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The piece or pawn is removed from the square.
    Remove,
    /// The piece or pawn is added to the square.
    Add,
}

/// Calls `apply` for every piece or pawn that the move `mv` of side `us` removes and adds. A move has at most
/// two removals, which come first, and two additions.
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

/// Returns the destination of the moving piece. For castling, the king's destination on the g- or c-file, not
/// the rook's square.
pub(crate) fn destination(us: Color, mv: Move) -> Square {
    match mv {
        Move::Castle { king, rook } => CastlingSide::from_queen_side(rook < king).king_to(us),
        _ => mv.to(),
    }
}

/// Returns whether the move is noisy: a capture or a promotion to a queen.
#[inline]
pub fn is_noisy(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(Role::Queen)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, Chess, Position as _};

    use super::*;
    use crate::chess::position::random;

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
    fn applying_the_changes_gives_the_same_board_as_shakmaty() {
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
