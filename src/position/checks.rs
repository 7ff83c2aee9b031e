//! Which moves give check, told without playing them.
//!
//! A man gives check from the squares its kind attacks the king from, or by stepping out of the line of a slider behind it. Both are
//! found out once for a position; castling, en passant and promotion are rare and are played.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::{Move, Position};

/// What it takes to check the king of the side that is not to move.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    king: Square,
    /// The squares from which each role, pawn to queen, attacks the king.
    squares: [Bitboard; 5],
    /// Our men that stand alone between one of our sliders and the king.
    blockers: Bitboard,
}

impl Position {
    /// What it takes to give check here.
    ///
    /// # Panics
    /// Never: shakmaty admits no position without one king a side.
    pub fn checks(&self) -> Checks {
        let board = self.board();
        let us = self.turn();
        let king = board.king_of(!us).expect("a chess position has one king a side");
        let occupied = board.occupied();
        let bishop = attacks::bishop_attacks(king, occupied);
        let rook = attacks::rook_attacks(king, occupied);
        let squares =
            [attacks::pawn_attacks(!us, king), attacks::knight_attacks(king), bishop, rook, bishop | rook];
        Checks { king, squares, blockers: self.blockers(king, us) }
    }

    /// Whether a legal move leaves the other side in check.
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
    use crate::position::random;

    #[test]
    fn the_moves_told_to_give_check_are_those_after_which_the_king_is_in_check() {
        let mut seen = 0;
        random::walks(31, 120, |position| {
            let checks = position.checks();
            for mv in position.legal_moves() {
                let truth = position.play(mv).is_check();
                assert_eq!(position.gives_check(mv, &checks), truth, "{position} {mv:?}");
                seen += usize::from(truth);
            }
        });
        assert!(seen > 2_000, "only {seen} checks were seen");
    }
}
