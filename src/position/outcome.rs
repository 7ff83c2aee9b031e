//! Detects checkmate and stalemate. The search calls [`Position::outcome`] at every node below the root,
//! except in the quiescence search.

use shakmaty::Color;

use super::Position;
use crate::game::Outcome;

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
    /// In nearly every position in which the side to move is not in check, an unpinned pawn can advance.
    /// Legal moves are generated only in check or if no unpinned pawn can advance.
    pub fn has_legal_move(&self) -> bool {
        self.has_unpinned_pawn_push() || !self.legal_moves().is_empty()
    }

    fn has_unpinned_pawn_push(&self) -> bool {
        if self.is_check() {
            return false;
        }
        let board = self.board();
        let us = self.turn();
        let empty = !board.occupied();
        let push_origins = match us {
            Color::White => empty.shift(-8),
            Color::Black => empty.shift(8),
        };
        let movable = board.pawns() & board.by_color(us) & push_origins;
        movable.any() && (movable & !self.pinned()).any()
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use crate::{
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
