//! Histories of one search thread: success of moves, used by move ordering, pruning and reductions, and
//! errors of the static evaluation.

use crate::search::layers::{
    capture_history::CaptureHistory, continuation_history::ContinuationHistory,
    correction::CorrectionHistory, history::QuietHistory, killers::Killers, pawn_history::PawnHistory,
};

/// All histories of a search thread. The type of each history is in the file of its layer.
#[derive(Debug, Default)]
pub struct Histories {
    /// Killer moves: for each ply, the last two different quiet moves that caused a beta cutoff.
    pub killers: Killers,
    /// Quiet history: success of quiet moves, by side, origin square and destination square.
    pub quiet: QuietHistory,
    /// Continuation history: success of quiet moves, by piece, destination square and the move 1, 2 or 4
    /// plies earlier.
    pub continuation: ContinuationHistory,
    /// Pawn history: success of quiet moves, by pawn structure, piece and destination square.
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

/// Returns the history value after adding `bonus`. With a `bonus` of at most `limit` in absolute value, the
/// result stays between −`limit` and `limit`: the nearer the value is to the limit with the sign of `bonus`,
/// the smaller the change.
#[inline]
pub fn gravity(value: i16, bonus: i32, limit: i32) -> i16 {
    let old = i32::from(value);
    (old + bonus - bonus.abs() * old / limit) as i16
}
