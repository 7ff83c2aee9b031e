//! Input features: a piece or pawn on a square, from the point of view of one side.
//!
//! Each side has its own view of the board. In a view, the side's own pieces have the numbers 0 to 5, pawn to
//! king, and the opponent's pieces 6 to 11. Black's view mirrors the ranks, so that each side moves up the
//! board. A view whose own king is on the files e to h mirrors the files, so that the network learns only one
//! wing (horizontal mirroring, as in Viridithas and akimbo). The index of a feature is the piece
//! number times 64 plus the square.
//!
//! The first layer has other weights for each *king bucket*: the area of the view's own king, after mirroring.
//! Where the king stands changes the value of the pieces around it, most of all near the own back rank, where
//! the king usually is. The weights of a feature are in the row `king bucket · 768 + index`.
//!
//! | rank of the own king | a | b | c | d |
//! |---|---|---|---|---|
//! | 4 to 8 | 7 | 7 | 7 | 7 |
//! | 3 | 6 | 6 | 6 | 6 |
//! | 2 | 4 | 4 | 5 | 5 |
//! | 1 | 0 | 1 | 2 | 3 |

use shakmaty::{Board, Color, File, Piece, Role, Square};

/// Number of features. At most 32 features are active in a view of a position.
pub(crate) const FEATURES: usize = 768;
/// Number of king buckets.
pub(crate) const KING_BUCKETS: usize = 8;
/// Number of rows of weights in the first layer.
pub(crate) const ROWS: usize = KING_BUCKETS * FEATURES;

/// King bucket of each square of the files a to d, rank by rank from the own back rank.
#[rustfmt::skip]
const KING_BUCKET: [u8; 32] = [
    0, 1, 2, 3,
    4, 4, 5, 5,
    6, 6, 6, 6,
    7, 7, 7, 7,
    7, 7, 7, 7,
    7, 7, 7, 7,
    7, 7, 7, 7,
    7, 7, 7, 7,
];

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

    /// Returns the row of the first layer for the feature in a view: the index of the feature plus 768 times the
    /// king bucket.
    #[inline]
    pub const fn row(self, view: View) -> usize {
        let own = if view.side.is_white() {
            self.0
        } else if self.0 < HALF {
            (self.0 + HALF) ^ RANKS
        } else {
            (self.0 - HALF) ^ RANKS
        };
        let feature = if view.mirrored { own ^ FILES } else { own };
        view.king_bucket as usize * FEATURES + feature as usize
    }
}

/// View of the board by one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Side from whose point of view the board is seen.
    pub side: Color,
    /// Whether the files are mirrored, because the king of `side` is on the files e to h.
    pub mirrored: bool,
    /// King bucket of the king of `side`, 0 to 7.
    pub king_bucket: u8,
}

impl View {
    /// Returns the view of a side whose king is on the square `king`.
    #[inline]
    pub fn new(side: Color, king: Square) -> Self {
        let mirrored = king.file() >= File::E;
        let square =
            u16::from(king) ^ if side.is_white() { 0 } else { RANKS } ^ if mirrored { FILES } else { 0 };
        Self { side, mirrored, king_bucket: KING_BUCKET[usize::from(square / 8 * 4 + square % 8)] }
    }

    /// Returns the view of a side on a board.
    ///
    /// # Panics
    /// Panics if the side has no king. Every [`Position`](crate::chess::position::Position) has both kings.
    #[inline]
    pub fn of(side: Color, board: &Board) -> Self {
        Self::new(side, board.king_of(side).expect("each side has one king"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(piece: Piece, square: Square, side: Color, mirrored: bool) -> usize {
        PieceOnSquare::new(piece, square).row(View { side, mirrored, king_bucket: 0 })
    }

    #[test]
    fn the_king_bucket_is_the_area_of_the_own_king_after_mirroring() {
        use Color::{Black, White};
        for (side, king, bucket, mirrored) in [
            (White, Square::A1, 0, false),
            (White, Square::B1, 1, false),
            (White, Square::E1, 3, true),
            (White, Square::G1, 1, true),
            (White, Square::H1, 0, true),
            (White, Square::B2, 4, false),
            (White, Square::F2, 5, true),
            (White, Square::E3, 6, true),
            (White, Square::A4, 7, false),
            (White, Square::H8, 7, true),
            (Black, Square::G8, 1, true),
            (Black, Square::C8, 2, false),
            (Black, Square::D7, 5, false),
            (Black, Square::A6, 6, false),
            (Black, Square::D1, 7, false),
        ] {
            assert_eq!(View::new(side, king), View { side, mirrored, king_bucket: bucket }, "{side} {king}");
        }
        let view = View::new(White, Square::G2);
        assert_eq!(PieceOnSquare::new(White.pawn(), Square::H2).row(view), 4 * 768 + 8);
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
