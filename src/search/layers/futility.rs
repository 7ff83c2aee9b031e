//! Futility pruning (`futility`): skip quiet moves if the static evaluation is far below alpha.
//!
//! **Idea.** Near the horizon a few quiet moves change the static evaluation only by a limited amount. If the
//! static evaluation plus a margin, which grows with the depth, is not above alpha, the node skips its quiet
//! moves.
//!
//! **When.** Futility pruning applies below the root, if the side to move is not in check, the move does not
//! give check, and at least one searched move of the node does not lose by mate. Depth limit and margin use
//! the depth after the usual [late move reduction](super::late_reductions): [`TUNABLES`].
//!
//! **Where.** Step 7 of [the node](crate::search::negamax).
//!
//! **Risk.** A quiet move that makes a double attack or threatens mate can gain more than the margin.
//!
//! **Cost and gain.** Full search against the full search without the layer: +23 ± 47 Elo (120 games at
//! 20,000 nodes per move, `classical`, UHO openings, 2026-11-20). Together with `late-pruning`, against
//! `late-reductions`: +82 ± 27 Elo (400 games at 10,000 nodes per move, `classical`, UHO openings,
//! 2026-11-20).
//!
//! **Tried without success.** Pruning moves that give check as well: −20 ± 42 Elo (160 games). That variant
//! missed short mates.
//!
//! **Source.** Schaeffer, 1986; Heinz, 1998.

use super::LayerInfo;
use crate::{
    score::Score,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables},
};

tunables! { "futility":
    /// Depth limit, in plies: moves with a lower depth after reductions can be pruned.
    max_depth = 9, 4..=14, 1;
    /// Margin at depth 0, in centipawns: the largest gain assumed for a quiet move.
    base = 135, 40..=300, 12;
    /// Additional margin, in centipawns per ply of depth after reductions.
    margin = 86, 40..=200, 8;
}

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo { static_eval: true, tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// Returns whether a quiet move is pruned; `depth` is its depth in plies after reductions.
#[inline]
pub(crate) fn prunes<O: Observation>(worker: &Worker<'_, O>, eval: Score, alpha: Score, depth: i32) -> bool {
    worker.has(Layer::Futility) && depth < max_depth() && eval + (margin() * depth + base()) <= alpha
}
