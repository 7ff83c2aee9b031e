//! Training positions in `bulletformat`, the format of the trainer
//! [bullet](https://github.com/jw1912/bullet): 32 bytes per position, without a file header. Numbers are
//! little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | occupied squares, one bit per square: bit 0 is a1, bit 1 is b1, … bit 63 is h8 |
//! | 8–23 | one nibble for each occupied square, in the order of the bits; the first is the low half of byte 8. 0–5 is a pawn, knight, bishop, rook, queen, king of the side to move, 8–13 the same piece of the opponent. Unused nibbles are 0 |
//! | 24–25 | score in internal units of the evaluator for the side to move, signed |
//! | 26 | game result for the side to move: 0 lost, 1 drawn, 2 won |
//! | 27 | square of the king of the side to move |
//! | 28 | square of the opponent's king, with the ranks mirrored |
//! | 29–31 | free for other programs; 0 in files of this engine |
//!
//! The board is seen by the side to move: with Black to move the ranks are mirrored, so own pawns always move
//! up. Files are never mirrored. Castling rights, en passant and clocks are not stored.
//!
//! The format is by Jamie Whiting; the tests compare with the crate `bulletformat`.

use shakmaty::{Color, KnownOutcome, Position as _, Role};

use super::viriformat::half_points;
use crate::chess::position::Position;

/// Size of a record in bytes.
pub const RECORD_BYTES: usize = 32;
/// A position in `bulletformat`.
pub type TrainingRecord = [u8; RECORD_BYTES];

const PIECES: usize = 8;
const SCORE: usize = 24;
const RESULT: usize = 26;
const OWN_KING: usize = 27;
const THEIR_KING: usize = 28;

/// Piece codes of the opponent have this bit.
const THEIRS: u8 = 8;
const KING: u8 = 5;
/// XOR mask that mirrors the rank of a square.
pub const RANKS: u8 = 56;
/// Maximum number of pieces and pawns of a record.
pub const MAX_PIECES: usize = 32;

/// Encodes a position with its score (for the side to move, in internal units) and game result.
pub fn record(position: &Position, score: i32, outcome: KnownOutcome) -> TrainingRecord {
    let us = position.turn();
    let board = position.chess().board();
    let mirror = us.fold_wb(0, RANKS);
    let occupied = us.fold_wb(board.occupied(), board.occupied().flip_vertical());
    let mut bytes = [0; RECORD_BYTES];
    bytes[..PIECES].copy_from_slice(&occupied.0.to_le_bytes());
    for (index, seen) in occupied.into_iter().enumerate() {
        let square = shakmaty::Square::new(u32::from(u8::from(seen) ^ mirror));
        let Some(piece) = board.piece_at(square) else { continue };
        let role = piece.role as u8 - Role::Pawn as u8;
        let code = if piece.color == us { role } else { role | THEIRS };
        bytes[PIECES + index / 2] |= code << (4 * (index % 2));
    }
    set_score(&mut bytes, score);
    bytes[RESULT] = half_points(outcome, us) as u8;
    let king = |color: Color| board.king_of(color).map_or(0, u8::from);
    bytes[OWN_KING] = king(us) ^ mirror;
    bytes[THEIR_KING] = king(!us) ^ mirror ^ RANKS;
    bytes
}

/// A piece or pawn of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordPiece {
    /// 0 to 5 for a pawn to king of the side to move, 6 to 11 for the opponent's.
    pub piece: u16,
    /// Square, seen by the side to move.
    pub square: u16,
}

/// Returns the pieces and pawns of a valid record, in the order of the squares.
#[inline]
pub fn pieces(record: &TrainingRecord) -> impl Iterator<Item = RecordPiece> {
    let mut occupied = occupied(record);
    (0..MAX_PIECES).map_while(move |index| {
        let square = occupied.trailing_zeros() as u16;
        (occupied != 0).then(|| {
            occupied &= occupied - 1;
            let code = u16::from(record[PIECES + index / 2] >> (4 * (index % 2)) & 15);
            RecordPiece { piece: (code & 7) + 6 * (code >> 3), square }
        })
    })
}

/// Returns the squares of the kings, seen by the side to move: its own king first.
#[inline]
pub const fn kings(record: &TrainingRecord) -> [u8; 2] {
    [record[OWN_KING], record[THEIR_KING] ^ RANKS]
}

/// Returns the score in internal units for the side to move.
#[inline]
pub const fn score(record: &TrainingRecord) -> i16 {
    i16::from_le_bytes([record[SCORE], record[SCORE + 1]])
}

/// Replaces the score, which is in internal units for the side to move. A score beyond 16 bits becomes the nearest
/// value.
#[inline]
pub fn set_score(record: &mut TrainingRecord, score: i32) {
    let score = score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    record[SCORE..RESULT].copy_from_slice(&score.to_le_bytes());
}

/// Returns the game result of the side to move in half points: 0, 1 or 2.
#[inline]
pub const fn result(record: &TrainingRecord) -> u8 {
    record[RESULT]
}

#[inline]
fn occupied(record: &TrainingRecord) -> u64 {
    record.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// Returns true if the record has valid piece codes, at most 32 pieces and pawns, one king per side on the
/// stored squares, and a valid result.
pub fn is_valid(record: &TrainingRecord) -> bool {
    let occupied = occupied(record);
    let codes: [u8; MAX_PIECES] =
        std::array::from_fn(|index| record[PIECES + index / 2] >> (4 * (index % 2)) & 15);
    let is_on = |code: u8, square: u8| {
        let bit = 1_u64.checked_shl(u32::from(square)).unwrap_or(0);
        let index = (occupied & bit.wrapping_sub(1)).count_ones() as usize;
        occupied & bit != 0 && codes[index] == code
    };
    let [own, theirs] = self::kings(record);
    let unused = codes.get(occupied.count_ones() as usize..);
    unused.is_some_and(|codes| codes.iter().all(|code| *code == 0))
        && codes.iter().all(|code| code & !THEIRS <= KING)
        && codes.iter().filter(|code| *code & !THEIRS == KING).count() == 2
        && is_on(KING, own)
        && is_on(KING | THEIRS, theirs)
        && record[RESULT] <= 2
}

#[cfg(test)]
mod tests;
