//! Input features: a piece or pawn on a square, from the point of view of one side.
//!
//! Each side has its own view of the board. In a view, the side's own pieces have the numbers 0 to 5, pawn to
//! king, and the opponent's pieces 6 to 11. Black's view mirrors the ranks, so that each side moves up the
//! board. A view whose own king is on the files e to h mirrors the files, so that the network learns only one
//! wing (horizontal mirroring, as in Viridithas and akimbo). The index of a feature is the piece
//! number times 64 plus the square.

use shakmaty::{Board, Color, File, Piece, Role, Square};

/// Number of features. At most 32 features are active in a view of a position.
pub(crate) const FEATURES: usize = 768;

const HALF: u16 = FEATURES as u16 / 2;
/// XOR masks that mirror a square index vertically and horizontally.
const RANKS: u16 = 0o70;
const FILES: u16 = 0o07;

/// A piece or pawn on a square, stored as the feature of White's view without mirroring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceOnSquare(u16);

impl PieceOnSquare {
    /// Creates the value for a piece or pawn on a square.
    #[inline]
    pub fn new(piece: Piece, square: Square) -> Self {
        let role = piece.role as u16 - Role::Pawn as u16;
        let theirs = if piece.color.is_white() { 0 } else { HALF };
        Self(theirs + role * 64 + u16::from(square))
    }

    /// Creates the value from a piece number (White's pawn to king 0 to 5, Black's 6 to 11) and a square from
    /// 0 to 63.
    #[inline]
    pub const fn numbered(piece: u16, square: u16) -> Self {
        Self(piece * 64 + square)
    }

    /// Returns the index of the feature in a view.
    #[inline]
    pub const fn feature(self, view: View) -> usize {
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

/// View of the board by one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Side from whose point of view the board is seen.
    pub side: Color,
    /// Whether the files are mirrored, because the king of `side` is on the files e to h.
    pub mirrored: bool,
}

impl View {
    /// Returns the view of a side.
    ///
    /// # Panics
    /// Panics if the side has no king. Every [`Position`](crate::chess::position::Position) has both kings.
    #[inline]
    pub fn of(side: Color, board: &Board) -> Self {
        let king = board.king_of(side).expect("each side has one king");
        Self { side, mirrored: mirrors(king) }
    }
}

/// Returns whether a king on this square mirrors the view of its side.
#[inline]
pub(crate) fn mirrors(king: Square) -> bool {
    king.file() >= File::E
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(piece: Piece, square: Square, side: Color, mirrored: bool) -> usize {
        PieceOnSquare::new(piece, square).feature(View { side, mirrored })
    }

    #[test]
    fn own_pieces_come_first_and_each_side_moves_up_the_board() {
        use Color::{Black, White};
        assert_eq!(feature(White.pawn(), Square::A2, White, false), 8);
        assert_eq!(feature(White.pawn(), Square::A2, White, true), 15);
        assert_eq!(
            feature(Black.pawn(), Square::A7, Black, false),
            8,
            "the same as a white pawn in White's view"
        );
        assert_eq!(feature(White.king(), Square::H1, White, true), 5 * 64);
        assert_eq!(feature(White.king(), Square::H1, Black, false), 11 * 64 + 63);
        assert_eq!(feature(Black.queen(), Square::D8, White, false), 10 * 64 + 59);
    }

    #[test]
    fn different_pieces_or_squares_have_different_features() {
        for side in Color::ALL {
            for mirrored in [false, true] {
                let mut used = [false; FEATURES];
                for color in Color::ALL {
                    for role in Role::ALL {
                        for square in Square::ALL {
                            let feature = feature(role.of(color), square, side, mirrored);
                            assert!(!std::mem::replace(&mut used[feature], true), "{feature}");
                        }
                    }
                }
            }
        }
    }
}
