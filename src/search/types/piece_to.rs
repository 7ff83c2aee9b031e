//! [`PieceTo`]: a move as piece and destination square, the index of most histories.

use shakmaty::Color;

use crate::chess::position::{Move, changes::destination};

/// The moving piece with its colour, and the destination square: the index of a move in most histories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

/// Number of combinations of a piece and a destination square, without [`PieceTo::NONE`].
pub const PIECE_TOS: usize = 12 * 64;

impl PieceTo {
    /// Value for "no move", used before the first move of the search path and after a null move.
    pub const NONE: Self = Self(PIECE_TOS as u16);

    /// Returns the piece and the destination square of the move `mv`, played by side `us`. Castling counts as
    /// a move of the king to its new square.
    #[inline]
    pub fn of(us: Color, mv: Move) -> Self {
        let (role, to) = match mv {
            Move::Normal { role, to, .. } => (role, to),
            _ => (mv.role(), destination(us, mv)),
        };
        Self(64 * (6 * us as u16 + role as u16 - 1) + u16::from(to))
    }

    /// Creates the value with the [index](Self::index) `index`, for unit tests.
    #[cfg(test)]
    pub(crate) const fn from_index(index: u16) -> Self {
        Self(index)
    }

    /// Returns the index of the move in a history: 0 to 767, or 768 for [`PieceTo::NONE`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for PieceTo {
    fn default() -> Self {
        Self::NONE
    }
}

/// Context of the continuation history: the moves one, two and four plies before the present move.
pub type Context = [PieceTo; 3];

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::chess::position::Position;

    #[test]
    fn castling_ends_on_the_destination_square_of_the_king() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
        let piece_to = |mv| PieceTo::of(Color::White, position.parse_move(mv).expect("legal"));
        assert_ne!(piece_to("e1g1"), piece_to("h1h2"));
        assert_ne!(piece_to("e1g1"), piece_to("e1c1"));
        assert_eq!(piece_to("a1d1").index() % 64, 3);
        assert_eq!(piece_to("e1g1").index() % 64, 6, "the king's square, not the rook's");
    }
}
