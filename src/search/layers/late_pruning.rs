//! `late-pruning`: near the horizon, after many moves, the quiet ones left are skipped (late move pruning).
//!
//! *Idea.* With the likely moves tried first, a late quiet move almost always fails. Near the horizon, after enough moves have
//! failed, the rest is not searched at all; nor is a quiet move that has failed often before.
//!
//! *Source.* Romstad's Glaurung and Letouzey's Fruit, about 2005.
//!
//! *When.* Not at the root, not in check, never a check, once a move that does not lose has been searched. The number of moves
//! grows with the square of the depth and is halved if the static evaluation has not improved: [`TUNABLES`].
//!
//! *Where.* Step 7 of [the node](crate::search::negamax).
//!
//! *Risk.* The quiet, late, strong move is found only when the depth has grown past the bound. Hence no check is ever skipped.
//!
//! *Cost and gain.* +151 ± 30 (400 games at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search against
//! itself without the layer). The rungs `late-pruning` and `futility` together: +82 ± 27 (400 games at 10,000).
//!
//! *Tried and lost.* `late-pruning` below `exchange` on the ladder: −101 ± 27 (400 games), because captures that lose are then
//! tried first and count as moves that have failed.
//!
//! ```
//! use glulam::search::layers::late_pruning::enough;
//!
//! // What is skipped shrinks fast with the depth.
//! assert!(enough(6, true) > 2 * enough(3, true));
//! ```

use super::LayerInfo;
use crate::search::{
    layer::Layer,
    node::{move_loop::Node, static_eval::StaticEval, worker::Worker},
    observe::observer::Observation,
    tunable::tunables,
};

tunables! { "late_moves":
    /// Late pruning begins after so many moves, plus the square of the depth; after half as many where nothing improves.
    enough_base = 5, 1..=12, 1;
    /// Quiet moves with a history below so much a ply are skipped,
    history_margin = 2250, 200..=6000, 200;
    /// below this depth.
    history_depth = 4, 2..=10, 1;
}

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo { static_eval: true, tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// After how many moves of a node the quiet ones left are not searched.
pub fn enough(depth: i32, improving: bool) -> usize {
    ((enough_base() + depth * depth) / if improving { 1 } else { 2 }).unsigned_abs() as usize
}

/// Whether a quiet move has failed so often that near the horizon it is not tried.
fn has_failed_often(history: i32, depth: i32) -> bool {
    depth < history_depth() && history < -history_margin() * depth
}

/// Whether a quiet move is skipped because it comes late, or because it has failed often.
#[inline]
pub(crate) fn prunes<O: Observation>(
    worker: &Worker<'_, O>,
    node: &Node,
    eval: &StaticEval,
    history: i32,
) -> bool {
    worker.has(Layer::LatePruning)
        && (node.tried >= enough(node.depth, eval.improving) || has_failed_often(history, node.depth))
}

/// Whether so many moves have been searched that every quiet one left is skipped, except checks.
#[inline]
pub(crate) fn skips_the_rest<O: Observation>(worker: &Worker<'_, O>, node: &Node, eval: &StaticEval) -> bool {
    worker.has(Layer::LatePruning)
        && eval.value.is_some()
        && node.tried >= enough(node.depth, eval.improving).max(1)
        && !node.best.is_loss()
}
