//! `swing-history`: a quiet move is judged at once by what it did to the static evaluation.
//!
//! *Idea.* The histories learn about a move when it cuts a node, or is tried in vain before one that does. The static
//! evaluations before and after a quiet move are one more witness: a side that stands better after its move has done well.
//!
//! *Source.* Stockfish, 2020.
//!
//! *When.* After a quiet move, if neither side is in check. What it earns: [`TUNABLES`].
//!
//! *Where.* Written in step 5 of [the node](crate::search::negamax), read where [`history`](super::history) is.
//!
//! *Risk.* None for the score by itself. The static evaluation is a poor judge in the middle of an exchange, so only quiet moves
//! are judged, and by little.
//!
//! *Cost and gain.* With [`pawn-history`](super::pawn_history) one rung: see there. Not measured alone.
//!
//! *Tried and lost.* See there.

use super::LayerInfo;
use crate::{
    position::Position,
    score::Score,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables},
};

tunables! { "last_move":
    /// What a centipawn of the swing is worth to the move's history,
    swing = 5, 0..=20, 1;
    /// and no more than this.
    swing_most = 1050, 200..=3000, 120;
}

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::History], tunables: &TUNABLES, ..LayerInfo::EXACT };

/// What a move has earned after which the mover's opponent counts `eval`, and the mover counted `before`.
fn earned_by(eval: Score, before: Score) -> i32 {
    (-swing() * (eval.raw() + before.raw())).clamp(-swing_most(), swing_most())
}

/// Judges the quiet move that led to `ply` by the static evaluation there, which is known now.
#[inline]
pub(crate) fn update<O: Observation>(worker: &mut Worker<'_, O>, position: &Position, ply: usize) {
    if !worker.has(Layer::SwingHistory) || ply == 0 {
        return;
    }
    let entry = &worker.stack[ply];
    if let (Some(eval), Some(before), Some(mv)) = (entry.eval, worker.stack[ply - 1].eval, entry.quiet()) {
        worker.thread.histories.quiet.update(!position.turn(), mv, earned_by(eval, before));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_earns_by_what_its_side_gains_and_loses_by_what_it_gives_away() {
        let still = earned_by(Score::cp(-30), Score::cp(30));
        assert_eq!(still, 0);
        assert!(earned_by(Score::cp(-80), Score::cp(30)) > still);
        assert!(earned_by(Score::cp(20), Score::cp(30)) < still);
        assert_eq!(earned_by(Score::cp(-9000), Score::cp(0)), swing_most());
    }
}
