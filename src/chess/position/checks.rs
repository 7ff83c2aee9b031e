//! Detects moves that give check without making them.
//!
//! A move gives a direct check if its destination is a square from which the moved piece attacks the king. A
//! move gives a discovered check if the moved piece leaves the line between a slider and the king. The
//! squares for direct checks and the pieces for discovered checks are computed once per position. Castling,
//! en passant captures, and promotions are rare, so each such move is made on a copy of the position to test
//! whether it gives check.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::{Move, Position};

/// Destination squares that give direct check to the opponent's king, and pieces that can give discovered
/// check.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    king: Square,
    /// Squares from which a piece of each role, pawn to queen, attacks the king.
    squares: [Bitboard; 5],
    /// Pieces and pawns of the side to move that are alone between one of their own sliders and the king.
    blockers: Bitboard,
}

impl Position {
    /// Computes, for each role from pawn to queen, the squares from which a piece of the side to move
    /// attacks the opponent's king, and the pieces of the side to move whose move can give a discovered
    /// check.
    ///
    /// # Panics
    /// Never panics: shakmaty accepts only positions in which each side has exactly one king.
    pub fn checks(&self) -> Checks {
        let board = self.board();
        let us = self.turn();
        let king = board.king_of(!us).expect("each side has one king");
        let occupied = board.occupied();
        let bishop = attacks::bishop_attacks(king, occupied);
        let rook = attacks::rook_attacks(king, occupied);
        let squares =
            [attacks::pawn_attacks(!us, king), attacks::knight_attacks(king), bishop, rook, bishop | rook];
        Checks { king, squares, blockers: self.blockers(king, us) }
    }

    /// Returns whether a legal move gives check.
    pub(crate) fn gives_check(&self, mv: Move, checks: &Checks) -> bool {
        match mv {
            Move::Normal { role, from, to, promotion: None, .. } => {
                role != Role::King && checks.squares[role as usize - 1].contains(to)
                    || checks.blockers.contains(from) && !attacks::aligned(from, to, checks.king)
            }
            _ => self.play(mv).is_check(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::chess::position::random;

    #[test]
    fn gives_check_agrees_with_making_the_move() {
        let mut checks_found = 0;
        random::walks(31, 120, |position| {
            let checks = position.checks();
            for mv in position.legal_moves() {
                let truth = position.play(mv).is_check();
                assert_eq!(position.gives_check(mv, &checks), truth, "{position} {mv:?}");
                checks_found += usize::from(truth);
            }
        });
        assert!(checks_found > 2_000, "only {checks_found} checks");
    }
}
