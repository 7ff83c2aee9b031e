//! Hindsight depth adjustment (`hindsight`): correct the reduction of a move after the move has been made.
//!
//! Previous layer: [`table-eval`](super::table_eval). Next layer: [`deeper-shallower`](super::deeper_shallower).
//!
//! **Idea.** A late move is searched to a reduced depth. Once the move is made, the static evaluations before
//! and after the move can be compared. If the move improved the static evaluation for the side that made it,
//! the reduction was too large. If the move clearly worsened the static evaluation, the reduction could have
//! been larger.
//!
//! **When.** The depth can change if the move that led to the node was reduced and the side to move is in
//! check neither at the node nor at the parent node. A node of depth 1 or less loses no depth, and the depth
//! of a singular search does not change. [`TUNABLES`] lists the required reduction and the required change
//! of the static evaluation.
//!
//! **Where.** Step 5 of [the node](crate::search::negamax), directly after the static evaluation.
//!
//! **Risk.** The adjustment compares the static evaluations of two positions, and one of the two positions
//! may be in the middle of an exchange.
//!
//! **Gain.** The layers `table-eval`, `hindsight` and `deeper-shallower` together score −1 ± 26 Elo
//! against the rung `correction` (400 games at 10,000 nodes per move, `classical`, UHO openings,
//! 2026-11-20). See [experiments](crate::search::experiments#hindsight).
//!
//! **Source.** Stockfish, 2023.

use super::LayerInfo;
use crate::{
    chess::score::Score,
    search::{
        layer::Layer,
        node::{static_eval::StaticEval, worker::Worker},
        observe::observer::Observation,
        tunable::tunables,
    },
};

tunables! {
    /// Minimum reduction, in plies, for adding one ply of depth after a move that improved the static
    /// evaluation for its side.
    most = 2, 2..=5, 1;
    /// Minimum reduction, in plies, for removing one ply of depth after a move that lost more than `harm`
    /// centipawns.
    least = 2, 1..=3, 1;
    /// Loss of static evaluation by the move, in centipawns, above which the node loses one ply of depth.
    harm = 70, 10..=200, 12;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo {
    needs: &[Layer::LateReductions],
    static_eval: true,
    tunables: &TUNABLES,
    ..LayerInfo::SELECTIVE
};

/// Returns the depth of the node at `ply`, in plies: one ply more than `depth` if the reduction of the last
/// move was too large, one ply less if the reduction was too small, otherwise `depth`.
#[inline]
pub(crate) fn depth<O: Observation>(
    worker: &Worker<'_, O>,
    depth: i32,
    ply: usize,
    eval: &StaticEval,
) -> i32 {
    let before = ply.checked_sub(1).and_then(|before| worker.stack[before].eval);
    match (eval.value, before) {
        (Some(value), Some(before)) if worker.has(Layer::Hindsight) => {
            corrected(depth, worker.stack[ply].reduction, value, before)
        }
        _ => depth,
    }
}

/// Returns the corrected depth of a node whose parent reduced the last move by `reduction` plies. `eval` is
/// the static evaluation of the node, and `before` is the static evaluation of the parent, from the
/// opponent's point of view.
#[inline]
fn corrected(depth: i32, reduction: i32, eval: Score, before: Score) -> i32 {
    let loss = eval.raw() + before.raw();
    if reduction >= most() && loss < 0 {
        depth + 1
    } else if reduction >= least() && depth >= 2 && loss > harm() {
        depth - 1
    } else {
        depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_reduction_shrinks_after_a_good_move_and_grows_after_a_bad_move() {
        let good = (Score::cp(-50), Score::cp(10));
        let bad = (Score::cp(harm()), Score::cp(10));
        assert_eq!(corrected(5, 3, good.0, good.1), 6);
        assert_eq!(corrected(5, 1, good.0, good.1), 5);
        assert_eq!(corrected(5, 2, bad.0, bad.1), 4);
        assert_eq!(corrected(5, 0, bad.0, bad.1), 5);
    }
}
