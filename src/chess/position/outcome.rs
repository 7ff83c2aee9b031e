//! Detects checkmate and stalemate. The search calls [`Position::outcome`] at every node below the root,
//! except in the quiescence search.

use shakmaty::{Bitboard, Color, Role, attacks};

use super::Position;
use crate::chess::game::Outcome;

impl Position {
    /// Returns the result if the position is checkmate or stalemate, otherwise `None`.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.has_legal_move() {
            None
        } else if self.is_check() {
            Some(Outcome::Lost)
        } else {
            Some(Outcome::Drawn)
        }
    }

    /// Returns whether the side to move has a legal move.
    ///
    /// Nearly every position has a legal move that is found quickly: a pawn advance, a move of a piece that is
    /// not pinned, or a safe square for the king. All moves are generated only if there is none of these, which
    /// [saves instructions](crate::search::experiments#legal-moves).
    pub fn has_legal_move(&self) -> bool {
        !self.is_check() && self.can_move_without_king()
            || self.has_safe_king_move()
            || !self.legal_moves().is_empty()
    }

    /// Returns whether a pawn that is not pinned can advance by one square, or a piece other than the king
    /// that is not pinned can move; assumes that the side to move is not in check.
    fn can_move_without_king(&self) -> bool {
        let board = self.board();
        let us = self.turn();
        let ours = board.by_color(us);
        let empty = !board.occupied();
        let push_origins = match us {
            Color::White => empty.shift(-8),
            Color::Black => empty.shift(8),
        };
        let movable = board.pawns() & ours & push_origins;
        // A pinned pawn is on a line (rank, file or diagonal) with its king.
        if (movable & !attacks::queen_attacks(self.king(), Bitboard::EMPTY)).any() {
            return true;
        }
        let unpinned = ours & !self.pinned();
        (movable & unpinned).any()
            || [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().any(|role| {
                let mut pieces = (unpinned & board.by_role(role)).into_iter();
                pieces.any(|from| (attacks::attacks(from, role.of(us), board.occupied()) & !ours).any())
            })
    }

    /// Returns whether the king can move to a square that the opponent does not attack.
    fn has_safe_king_move(&self) -> bool {
        let board = self.board();
        let (us, king) = (self.turn(), self.king());
        let targets = attacks::king_attacks(king) & !board.by_color(us);
        let without_king = board.occupied().without(king);
        targets.into_iter().any(|to| board.attacks_to(to, !us, without_king).is_empty())
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use crate::chess::{
        game::Outcome,
        position::{Position, random},
    };

    #[test]
    fn has_legal_move_agrees_with_the_move_generator() {
        random::walks(4, 100, |position| {
            assert_eq!(position.has_legal_move(), !position.legal_moves().is_empty(), "{position}");
        });
    }

    #[test]
    fn the_only_legal_moves_can_be_those_of_a_pinned_piece_a_capturing_pawn_or_a_blocking_piece() {
        for fen in [
            "k6b/8/8/8/1n6/8/1B1n4/K7 w - - 0 1",
            "kr6/8/8/3np3/4P3/2n5/8/K7 w - - 0 1",
            "7k/8/8/8/2B5/8/6PP/4r2K w - - 0 1",
        ] {
            let position = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
            assert!(!position.can_move_without_king() || position.is_check(), "{fen}");
            assert!(!position.has_safe_king_move(), "{fen}");
            assert_eq!(position.outcome(), None, "{fen}");
        }
    }

    #[test]
    fn a_side_whose_pawns_are_blocked_or_pinned_is_stalemated() {
        for fen in [
            "7k/8/8/p7/P7/8/5q2/7K w - - 0 1",
            "7k/5Q2/8/p7/P7/8/8/7K b - - 0 1",
            "8/8/4b3/8/3b4/8/1Pk5/K7 w - - 0 1",
            "k7/1pK5/8/3B4/8/4B3/8/8 b - - 0 1",
        ] {
            let position = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
            assert_eq!(position.outcome(), Some(Outcome::Drawn), "{fen}");
        }
    }
}
