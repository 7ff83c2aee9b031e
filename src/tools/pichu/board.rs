//! Parses and formats boards of 64 characters, row by row from row 0, and names the birds.

use std::fmt::{self, Write as _};

use shakmaty::{Board, Color, Piece, Role, Square};

use super::moves::far_row;

const SQUARES: usize = 64;
const EMPTY: char = '.';

/// The reason why a text is not a valid board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The text has fewer than 64 characters.
    #[error("the board has only {length} characters and ends before {}: write 64 characters, eight per row", Place(*.next))]
    TooShort {
        /// Number of characters.
        length: usize,
        /// First missing square.
        next: Square,
    },
    /// The text has more than 64 characters. The field contains the number of characters of the text.
    #[error("the board has {0} characters, but {place} is the 64th and last: remove the characters after it", place = Place(Square::H8))]
    TooLong(usize),
    /// A character of the board text is neither the letter of a Pichu piece (bird) nor `.`.
    #[error("{character:?} at {} is not a bird: write P N B R Q K for White, p n b r q k for Black, or '.' for an empty square", Place(*.square))]
    NoBird {
        /// Invalid character.
        character: char,
        /// Square of the invalid character.
        square: Square,
    },
    /// A side has two Kingfishers.
    #[error("a second {} Kingfisher is at {}: each side has at most one", side(*.color), Place(*.square))]
    SecondKingfisher {
        /// Side with two Kingfishers.
        color: Color,
        /// Square of the second Kingfisher of the side `color`.
        square: Square,
    },
    /// A Parakeet is on the last row, where it would have been promoted to a Quetzal.
    #[error("the {} Parakeet at {} is on its last row: write a Quetzal there", side(*.color), Place(*.square))]
    UnpromotedParakeet {
        /// Side of the Parakeet.
        color: Color,
        /// Square of the Parakeet.
        square: Square,
    },
    /// Neither side has a Kingfisher.
    #[error(
        "the board has no Kingfisher from row 0 to row 7: write at least one, K for White or k for Black"
    )]
    NoKingfisher,
}

/// Parses a board of 64 characters. One of the two Kingfishers may be missing; the game is then over.
///
/// # Errors
/// Returns a [`BoardError`] for the first invalid square, a wrong length, or a board without Kingfishers.
pub fn read(text: &str) -> Result<Board, BoardError> {
    let mut board = Board::empty();
    for (square, character) in Square::ALL.into_iter().zip(text.chars()) {
        if character == EMPTY {
            continue;
        }
        let bird = Piece::from_char(character).ok_or(BoardError::NoBird { character, square })?;
        let color = bird.color;
        if bird.role == Role::King && board.king_of(color).is_some() {
            return Err(BoardError::SecondKingfisher { color, square });
        }
        if bird.role == Role::Pawn && square.rank() == far_row(color) {
            return Err(BoardError::UnpromotedParakeet { color, square });
        }
        board.set_piece_at(square, bird);
    }
    let length = text.chars().count();
    if let Some(next) = Square::ALL.get(length) {
        return Err(BoardError::TooShort { length, next: *next });
    }
    if length > SQUARES {
        return Err(BoardError::TooLong(length));
    }
    if board.kings().is_empty() {
        return Err(BoardError::NoKingfisher);
    }
    Ok(board)
}

/// Formats a board as 64 characters, the inverse of [`read`].
pub fn write(board: &Board) -> String {
    Square::ALL.into_iter().map(|square| letter(board, square)).collect()
}

/// Returns the letter of the bird on `square`, or `.` for an empty square.
pub fn letter(board: &Board, square: Square) -> char {
    board.piece_at(square).map_or(EMPTY, Piece::char)
}

/// Returns the name of the bird that moves like the chess piece `role`.
pub const fn bird(role: Role) -> &'static str {
    match role {
        Role::Pawn => "Parakeet",
        Role::Knight => "Nighthawk",
        Role::Bishop => "Blue jay",
        Role::Rook => "Robin",
        Role::Queen => "Quetzal",
        Role::King => "Kingfisher",
    }
}

/// Returns the name of a side: `White` or `Black`.
pub fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// A square, displayed by row and column, both from 0 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub Square);

impl Place {
    /// Returns the row of the square, from 0 to 7; row 0 is White's first rank.
    pub fn row(self) -> u32 {
        self.0.rank().to_u32()
    }

    /// Returns the column of the square, from 0 to 7; column 0 is the a-file.
    pub fn column(self) -> u32 {
        self.0.file().to_u32()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} column {}", self.row(), self.column())
    }
}

/// Formats a board for display: a line with column numbers, and eight lines with row numbers.
pub fn picture(board: &Board) -> [String; 9] {
    let mut lines: [String; 9] = Default::default();
    "  0 1 2 3 4 5 6 7".clone_into(&mut lines[0]);
    for square in Square::ALL {
        let row = Place(square).row();
        let line = &mut lines[row as usize + 1];
        if line.is_empty() {
            line.push_str(&row.to_string());
        }
        // `write!` to a `String` cannot fail, so its result is ignored.
        let _ = write!(line, " {}", letter(board, square));
    }
    lines
}
