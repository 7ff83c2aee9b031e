//! Internal iterative reductions, IIR (`internal-reduction`): reduce the depth of nodes without a TT move.
//!
//! **Idea.** A node without a TT move was not important enough for an earlier search, and its moves are
//! searched in a poor order. A search that is one ply shallower costs less and leaves a TT move for the next
//! visit.
//!
//! **When.** The reduction applies at PV nodes from depth [`MIN_DEPTH`] on, and at expected cut nodes from
//! twice that depth on. Expected all-nodes and the root are never reduced.
//!
//! **Where.** At the end of step 5 of [the node](crate::search::negamax).
//!
//! **Risk.** A new node that matters is searched one ply too shallow until the next iteration.
//!
//! **Cost and gain.** This layer was not measured separately. Together with `singular` and `probcut`, against
//! `histories`: +26 ± 28 Elo (400 games at 10,000 nodes per move, `classical`, UHO openings, 2026-11-20).
//! Other engines: +5 to +13 Elo (self-reported).
//!
//! **Tried without success.** Nothing so far.
//!
//! **Source.** Ed Schröder's Rebel. In Stockfish, IIR replaced internal iterative deepening (an extra search
//! for a TT move) in 2020.

use super::LayerInfo;
use crate::search::{
    layer::Layer,
    node::worker::Worker,
    observe::observer::Observation,
    types::node_type::{Kind, NodeType},
};

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::TableMove], ..LayerInfo::SELECTIVE };

/// Lowest depth, in plies, at which PV nodes are reduced; expected cut nodes are reduced from twice this
/// depth.
pub const MIN_DEPTH: i32 = 3;

/// Returns the depth of a node without a TT move: one ply less if the reduction applies, otherwise `depth`.
#[inline]
pub(crate) fn depth<N: NodeType, O: Observation>(worker: &Worker<'_, O>, depth: i32) -> i32 {
    let due = match N::KIND {
        Kind::Pv => depth >= MIN_DEPTH,
        Kind::Cut => depth >= 2 * MIN_DEPTH,
        Kind::All => false,
    };
    depth - i32::from(due && !N::ROOT && worker.has(Layer::InternalReduction))
}
