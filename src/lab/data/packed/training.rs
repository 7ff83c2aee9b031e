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

/// A position of a game and the move played in it.
#[derive(Clone, Debug)]
struct ScoredPosition {
    /// Number of plies played before the position, including those of the opening.
    ply: u32,
    position: Position,
    mv: Move,
    /// Score in centipawns, for the side to move.
    score: i32,
}

impl ScoredPosition {
    const fn is_noisy(&self) -> bool {
        self.mv.is_capture() || self.mv.is_promotion()
    }
}

/// Decodes a block and selects the positions that pass the filter. With `lambda` above zero, the score in each
/// record is averaged with the scores that follow it in the game.
pub fn select(block: &Block<'_>, filter: &Filter, lambda: f64) -> Selection {
    let mut selection = Selection::default();
    let mut bits = BitReader::new(block.payload);
    let mut game = Vec::new();
    for _ in 0..block.games {
        let mut ply = 0;
        game.clear();
        let outcome = replay(&mut bits, |position, mv, scored| {
            if let Some((score, _)) = scored {
                game.push(ScoredPosition { ply, position: position.clone(), mv, score });
            }
            ply += 1;
        });
        let Some(outcome) = outcome else { return selection };
        for (position, score) in game.iter().zip(averaged_scores(&game, lambda)) {
            selection.consider(filter, position, score, outcome);
        }
        selection.counts.games += 1;
    }
    selection.sound = bits.is_empty() && selection.counts.positions == u64::from(block.plies);
    selection
}

/// Returns for each position the average of its score and the scores of the following positions, in
/// centipawns for the side to move. The average is (1 − `lambda`) · score + `lambda` · average of the next
/// position, both from the same side's point of view; so `lambda` 0 returns the scores themselves.
///
/// An average predicts more than one short search, because the following searches see further (the return of
/// TD(λ), Sutton 1988). It ends at a capture or promotion: the position after it has other material, and the
/// move may be the mistake of a side.
fn averaged_scores(game: &[ScoredPosition], lambda: f64) -> Vec<i32> {
    let mut next_average = None;
    let mut averages: Vec<_> = game
        .iter()
        .rev()
        .map(|position| {
            let score = f64::from(position.score);
            let following = next_average.filter(|_| !position.is_noisy()).map_or(score, |next: f64| -next);
            let average = (1.0 - lambda) * score + lambda * following;
            next_average = Some(average);
            average.round() as i32
        })
        .collect();
    averages.reverse();
    averages
}

impl Selection {
    /// Counts the position. Adds its record with the score `average` if the position passes the filter.
    fn consider(&mut self, filter: &Filter, scored: &ScoredPosition, average: i32, outcome: KnownOutcome) {
        self.counts.positions += 1;
        if let Some(reason) = self.counts.reason(filter, scored, outcome) {
            *reason += 1;
        } else {
            self.keys.push(scored.position.key());
            self.records.push(bulletformat::record(&scored.position, average, outcome));
        }
    }
}

impl Counts {
    /// Returns the counter of the first reason to skip the position, or `None` to keep it.
    fn reason(
        &mut self,
        filter: &Filter,
        scored: &ScoredPosition,
        outcome: KnownOutcome,
    ) -> Option<&mut u64> {
        let ScoredPosition { ply, ref position, score, .. } = *scored;
        let lost = outcome.winner() == Some(!position.turn());
        let reasons = [
            (ply < filter.min_ply, &mut self.early),
            (!filter.checks && position.is_check(), &mut self.checks),
            (!filter.noisy && scored.is_noisy(), &mut self.noisy),
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
