//! What the first layer is fed with: a man on a square, as one side sees it.
//!
//! Each side has its view of the board. In it the own men are numbers 0 to 5, pawn to king, and theirs 6 to 11; Black's view
//! flips the ranks, so that each side plays up the board; and a view whose own king stands on the files e to h flips the
//! files, so that nets learn one wing only (horizontal mirroring: +16 in Viridithas, +17 in akimbo). The feature is
//! the man's number times 64 plus the square.

use shakmaty::{Board, Color, File, Piece, Role, Square};

/// How many features there are; of a position at most 32 are set in each view.
pub(crate) const FEATURES: usize = 768;

const HALF: u16 = FEATURES as u16 / 2;
/// What flips the ranks of a square's number, and what its files.
const RANKS: u16 = 0o70;
const FILES: u16 = 0o07;

/// A man on a square, kept as White sees it with his king on the files a to d.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Man(u16);

impl Man {
    /// A man on a square.
    #[inline]
    pub fn new(piece: Piece, square: Square) -> Self {
        let role = piece.role as u16 - Role::Pawn as u16;
        let theirs = if piece.color.is_white() { 0 } else { HALF };
        Self(theirs + role * 64 + u16::from(square))
    }

    /// White's pawn to king for 0 to 5, Black's for 6 to 11, on a square from 0 to 63.
    #[inline]
    pub(crate) const fn numbered(piece: u16, square: u16) -> Self {
        Self(piece * 64 + square)
    }

    /// The feature it is in a view.
    #[inline]
    pub const fn seen(self, view: View) -> usize {
        let own = if view.side.is_white() {
            self.0
        } else if self.0 < HALF {
            (self.0 + HALF) ^ RANKS
        } else {
            (self.0 - HALF) ^ RANKS
        };
        (if view.mirrored { own ^ FILES } else { own }) as usize
    }
}

/// How a side sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Whose view it is.
    pub side: Color,
    /// Whether files are flipped.
    pub mirrored: bool,
}

impl View {
    /// The view of a side.
    ///
    /// # Panics
    /// If the side has no king; every [`Position`](crate::position::Position) has two.
    #[inline]
    pub fn of(side: Color, board: &Board) -> Self {
        let king = board.king_of(side).expect("a chess position has one king a side");
        Self { side, mirrored: mirrors(king) }
    }
}

/// Whether a king here has its view mirrored.
#[inline]
pub(crate) fn mirrors(king: Square) -> bool {
    king.file() >= File::E
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(piece: Piece, square: Square, side: Color, mirrored: bool) -> usize {
        Man::new(piece, square).seen(View { side, mirrored })
    }

    #[test]
    fn own_men_come_first_and_each_side_plays_up_the_board() {
        use Color::{Black, White};
        assert_eq!(seen(White.pawn(), Square::A2, White, false), 8);
        assert_eq!(seen(White.pawn(), Square::A2, White, true), 15);
        assert_eq!(seen(Black.pawn(), Square::A7, Black, false), 8, "as White's own");
        assert_eq!(seen(White.king(), Square::H1, White, true), 5 * 64);
        assert_eq!(seen(White.king(), Square::H1, Black, false), 11 * 64 + 63);
        assert_eq!(seen(Black.queen(), Square::D8, White, false), 10 * 64 + 59);
    }

    #[test]
    fn no_two_men_are_one_feature() {
        for side in Color::ALL {
            for mirrored in [false, true] {
                let mut met = [false; FEATURES];
                for color in Color::ALL {
                    for role in Role::ALL {
                        for square in Square::ALL {
                            let feature = seen(role.of(color), square, side, mirrored);
                            assert!(!std::mem::replace(&mut met[feature], true), "{feature}");
                        }
                    }
                }
            }
        }
    }
}
