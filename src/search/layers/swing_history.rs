//! Evaluation-change history (`swing-history`): rate a quiet move by the change of the static evaluation.
//!
//! Previous layer: [`pawn-history`](super::pawn_history). Next layer: [`fail-low-credit`](super::fail_low_credit).
//!
//! **Idea.** The other histories change the value of a move only after a search, at a beta cutoff or a fail
//! low. The change of the static evaluation by a quiet move rates the move sooner, before its subtree is
//! searched. If the static evaluation rises for the side that moved, the move gets a history bonus; if the
//! static evaluation falls, the move gets a malus.
//!
//! **When.** A quiet move that neither answers a check nor gives check gets the bonus or malus when the main
//! search node after the move computes its static evaluation, which happens only if another layer requires
//! it. [`TUNABLES`] lists the size of the bonus.
//!
//! **Where.** Step 5 of [the node](crate::search::negamax) adds the bonus or malus to the [quiet
//! history](super::history), which move ordering reads.
//!
//! **Risk.** A different order of moves does not change the score of an exact set of layers. In the middle of
//! an exchange the static evaluation is unreliable, so only quiet moves get a bonus, and the bonus is small.
//!
//! **Gain.** The rung `more-histories` (`pawn-history`, `swing-history` and `fail-low-credit` together)
//! scores +19 ± 16 Elo against the rung below, `quiescence-pruning` (952 games at 10,000 nodes per move,
//! `network`, UHO openings, 2026-11-20). See [experiments](crate::search::experiments#swing-history).
//!
//! **Source.** Stockfish, 2020.

use super::LayerInfo;
use crate::{
    chess::{position::Position, score::Score},
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables},
};

tunables! {
    /// History bonus for a move that raises the static evaluation, in history units per centipawn gained.
    swing = 5, 0..=20, 1;
    /// Largest bonus or malus for a change of the static evaluation, in history units.
    swing_most = 1050, 200..=3000, 120;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::History], tunables: &TUNABLES, ..LayerInfo::EXACT };

/// History bonus (or malus, if negative) of a move. `before` is the static evaluation before the move, from
/// the moving side's point of view; `eval` is the static evaluation after the move, from the opponent's point
/// of view.
fn bonus(eval: Score, before: Score) -> i32 {
    (-swing() * (eval.raw() + before.raw())).clamp(-swing_most(), swing_most())
}

/// Updates the quiet history of the move that led to `ply`, if that move is quiet, once the static evaluation
/// at `ply` is computed.
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
