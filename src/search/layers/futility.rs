//! Futility pruning (`futility`): skip quiet moves if the static evaluation is far below alpha.
//!
//! Previous layer: [`late-pruning`](super::late_pruning). Next layer: [`capture-history`](super::capture_history).
//!
//! **Idea.** In the few plies before the horizon, quiet moves change the static evaluation only by a limited
//! amount. If the static evaluation plus a margin, which grows with the depth, is not above alpha, the node
//! skips the quiet moves that do not give check.
//!
//! **When.** Futility pruning applies below the root, if the side to move is not in check, the move does not
//! give check, and at least one searched move of the node is not a proved loss, by mate or by the tablebases.
//! Depth limit and margin refer to the depth that remains after the usual [late move
//! reduction](super::late_reductions). [`TUNABLES`] lists depth limit and margin.
//!
//! **Where.** Step 7 of [the node](crate::search::negamax).
//!
//! **Risk.** Futility pruning skips quiet moves that gain more than the margin, such as a double attack or a
//! mate threat.
//!
//! **Gain.** The full search scores +14 ± 17 Elo against the same search without `futility` (748 games at
//! 20,000 nodes per move, `network`, UHO openings, 2026-11-27), and +16 ± 24 Elo against it by the clock (200
//! games at 4+0.04, `network`, UHO openings, 2026-11-27). See
//! [experiments](crate::search::experiments#futility).
//!
//! **Source.** Schaeffer, 1986; Heinz, 1998.

use super::LayerInfo;
use crate::{
    chess::score::Score,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables},
};

tunables! {
    /// Depth limit, in plies: quiet moves whose depth after reductions is below this limit can be pruned.
    max_depth = 9, 4..=14, 1;
    /// Margin at depth 0, in centipawns: the largest gain that a quiet move is assumed to bring.
    base = 142, 40..=300, 12;
    /// Additional futility margin, in centipawns per ply of depth after reductions.
    margin = 77, 40..=200, 8;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { static_eval: true, tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// Returns whether futility pruning skips a quiet move that does not give check. `eval` is the static
/// evaluation of the node, and `depth` is the depth of the move after reductions, in plies.
#[inline]
pub(crate) fn prunes<O: Observation>(worker: &Worker<'_, O>, eval: Score, alpha: Score, depth: i32) -> bool {
    worker.has(Layer::Futility) && depth < max_depth() && eval + (margin() * depth + base()) <= alpha
}
