//! What a trainer reads: positions in 36 bytes each, chosen from packed games.
//!
//! | bytes | content |
//! |---|---|
//! | 0–31 | the board from the side to move: a1 is the low half of byte 0, b1 the high half, … h8; 0 empty, 1–6 own pawn to king, 9–14 theirs. With Black to move ranks are flipped, so that own pawns always move up; files never are |
//! | 32–33 | score in centipawns for the side to move, signed |
//! | 34 | result for the side to move: 0 lost, 1 drawn, 2 won |
//! | 35 | 0 |

use shakmaty::{KnownOutcome, Position as _};

use super::{bits::BitReader, block::Block, game::replay, scored_positions::half_points};
use crate::position::{Move, Position};

/// Bytes of a position.
pub const RECORD_BYTES: usize = 36;

/// What is taken of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Plies that were played before the first position that is taken, those of the opening included.
    pub min_ply: u32,
    /// Whether positions in check are taken.
    pub checks: bool,
    /// Whether positions are taken in which a capture or a promotion was played.
    pub noisy: bool,
    /// Scores are less than this, in centipawns.
    pub score_below: i32,
    /// Men on the board, at least.
    pub min_men: u32,
    /// Leaves out what was worth so many centipawns, or more, to the side that then lost.
    pub contradiction: Option<i32>,
}

impl Default for Filter {
    /// Quiet positions that are still to be decided.
    fn default() -> Self {
        Self { min_ply: 16, checks: false, noisy: false, score_below: 3_000, min_men: 4, contradiction: None }
    }
}

/// Positions by what became of them; each is counted once, by the first reason there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games that were read.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
    /// Too early in the game.
    pub early: u64,
    /// In check.
    pub checks: u64,
    /// A capture or a promotion was played.
    pub noisy: u64,
    /// Too large a score.
    pub decided: u64,
    /// Too few men.
    pub few_men: u64,
    /// The game ended far otherwise.
    pub contradicted: u64,
}

/// The positions of a block that passed the filter, in their order.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// What was counted.
    pub counts: Counts,
    /// The key of each position.
    pub keys: Vec<u64>,
    /// [`RECORD_BYTES`] bytes of each.
    pub records: Vec<u8>,
    /// Whether the block could be read to its end; if not, an engine with other rules has written it.
    pub sound: bool,
}

/// Reads a block and takes what passes.
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
    /// Why a position is left out: the count of its like.
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

    /// Adds what another block has counted.
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

/// A position as a trainer reads it.
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
