//! Late move pruning, LMP (`late-pruning`): near the horizon, skip quiet moves that come late.
//!
//! Previous layer: [`late-reductions`](super::late_reductions). Next layer: [`futility`](super::futility).
//!
//! **Idea.** If the move order is good, a late quiet move almost always fails low. At low remaining depth, a
//! node therefore skips all remaining quiet moves that do not give check, once it has searched or pruned a
//! certain number of moves. At low remaining depth, a node also skips a quiet move with a very low history score
//! (history pruning).
//!
//! **When.** Late move pruning applies at nodes below the root, if the side to move is not in check and at
//! least one searched move of the node is not a proved loss, by mate or by the tablebases. A move that gives
//! check is never pruned. The number of moves that a node searches or prunes before late move pruning grows with the depth squared and is
//! halved if the static evaluation is not improving. [`TUNABLES`] lists this number and the thresholds of
//! history pruning.
//!
//! **Where.** Step 7 of [the node](crate::search::negamax) applies late move pruning.
//!
//! **Risk.** A strong quiet move that comes late is found only at a depth at which the number of moves before
//! late move pruning includes it. To limit this risk, late move pruning never skips a move that gives check.
//!
//! **Gain.** The full search scores +99 ± 21 Elo against the same search without `late-pruning` (600 games at
//! 20,000 nodes per move, `network`, UHO openings, 2026-11-27), and +85 ± 31 Elo against it by the clock (200
//! games at 4+0.04, `network`, UHO openings, 2026-11-27). See
//! [experiments](crate::search::experiments#late-pruning).
//!
//! **Source.** Glaurung (Romstad) and Fruit (Letouzey), about 2005. The number of moves, a constant plus the
//! square of the depth, follows Stockfish (GPL-3.0).
//!
//! ```
//! use glulam::search::layers::late_pruning::enough;
//!
//! // Late move pruning starts after more than twice as many moves at depth 6 as at depth 3.
//! assert!(enough(6, true) > 2 * enough(3, true));
//! ```

use super::LayerInfo;
use crate::search::{
    layer::Layer,
    node::{move_loop::Node, static_eval::StaticEval, worker::Worker},
    observe::observer::Observation,
    tunable::tunables,
};

tunables! {
    /// Late move pruning starts after `enough_base` + depth² searched or pruned moves, or half as many if the
    /// static evaluation is not improving.
    enough_base = 5, 1..=12, 1;
    /// Threshold of history pruning, in history units per ply of depth: a quiet move is pruned if its history
    /// is below minus threshold times depth.
    history_margin = 2510, 200..=6000, 200;
    /// Depth in plies below which quiet moves with a bad history are pruned.
    history_depth = 4, 2..=10, 1;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { static_eval: true, tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// Number of searched or pruned moves after which a node skips its remaining quiet moves that do not give
/// check.
/// `depth` is in plies; `improving` is whether the static evaluation is improving.
pub fn enough(depth: i32, improving: bool) -> usize {
    ((enough_base() + depth * depth) / if improving { 1 } else { 2 }).unsigned_abs() as usize
}

/// Whether `history`, the sum of the histories of a quiet move, is low enough to prune the move at `depth`
/// plies.
fn has_failed_often(history: i32, depth: i32) -> bool {
    depth < history_depth() && history < -history_margin() * depth
}

/// Whether late move pruning skips a quiet move that does not give check, either because enough moves came
/// before it or because the move's history is too low.
#[inline]
pub(crate) fn prunes<O: Observation>(
    worker: &Worker<'_, O>,
    node: &Node,
    eval: &StaticEval,
    history: i32,
) -> bool {
    worker.has(Layer::LatePruning)
        && (node.move_number() > enough(node.depth, eval.improving) || has_failed_often(history, node.depth))
}

/// Whether a node that has just pruned a move has searched or pruned enough moves to skip all remaining quiet
/// moves except checks.
#[inline]
pub(crate) fn skips_the_rest<O: Observation>(worker: &Worker<'_, O>, node: &Node, eval: &StaticEval) -> bool {
    worker.has(Layer::LatePruning) && node.move_number() > enough(node.depth, eval.improving)
}
