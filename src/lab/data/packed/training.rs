//! Training positions: 36-byte records selected from packed games.
//!
//! | bytes | content |
//! |---|---|
//! | 0–31 | the board from the side to move's point of view, one nibble per square: a1 is the low half of byte 0, b1 the high half, … h8. A nibble is 0 for an empty square, 1–6 for a pawn, knight, bishop, rook, queen, king of the side to move, and 9–14 for the same pieces of the opponent. With Black to move ranks are mirrored, so own pawns always move up; files are never mirrored |
//! | 32–33 | score in centipawns for the side to move, signed |
//! | 34 | game result for the side to move: 0 lost, 1 drawn, 2 won |
//! | 35 | 0 |

use shakmaty::{KnownOutcome, Position as _};

use super::{bits::BitReader, block::Block, game::replay, scored_positions::half_points};
use crate::position::{Move, Position};

/// Size of a training record in bytes.
pub const RECORD_BYTES: usize = 36;

/// Conditions that a position must meet to become a training record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Minimum number of plies played before the position, including those of the opening.
    pub min_ply: u32,
    /// Whether positions in which the side to move is in check are kept.
    pub checks: bool,
    /// Whether positions in which the move played is a capture or promotion are kept.
    pub noisy: bool,
    /// Absolute scores must be below this value, in centipawns.
    pub score_below: i32,
    /// Minimum number of pieces and pawns on the board, counting the kings.
    pub min_men: u32,
    /// Skips positions in which the side to move had at least this score, in centipawns, and lost the game.
    pub contradiction: Option<i32>,
}

impl Default for Filter {
    /// Returns the default filter of `engine datagen export`: positions after at least 16 plies, without
    /// check, in which the move played is no capture or promotion, with an absolute score below 3,000
    /// centipawns, and with at least four pieces and pawns (kings included).
    fn default() -> Self {
        Self { min_ply: 16, checks: false, noisy: false, score_below: 3_000, min_men: 4, contradiction: None }
    }
}

/// Number of games, positions, and skipped positions by reason; a skipped position is counted once, with the
/// first reason that applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of games that could be decoded.
    pub games: u64,
    /// Number of decoded positions with a score, before filtering.
    pub positions: u64,
    /// Number of positions skipped because fewer plies than `min_ply` were played before them.
    pub early: u64,
    /// Number of positions skipped because the side to move is in check.
    pub checks: u64,
    /// Number of positions skipped because the move played is a capture or promotion.
    pub noisy: u64,
    /// Number of positions skipped because the absolute score is not below `score_below`.
    pub decided: u64,
    /// Number of positions skipped because fewer pieces and pawns than `min_men` are on the board.
    pub few_men: u64,
    /// Number of positions skipped because the game result contradicts the score (see `contradiction` in
    /// [`Filter`]).
    pub contradicted: u64,
}

/// Positions of a block that passed the filter, in the order of the games.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Counts of games, positions and skipped positions of the block.
    pub counts: Counts,
    /// Zobrist key of each selected position, for finding duplicates.
    pub keys: Vec<u64>,
    /// Record of each selected position, [`RECORD_BYTES`] bytes each.
    pub records: Vec<u8>,
    /// Whether the block could be decoded to its end; if not, another version of the engine wrote it.
    pub sound: bool,
}

/// Decodes a block and selects the positions that pass the filter.
pub fn select(block: &Block<'_>, filter: &Filter) -> Selection {
    let mut selection = Selection::default();
    let mut bits = BitReader::new(block.payload);
    for _ in 0..block.games {
        let mut ply = 0;
        let outcome = replay(&mut bits, |position, mv, scored| {
            if let Some((score, outcome)) = scored {
                selection.consider(filter, ply, position, mv, score, outcome);
            }
            ply += 1;
        });
        if outcome.is_none() {
            return selection;
        }
        selection.counts.games += 1;
    }
    selection.sound = bits.is_empty() && selection.counts.positions == u64::from(block.plies);
    selection
}

impl Selection {
    fn consider(
        &mut self,
        filter: &Filter,
        ply: u32,
        position: &Position,
        mv: Move,
        score: i32,
        outcome: KnownOutcome,
    ) {
        self.counts.positions += 1;
        let Some(reason) = self.counts.reason(filter, ply, position, mv, score, outcome) else {
            self.keys.push(position.key());
            self.records.extend(record(position, score, outcome));
            return;
        };
        *reason += 1;
    }
}

impl Counts {
    /// Returns the counter of the first reason to skip the position, or `None` to keep it.
    fn reason(
        &mut self,
        filter: &Filter,
        ply: u32,
        position: &Position,
        mv: Move,
        score: i32,
        outcome: KnownOutcome,
    ) -> Option<&mut u64> {
        let lost = outcome.winner() == Some(!position.turn());
        let reasons = [
            (ply < filter.min_ply, &mut self.early),
            (!filter.checks && position.is_check(), &mut self.checks),
            (!filter.noisy && (mv.is_capture() || mv.is_promotion()), &mut self.noisy),
            (score.abs() >= filter.score_below, &mut self.decided),
            (position.board().occupied().count() < filter.min_men as usize, &mut self.few_men),
            (lost && filter.contradiction.is_some_and(|most| score >= most), &mut self.contradicted),
        ];
        reasons.into_iter().find_map(|(applies, count)| applies.then_some(count))
    }

    /// Adds the counts of another block to these counts.
    pub const fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.positions += other.positions;
        self.early += other.early;
        self.checks += other.checks;
        self.noisy += other.noisy;
        self.decided += other.decided;
        self.few_men += other.few_men;
        self.contradicted += other.contradicted;
    }
}

/// Encodes a position with its score (for the side to move, in centipawns) and game result as a training
/// record.
pub fn record(position: &Position, score: i32, outcome: KnownOutcome) -> [u8; RECORD_BYTES] {
    const SCORE: usize = 32;
    const RESULT: usize = 34;
    const THEIRS: u8 = 8;
    let us = position.turn();
    let flip = us.fold_wb(0, 56);
    let mut bytes = [0; RECORD_BYTES];
    let board = position.chess().board();
    for (square, piece) in board {
        let place = usize::from(square) ^ flip;
        let code = piece.role as u8 | if piece.color == us { 0 } else { THEIRS };
        bytes[place / 2] |= code << (4 * (place % 2));
    }
    bytes[SCORE..RESULT].copy_from_slice(&(score as i16).to_le_bytes());
    bytes[RESULT] = half_points(outcome, us) as u8;
    bytes
}

#[cfg(test)]
mod tests;
