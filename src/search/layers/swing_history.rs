//! Evaluation-change history (`swing-history`): rate a quiet move by the change of the static evaluation.
//!
//! **Idea.** The other histories change the value of a move only at a beta cutoff. The static evaluations
//! before and after a quiet move rate the move sooner. If the evaluation rises for the side that moved, the
//! move gets a bonus; if the evaluation falls, the move gets a malus.
//!
//! **When.** After a quiet move that neither answers a check nor gives check. [`TUNABLES`] lists the size of
//! the bonus.
//!
//! **Where.** Updated in step 5 of [the node](crate::search::negamax); read together with the [history
//! heuristic](super::history).
//!
//! **Risk.** None for the score directly. In the middle of an exchange the static evaluation is unreliable,
//! so only quiet moves get a bonus, and the bonus is small.
//!
//! **Cost and gain.** The layer `swing-history` was not measured separately. The rung `more-histories`
//! consists of [`pawn-history`](super::pawn_history), `swing-history` and `fail-low-credit`. The page of
//! `pawn-history` has the results of this rung.
//!
//! **Tried without success.** The page of [`pawn-history`](super::pawn_history) describes the failed first
//! version of the rung `more-histories`.
//!
//! **Source.** Stockfish, 2020.

use super::LayerInfo;
use crate::{
    position::Position,
    score::Score,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables},
};

tunables! { "last_move":
    /// Bonus for a gain in the static evaluation, in history units per centipawn.
    swing = 5, 0..=20, 1;
    /// Largest bonus or malus for a change of the static evaluation, in history units.
    swing_most = 1050, 200..=3000, 120;
}

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::History], tunables: &TUNABLES, ..LayerInfo::EXACT };

/// Bonus or malus of a move. `before` is the static evaluation of the moving side before the move, `eval`
/// that of its opponent after the move.
fn bonus(eval: Score, before: Score) -> i32 {
    (-swing() * (eval.raw() + before.raw())).clamp(-swing_most(), swing_most())
}

/// Updates the history of the quiet move that led to `ply`, once the static evaluation at `ply` is computed.
#[inline]
pub(crate) fn update<O: Observation>(worker: &mut Worker<'_, O>, position: &Position, ply: usize) {
    if !worker.has(Layer::SwingHistory) || ply == 0 {
        return;
    }
    let entry = &worker.stack[ply];
    if let (Some(eval), Some(before), Some(mv)) = (entry.eval, worker.stack[ply - 1].eval, entry.quiet()) {
        worker.thread.histories.quiet.update(!position.turn(), mv, bonus(eval, before));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rising_evaluation_gives_a_bonus_and_a_falling_one_a_malus() {
        let neutral = bonus(Score::cp(-30), Score::cp(30));
        assert_eq!(neutral, 0);
        assert!(bonus(Score::cp(-80), Score::cp(30)) > neutral);
        assert!(bonus(Score::cp(20), Score::cp(30)) < neutral);
        assert_eq!(bonus(Score::cp(-9000), Score::cp(0)), swing_most());
    }
}
