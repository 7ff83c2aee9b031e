//! Internal iterative reductions, IIR (`internal-reduction`): reduce the depth of nodes without a TT move.
//!
//! Previous layer: [`continuation-history`](super::continuation_history). Next layer: [`singular`](super::singular).
//!
//! **Idea.** A node without a TT move was not important enough for an earlier search, and its moves are
//! searched in a poor order. A search of the node that is one ply shallower costs less and can leave a TT
//! move for the next visit of the node.
//!
//! **When.** Nodes without a TT move are reduced by one ply: PV nodes from depth [`MIN_DEPTH`] on, and
//! expected cut nodes from twice that depth on. Expected all nodes, the root, and the node of a singular
//! search are never reduced.
//!
//! **Where.** At the end of step 5 of [the node](crate::search::negamax).
//!
//! **Risk.** An important node that is searched for the first time is searched one ply less deeply until the
//! next iteration.
//!
//! **Gain.** The layers `internal-reduction`, `singular` and `probcut` together score +26 ± 28 Elo
//! against the rung `histories` (400 games at 10,000 nodes per move, `classical`, UHO openings,
//! 2026-11-20). See [experiments](crate::search::experiments#internal-reduction).
//!
//! **Source.** Internal iterative reductions come from Ed Schröder's engine Rebel. In Stockfish, IIR replaced
//! internal iterative deepening (an extra search for a TT move) in 2020.

use shakmaty::Move;

use super::LayerInfo;
use crate::search::{
    layer::Layer,
    node::worker::{At, Worker},
    observe::observer::Observation,
    types::node_type::{NodeKind, NodeType},
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::TableMove], ..LayerInfo::SELECTIVE };

/// Lowest depth, in plies, at which PV nodes without a TT move are reduced; expected cut nodes are reduced
/// from twice this depth on.
pub const MIN_DEPTH: i32 = 3;

/// Returns the depth to which the node is searched: one ply less than `at.depth` if the node has no TT move
/// and the reduction applies, otherwise `at.depth`.
#[inline]
pub(crate) fn depth<N: NodeType, O: Observation>(
    worker: &Worker<'_, O>,
    at: At<'_>,
    table_move: Option<Move>,
) -> i32 {
    let due = match N::KIND {
        NodeKind::Pv => at.depth >= MIN_DEPTH,
        NodeKind::Cut => at.depth >= 2 * MIN_DEPTH,
        NodeKind::All => false,
    };
    let reduced = due
        && !N::ROOT
        && table_move.is_none()
        && worker.stack[at.ply].excluded.is_none()
        && worker.has(Layer::InternalReduction);
    at.depth - i32::from(reduced)
}
