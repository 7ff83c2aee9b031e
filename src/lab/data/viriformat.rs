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
//! | 2–3 | score of the search that chose the move, in centipawns for White, signed |
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
//! The format is by Cosmo Bobak; the tests read this game and others with the crate `viriformat`.

use shakmaty::{Color, EnPassantMode, KnownOutcome, Position as _, Role, Square};

use super::packed::{BitReader, Block, ScoredGame, scored_positions::half_points};
use crate::position::{Move, Position};

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

/// Games of a block in `viriformat`.
#[derive(Clone, Debug, Default)]
pub struct EncodedGames {
    /// The games, one after the other.
    pub bytes: Vec<u8>,
    /// Number of games.
    pub games: u64,
    /// Number of moves of all games.
    pub moves: u64,
    /// Whether the block could be decoded to its end; if not, another version of the engine wrote it.
    pub sound: bool,
}

/// Converts the games of a block.
pub fn encode_block(block: &Block<'_>) -> EncodedGames {
    let mut encoded = EncodedGames::default();
    let mut bits = BitReader::new(block.payload);
    for _ in 0..block.games {
        let Some(game) = ScoredGame::unpack(&mut bits) else { return encoded };
        encode(&game, &mut encoded.bytes);
        encoded.games += 1;
        encoded.moves += game.plies.len() as u64;
    }
    encoded.sound = bits.is_empty() && encoded.moves == u64::from(block.plies);
    encoded
}

/// Appends a game to `bytes`.
fn encode(game: &ScoredGame, bytes: &mut Vec<u8>) {
    let mut position = game.opening.iter().fold(game.start.clone(), |position, mv| position.play(*mv));
    bytes.extend(start(&position, game.outcome));
    for ply in &game.plies {
        let score = position.turn().fold_wb(ply.score, -ply.score) as i16;
        bytes.extend(code(ply.mv).to_le_bytes());
        bytes.extend(score.to_le_bytes());
        position = position.play(ply.mv);
    }
    bytes.extend(END);
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
