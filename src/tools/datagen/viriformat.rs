//! Whole games in `viriformat`, the format of the engine Viridithas, which the trainer bullet reads: 32 bytes
//! per game and 4 bytes per ply, without a file header. Numbers are little-endian.
//!
//! A game consists of a start position, a list of moves, and four bytes of 0. The next game follows at once.
//!
//! | bytes | start position |
//! |---|---|
//! | 0–7 | occupied squares, one bit per square: bit 0 is a1, bit 1 is b1, … bit 63 is h8 |
//! | 8–23 | one nibble for each occupied square, in the order of the bits; the first is the low half of byte 8. 0–5 is a white pawn, knight, bishop, rook, queen, king, 6 a white rook with castling rights, 8–14 the same for Black. Unused nibbles are 0 |
//! | 24 | bit 7: the side to move (1 is Black). Bits 0–6: the en passant square, 64 for none |
//! | 25 | halfmove clock |
//! | 26–27 | move number |
//! | 28–29 | 0 (the score of a position that is stored without moves) |
//! | 30 | game result: 0 won by Black, 1 drawn, 2 won by White |
//! | 31 | 0 (free for other programs) |
//!
//! | bytes | move |
//! |---|---|
//! | 0–1 | bits 0–5: origin square; bits 6–11: target square, for castling the square of the rook; bits 12–13: 0 knight, 1 bishop, 2 rook, 3 queen of a promotion; bits 14–15: 1 en passant, 2 castling, 3 promotion |
//! | 2–3 | score of the search that chose the move, in internal units of the evaluator for White, signed |
//!
//! The moves of the opening have no scores, so the start position of a game is the position after its
//! opening. Its move number still counts the moves of the opening, and filters by ply work as on the whole game.
//!
//! The following bytes are a game from the position `r3k3/1P6/8/8/4p3/8/3P4/R3K2R w KQq - 3 40`, won by White:
//! 40. d4 (score +25) 40... exd3 (−10) 41. O-O (+300) 41... d2 (+310) 42. bxa8=Q+ (+900) 42... Ke7 (+1000).
//!
//! ```text
//! 00: 91 08 00 10 00 00 02 11 56 06 08 de 00 00 00 00
//! 10: 00 00 00 00 00 00 00 00 40 03 28 00 00 00 02 00
//! 20: cb 06 19 00 dc 44 f6 ff c4 81 2c 01 d3 02 36 01
//! 30: 31 fe 84 03 3c 0d e8 03 00 00 00 00
//! ```
//!
//! The format is by Cosmo Bobak. The tests compare with games that his crate `viriformat` has written.

mod reader;

use shakmaty::{Color, EnPassantMode, KnownOutcome, Position as _, Role, Square};

pub use self::reader::{ReadError, StoredGames};
use crate::chess::position::{Move, Position};

/// Size of a start position in bytes.
const START_BYTES: usize = 32;
/// Size of a move in bytes.
const MOVE_BYTES: usize = 4;
/// Ends the list of moves. No move goes from a1 to a1.
const END: [u8; MOVE_BYTES] = [0; MOVE_BYTES];

const BLACK_PIECE: u8 = 8;
/// Piece code of a rook with castling rights: the first code after the king's.
const CASTLING_ROOK: u8 = 6;
const NO_SQUARE: u8 = 64;
const BLACK_TO_MOVE: u8 = 1 << 7;

const EN_PASSANT: u16 = 1 << 14;
const CASTLING: u16 = 2 << 14;
const PROMOTION: u16 = 3 << 14;

/// Game results in the order of their codes.
const OUTCOMES: [KnownOutcome; 3] = [
    KnownOutcome::Decisive { winner: Color::Black },
    KnownOutcome::Draw,
    KnownOutcome::Decisive { winner: Color::White },
];

/// A move of a game with the score of the search that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredPly {
    /// Move that was played.
    pub mv: Move,
    /// Score in internal units of the evaluator for the side that played the move.
    pub score: i32,
}

/// A game of self-play: the position after the opening, the moves with their scores, and the result.
#[derive(Clone, Debug)]
pub struct ScoredGame {
    /// Position after the opening moves.
    pub start: Position,
    /// Moves after the opening, each with the score of its search.
    pub plies: Vec<ScoredPly>,
    /// Result of the game: won by White, won by Black, or drawn.
    pub outcome: KnownOutcome,
}

impl ScoredGame {
    /// Appends the game to `bytes`. Scores outside the range of 16 bits are stored as the nearest value.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(start(&self.start, self.outcome));
        let mut position = self.start.clone();
        for ply in &self.plies {
            let score = position.turn().fold_wb(ply.score, -ply.score);
            bytes.extend(code(ply.mv).to_le_bytes());
            bytes.extend((score.clamp(i16::MIN.into(), i16::MAX.into()) as i16).to_le_bytes());
            position = position.play(ply.mv);
        }
        bytes.extend(END);
    }
}

/// Returns the game result of `color` in half points: 0 for a loss, 1 for a draw, 2 for a win.
pub fn half_points(outcome: KnownOutcome, color: Color) -> usize {
    match outcome {
        KnownOutcome::Draw => 1,
        KnownOutcome::Decisive { winner } => 2 * usize::from(winner == color),
    }
}

/// Encodes the start position of a game.
fn start(position: &Position, outcome: KnownOutcome) -> [u8; START_BYTES] {
    let setup = position.chess().to_setup(EnPassantMode::Legal);
    let mut bytes = [0; START_BYTES];
    bytes[..8].copy_from_slice(&setup.board.occupied().0.to_le_bytes());
    for (index, (square, piece)) in setup.board.iter().enumerate() {
        let color = piece.color.fold_wb(0, BLACK_PIECE);
        let role = if setup.castling_rights.contains(square) {
            CASTLING_ROOK
        } else {
            piece.role as u8 - Role::Pawn as u8
        };
        bytes[8 + index / 2] |= (role | color) << (4 * (index % 2));
    }
    bytes[24] = setup.ep_square.map_or(NO_SQUARE, u8::from) | setup.turn.fold_wb(0, BLACK_TO_MOVE);
    bytes[25] = setup.halfmoves.min(u32::from(u8::MAX)) as u8;
    let number = setup.fullmoves.get().min(u32::from(u16::MAX)) as u16;
    bytes[26..28].copy_from_slice(&number.to_le_bytes());
    bytes[30] = half_points(outcome, Color::White) as u8;
    bytes
}

/// Encodes a move.
fn code(mv: Move) -> u16 {
    let squares = |from: Square, to: Square| u16::from(from) | u16::from(to) << 6;
    match mv {
        Move::Normal { from, to, promotion: None, .. } => squares(from, to),
        Move::Normal { from, to, promotion: Some(role), .. } => {
            squares(from, to) | PROMOTION | (role as u16 - Role::Knight as u16) << 12
        }
        Move::EnPassant { from, to } => squares(from, to) | EN_PASSANT,
        Move::Castle { king, rook } => squares(king, rook) | CASTLING,
        // Chess has no drops.
        Move::Put { .. } => 0,
    }
}

#[cfg(test)]
mod tests;
