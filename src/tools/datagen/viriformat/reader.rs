//! Reads games in `viriformat`, one after the other, from files of any size.

use std::{
    io::{self, BufRead},
    num::NonZeroU32,
};

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup as _, KnownOutcome, Piece, Role, Setup, Square,
};

use super::{
    BLACK_PIECE, BLACK_TO_MOVE, CASTLING_ROOK, END, MOVE_BYTES, NO_SQUARE, OUTCOMES, START_BYTES, ScoredGame,
    ScoredPly, code,
};
use crate::chess::position::{Move, Position};

/// Reason why the next game cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The input cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The input ends inside a game.
    #[error("game {0} is incomplete: the file ends inside it")]
    Incomplete(u64),
    /// The bytes are not a game.
    #[error("game {game} at byte {byte}: {reason}: the file is damaged, or not in viriformat")]
    Invalid {
        /// Number of the game in the input, counted from 1.
        game: u64,
        /// Offset of the game in the input.
        byte: u64,
        /// What is wrong with the game.
        reason: &'static str,
    },
}

/// Reader of the games of an input.
#[derive(Debug)]
pub struct StoredGames<R> {
    input: R,
    /// Number of the game that is read, counted from 1.
    number: u64,
    /// Number of bytes read.
    bytes: u64,
}

impl<R: BufRead> StoredGames<R> {
    /// Creates a reader at the start of an input.
    pub const fn new(input: R) -> Self {
        Self { input, number: 0, bytes: 0 }
    }

    /// Reads the next game; `None` at the end of the input.
    ///
    /// # Errors
    /// [`ReadError`] if the input cannot be read, ends inside a game, or is not in `viriformat`. Nothing after
    /// the error can be read, because only the moves of a game say where it ends.
    pub fn next_game(&mut self) -> Result<Option<ScoredGame>, ReadError> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let byte = self.bytes;
        self.number += 1;
        let game = self.number;
        let invalid = move |reason| ReadError::Invalid { game, byte, reason };
        let (start, outcome) = read_start(&self.read::<START_BYTES>()?).map_err(invalid)?;
        let (mut position, mut plies) = (start.clone(), Vec::new());
        loop {
            let bytes = self.read::<MOVE_BYTES>()?;
            if bytes == END {
                return Ok(Some(ScoredGame { start, plies, outcome }));
            }
            let stored = u16::from_le_bytes([bytes[0], bytes[1]]);
            let score = i32::from(i16::from_le_bytes([bytes[2], bytes[3]]));
            let mv = find_move(&position, stored).ok_or("a move is not legal").map_err(invalid)?;
            plies.push(ScoredPly { mv, score: position.turn().fold_wb(score, -score) });
            position = position.play(mv);
        }
    }

    fn read<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        let mut bytes = [0; N];
        self.input.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => ReadError::Incomplete(self.number),
            _ => error.into(),
        })?;
        self.bytes += N as u64;
        Ok(bytes)
    }
}

/// Returns the legal move with this code.
fn find_move(position: &Position, stored: u16) -> Option<Move> {
    position.legal_moves().into_iter().find(|mv| code(*mv) == stored)
}

/// Decodes the start position and the result of a game.
fn read_start(bytes: &[u8; START_BYTES]) -> Result<(Position, KnownOutcome), &'static str> {
    let occupied = Bitboard(u64::from_le_bytes(bytes[..8].try_into().map_err(|_| "no board")?));
    if occupied.count() > 32 {
        return Err("the start position has more than 32 pieces and pawns");
    }
    let mut setup = Setup::empty();
    let mut board = Board::empty();
    for (index, square) in occupied.into_iter().enumerate() {
        let nibble = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
        let color = if nibble & BLACK_PIECE == 0 { Color::White } else { Color::Black };
        let role = match nibble & !BLACK_PIECE {
            CASTLING_ROOK => {
                setup.castling_rights.add(square);
                Role::Rook
            }
            piece => Role::try_from(piece + Role::Pawn as u8).map_err(|_| "a piece code is unknown")?,
        };
        board.set_piece_at(square, Piece { color, role });
    }
    setup.board = board;
    setup.turn = if bytes[24] & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
    setup.ep_square = match bytes[24] & !BLACK_TO_MOVE {
        NO_SQUARE => None,
        square => Some(Square::try_from(square).map_err(|_| "the en passant square is not a square")?),
    };
    setup.halfmoves = bytes[25].into();
    let number = u16::from_le_bytes([bytes[26], bytes[27]]);
    setup.fullmoves = NonZeroU32::new(number.into()).unwrap_or(NonZeroU32::MIN);
    let outcome = *OUTCOMES.get(usize::from(bytes[30])).ok_or("the result is none of 0, 1 and 2")?;
    // Kings and rooks on their squares of standard chess are read as standard castling, all others as Chess960.
    let chess = Chess::from_setup(setup.clone(), CastlingMode::detect(&setup))
        .map_err(|_| "the start position is not legal")?;
    Ok((Position::new(chess), outcome))
}
