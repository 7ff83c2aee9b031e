//! Training positions: selects positions from packed games and encodes them in
//! [`bulletformat`].

use shakmaty::KnownOutcome;

use super::{bits::BitReader, block::Block, game::replay};
use crate::{
    lab::data::bulletformat,
    position::{Move, Position},
};

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
    /// Record of each selected position.
    pub records: Vec<bulletformat::Record>,
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
            self.records.push(bulletformat::record(position, score, outcome));
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

#[cfg(test)]
mod tests;
