//! Histories of one search thread: success of moves, used by move ordering, pruning and reductions.

use crate::search::layers::{
    capture_history::CaptureHistory, continuation_history::ContinuationHistory,
    correction::CorrectionHistory, history::QuietHistory, killers::Killers, pawn_history::PawnHistory,
};

/// All histories of a search thread. The type of each history is in the file of its layer.
#[derive(Debug, Default)]
pub struct Histories {
    /// Killer moves: the last quiet moves that caused a beta cutoff at each ply.
    pub killers: Killers,
    /// Quiet history: success of quiet moves, by side, origin square and destination square.
    pub quiet: QuietHistory,
    /// Continuation history: success of quiet moves, by the move 1, 2 or 4 plies earlier.
    pub continuation: ContinuationHistory,
    /// Pawn history: success of quiet moves, by pawn structure.
    pub pawn: PawnHistory,
    /// Capture history: success of noisy moves, by moving piece, destination square and captured piece.
    pub capture: CaptureHistory,
    /// Correction history: errors of the static evaluation, by side to move and structure (pawns, pieces
    /// of each side, minor pieces with kings), and by the last two moves.
    pub correction: CorrectionHistory,
}

impl Histories {
    /// Clears all histories of the thread, as for a new game.
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

/// Returns the history value after adding `bonus`, between −`limit` and `limit`. The change becomes smaller
/// as the value approaches the limit.
#[inline]
pub fn gravity(value: i16, bonus: i32, limit: i32) -> i16 {
    let old = i32::from(value);
    (old + bonus - bonus.abs() * old / limit) as i16
}
