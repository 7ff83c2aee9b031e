//! Training positions: selects positions from self-play games for records in
//! [`bulletformat`].

use shakmaty::Position as _;

use super::{
    bulletformat::{self, TrainingRecord},
    viriformat::ScoredGame,
};
use crate::chess::position::Position;

/// Minimum number of pieces and pawns on the board of a training record, counting the kings.
pub const MIN_MEN: usize = 4;

/// Conditions that a position must meet to become a training record. Positions in check, and positions in
/// which the move played is a capture or promotion, are always skipped: the network evaluates quiet positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionFilter {
    /// Minimum number of plies played before the position, including those of the opening.
    pub min_ply: u32,
    /// Absolute scores must be below this value, in internal units of the evaluator.
    pub score_below: i32,
}

impl Default for PositionFilter {
    /// Returns the default filter of `engine datagen export`.
    fn default() -> Self {
        Self { min_ply: 16, score_below: 3_000 }
    }
}

/// Number of games, positions, and skipped positions by reason; a skipped position is counted once, with the
/// first reason that applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelectionCounts {
    /// Number of games.
    pub games: u64,
    /// Number of positions with a score, before filtering.
    pub positions: u64,
    /// Number of positions skipped because fewer plies than `min_ply` were played before them.
    pub early: u64,
    /// Number of positions skipped because the side to move is in check.
    pub checks: u64,
    /// Number of positions skipped because the move played is a capture or promotion.
    pub noisy: u64,
    /// Number of positions skipped because the absolute score is not below `score_below`.
    pub decided: u64,
    /// Number of positions skipped because fewer pieces and pawns than `MIN_MEN` are on the board.
    pub few_men: u64,
}

/// Passes the Zobrist key and the record of each position of a game that meets the filter to `take`, and counts
/// the others.
pub fn select(
    game: &ScoredGame,
    filter: PositionFilter,
    counts: &mut SelectionCounts,
    mut take: impl FnMut(u64, &TrainingRecord),
) {
    let mut position = game.start.clone();
    counts.games += 1;
    for ply in &game.plies {
        counts.positions += 1;
        let is_noisy = ply.mv.is_capture() || ply.mv.is_promotion();
        match counts.reason(filter, &position, is_noisy, ply.score) {
            Some(reason) => *reason += 1,
            None => take(position.key(), &bulletformat::record(&position, ply.score, game.outcome)),
        }
        position = position.play(ply.mv);
    }
}

impl SelectionCounts {
    /// Returns the counter of the first reason to skip the position, or `None` to keep it.
    fn reason(
        &mut self,
        filter: PositionFilter,
        position: &Position,
        is_noisy: bool,
        score: i32,
    ) -> Option<&mut u64> {
        let ply = 2 * (u32::from(position.chess().fullmoves()) - 1) + position.turn().fold_wb(0, 1);
        let reasons = [
            (ply < filter.min_ply, &mut self.early),
            (position.is_check(), &mut self.checks),
            (is_noisy, &mut self.noisy),
            (score.abs() >= filter.score_below, &mut self.decided),
            (position.board().occupied().count() < MIN_MEN, &mut self.few_men),
        ];
        reasons.into_iter().find_map(|(applies, count)| applies.then_some(count))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, KnownOutcome};

    use super::*;
    use crate::tools::datagen::viriformat::ScoredPly;

    #[test]
    fn each_reason_to_skip_a_position_is_counted_separately() {
        let counted = |fen: &str, mv: &str, score| {
            let start = Position::from_fen(fen, CastlingMode::Standard).expect(fen);
            let plies = vec![ScoredPly { mv: start.parse_move(mv).expect(mv), score }];
            let (game, mut counts) =
                (ScoredGame { start, plies, outcome: KnownOutcome::Draw }, SelectionCounts::default());
            let mut records = 0;
            select(&game, PositionFilter::default(), &mut counts, |_, _| records += 1);
            let SelectionCounts { early, checks, noisy, decided, few_men, .. } = counts;
            [records, early, checks, noisy, decided, few_men].iter().position(|count| *count == 1)
        };
        let board = "r3k3/1P6/8/8/8/8/7P/R3K2Q w - -";
        let at = |number: u32| format!("{board} 0 {number}");
        assert_eq!(counted(&at(9), "h1e4", 2_999), Some(0));
        assert_eq!(counted(&at(8), "h1e4", 0), Some(1));
        assert_eq!(counted("r3k3/8/8/8/8/8/4r2P/R3K2Q w - - 0 9", "e1e2", 0), Some(2));
        assert_eq!(counted(&at(9), "a1a8", 0), Some(3));
        assert_eq!(counted(&at(9), "b7b8n", 0), Some(3));
        assert_eq!(counted(&at(9), "h1e4", -3_000), Some(4));
        assert_eq!(counted("4k3/8/8/8/8/8/7P/4K3 w - - 0 9", "h2h3", 0), Some(5));
    }
}
