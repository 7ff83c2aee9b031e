//! A board as 64 characters, row by row, row 0 first; and the names of what stands there.

use std::fmt::{self, Write as _};

use shakmaty::{Board, Color, Piece, Role, Square};

use super::moves::far_row;

const SQUARES: usize = 64;
const EMPTY: char = '.';

/// Why a text is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// It ends too soon.
    #[error("the board ends after {length} characters, before {}: it needs 64, eight for each row", Place(*.next))]
    TooShort {
        /// Characters there are.
        length: usize,
        /// The first square nothing is said of.
        next: Square,
    },
    /// It goes on after the last square.
    #[error("the board has {0} characters, and {place} is the 64th and last: leave the rest away", place = Place(Square::H8))]
    TooLong(usize),
    /// A character stands for no bird.
    #[error("{character:?} at {} is no bird: write one of P N B R Q K for White, p n b r q k for Black, or '.'", Place(*.square))]
    NoBird {
        /// What stands there.
        character: char,
        /// Where.
        square: Square,
    },
    /// A side has two Kingfishers.
    #[error("a second {} Kingfisher stands at {}: each side has one", side(*.color), Place(*.square))]
    SecondKingfisher {
        /// Whose.
        color: Color,
        /// Where the second one stands.
        square: Square,
    },
    /// A Parakeet stands where it would have become a Quetzal.
    #[error("the {} Parakeet at {} has reached the far row: write a Quetzal there", side(*.color), Place(*.square))]
    UnpromotedParakeet {
        /// Whose.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// Neither side has a Kingfisher.
    #[error("there is no Kingfisher from row 0 to row 7: write at least one, K for White or k for Black")]
    NoKingfisher,
}

/// Reads the 64 characters. One of the two Kingfishers may be missing: that game is over.
///
/// # Errors
/// [`BoardError`], about the first square that is wrong.
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

/// The 64 characters: the inverse of [`read`].
pub fn write(board: &Board) -> String {
    Square::ALL.into_iter().map(|square| letter(board, square)).collect()
}

/// What stands on `square`.
pub fn letter(board: &Board, square: Square) -> char {
    board.piece_at(square).map_or(EMPTY, Piece::char)
}

/// The bird that moves as `role` does in chess.
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

/// A side by its name.
pub fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// A square by row and column, both from 0 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub Square);

impl Place {
    /// The row; White starts at row 0.
    pub fn row(self) -> u32 {
        self.0.rank().to_u32()
    }

    /// The column.
    pub fn column(self) -> u32 {
        self.0.file().to_u32()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} column {}", self.row(), self.column())
    }
}

/// A board for people: eight lines with the numbers of rows and columns, one above.
pub fn picture(board: &Board) -> [String; 9] {
    let mut lines: [String; 9] = Default::default();
    "  0 1 2 3 4 5 6 7".clone_into(&mut lines[0]);
    for square in Square::ALL {
        let row = Place(square).row();
        let line = &mut lines[row as usize + 1];
        if line.is_empty() {
            line.push_str(&row.to_string());
        }
        // Writing to a String cannot fail.
        let _ = write!(line, " {}", letter(board, square));
    }
    lines
}
