//! The histories of one thread: what ordering and reductions have learnt about moves.

use crate::search::layers::{
    capture_history::CaptureHistory, continuation_history::ContinuationHistory,
    correction::CorrectionHistory, history::QuietHistory, killers::Killers, pawn_history::PawnHistory,
};

/// All histories, each a type beside its layer.
#[derive(Debug, Default)]
pub struct Histories {
    /// Quiet refutations by ply.
    pub killers: Killers,
    /// Quiet moves by success.
    pub quiet: QuietHistory,
    /// Quiet moves by success after the moves before them.
    pub continuation: ContinuationHistory,
    /// Quiet moves by success with the present pawn structure.
    pub pawn: PawnHistory,
    /// Noisy moves by success.
    pub capture: CaptureHistory,
    /// Errors of the static evaluation.
    pub correction: CorrectionHistory,
}

impl Histories {
    /// Forgets everything, as for a new game.
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

/// A number moved by `bonus` towards the end of its range ±`limit`, the less the nearer it is.
#[inline]
pub fn gravity(number: i16, bonus: i32, limit: i32) -> i16 {
    let now = i32::from(number);
    (now + bonus - bonus.abs() * now / limit) as i16
}
