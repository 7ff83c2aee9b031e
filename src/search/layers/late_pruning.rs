//! Late move pruning, LMP (`late-pruning`): near the horizon, skip quiet moves that come late.
//!
//! **Idea.** If the move order is good, a late quiet move almost always fails low. Near the horizon, a node
//! therefore skips all remaining quiet moves once it has searched a certain number of moves. A node near the
//! horizon also skips a quiet move that has failed often before.
//!
//! **When.** Below the root, not in check, and only after a searched move has scored better than getting
//! mated. A move that gives check is never pruned. The number of moves to search grows with the depth squared
//! and is halved if the static evaluation is not improving. [`TUNABLES`] lists the numbers.
//!
//! **Where.** Step 7 of [the node](crate::search::negamax).
//!
//! **Risk.** A strong quiet move that comes late is found only at a depth at which the number of moves to
//! search includes it. To limit this risk, late move pruning never skips a check.
//!
//! **Cost and gain.** The full search with late move pruning scores +151 ± 30 Elo against the full search
//! without it (400 games at 10,000 nodes per move, `classical`, UHO openings, 2026-11-20). The rungs
//! `late-pruning` and `futility` together gain +82 ± 27 Elo against `late-reductions` (400 games at 10,000
//! nodes per move, `classical`, UHO openings, 2026-11-20).
//!
//! **Tried without success.** With `late-pruning` below `exchange` on the ladder, the rung `late-pruning`
//! scored −101 ± 27 Elo (400 games at 10,000 nodes per move, `classical`, 2026-11-20). Without SEE ordering,
//! losing captures are tried before the quiet moves and count towards the number of moves to search.
//!
//! **Source.** Glaurung (Romstad) and Fruit (Letouzey), about 2005.
//!
//! ```
//! use glulam::search::layers::late_pruning::enough;
//!
//! // The number of moves to search grows quickly with the depth.
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
    /// Late move pruning starts after `enough_base` + depth² searched moves, or half as many if the static
    /// evaluation is not improving.
    enough_base = 5, 1..=12, 1;
    /// Threshold of history pruning, in history units per ply of depth: a quiet move is pruned if its history
    /// is below minus threshold times depth.
    history_margin = 2250, 200..=6000, 200;
    /// Depth in plies below which quiet moves with a bad history are pruned.
    history_depth = 4, 2..=10, 1;
}

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo { static_eval: true, tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// Number of searched moves after which a node at this depth skips the remaining quiet moves.
pub fn enough(depth: i32, improving: bool) -> usize {
    ((enough_base() + depth * depth) / if improving { 1 } else { 2 }).unsigned_abs() as usize
}

/// Whether the history of a quiet move is bad enough to prune the move at this depth.
fn has_failed_often(history: i32, depth: i32) -> bool {
    depth < history_depth() && history < -history_margin() * depth
}

/// Whether late move pruning skips a quiet move: because of its place in the move order or because of its
/// history.
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

/// Whether the node has searched enough moves to skip all remaining quiet moves except checks.
#[inline]
pub(crate) fn skips_the_rest<O: Observation>(worker: &Worker<'_, O>, node: &Node, eval: &StaticEval) -> bool {
    worker.has(Layer::LatePruning)
        && eval.value.is_some()
        && node.tried >= enough(node.depth, eval.improving).max(1)
        && !node.best.is_loss()
}
