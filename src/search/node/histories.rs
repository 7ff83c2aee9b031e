//! Histories of one search thread: success of moves, used by move ordering, pruning and reductions.

use crate::search::layers::{
    capture_history::CaptureHistory, continuation_history::ContinuationHistory,
    correction::CorrectionHistory, history::QuietHistory, killers::Killers, pawn_history::PawnHistory,
};

/// All histories of a search thread. The type of each history is in the file of its layer.
#[derive(Debug, Default)]
pub struct Histories {
    /// Killer moves: quiet moves that caused a beta cutoff, by ply.
    pub killers: Killers,
    /// Success of quiet moves.
    pub quiet: QuietHistory,
    /// Success of quiet moves after the preceding moves.
    pub continuation: ContinuationHistory,
    /// Success of quiet moves with the current pawn structure.
    pub pawn: PawnHistory,
    /// Success of noisy moves.
    pub capture: CaptureHistory,
    /// Errors of the static evaluation, by features of the position.
    pub correction: CorrectionHistory,
}

impl Histories {
    /// Clears all histories, as for a new game.
    pub fn clear(&mut self) {
        let Self { killers, quiet, continuation, pawn, capture, correction } = self;
        killers.clear();
        quiet.clear();
        continuation.clear();
        pawn.clear();
        capture.clear();
        correction.clear();
    }
}

/// Adds `bonus` to a history value within ±`limit`. The change becomes smaller as the value approaches the
/// limit.
#[inline]
pub fn gravity(value: i16, bonus: i32, limit: i32) -> i16 {
    let old = i32::from(value);
    (old + bonus - bonus.abs() * old / limit) as i16
}
