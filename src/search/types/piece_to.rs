//! A move as piece and destination: the index of most histories.

use shakmaty::Color;

use crate::position::{Move, changes::destination};

/// A piece of one side and the square it moves to: the index of a move in most histories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

/// Number of values beside [`PieceTo::NONE`].
pub const PIECE_TOS: usize = 12 * 64;

impl PieceTo {
    /// Before the first move and after a null move.
    pub const NONE: Self = Self(PIECE_TOS as u16);

    /// Piece and destination of `mv` by side `us`; castling counts as a move of the king to its new square.
    #[inline]
    pub fn of(us: Color, mv: Move) -> Self {
        let (role, to) = match mv {
            Move::Normal { role, to, .. } => (role, to),
            _ => (mv.role(), destination(us, mv)),
        };
        Self(64 * (6 * us as u16 + role as u16 - 1) + u16::from(to))
    }

    /// The value with this [index](Self::index), for tests.
    #[cfg(test)]
    pub(crate) const fn from_index(index: u16) -> Self {
        Self(index)
    }

    /// Below 768, or 768 for none.
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

/// The moves one, two and four plies ago.
pub type Context = [PieceTo; 3];

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::position::Position;

    #[test]
    fn an_arrival_is_the_man_and_the_square_it_ends_on() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
        let arrival = |mv| PieceTo::of(Color::White, position.parse_move(mv).expect("legal"));
        assert_ne!(arrival("e1g1"), arrival("h1h2"));
        assert_ne!(arrival("e1g1"), arrival("e1c1"));
        assert_eq!(arrival("a1d1").index() % 64, 3);
        assert_eq!(arrival("e1g1").index() % 64, 6, "the king's square, not the rook's");
    }
}
