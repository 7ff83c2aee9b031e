//! `deeper-table`: a stored value of a greater depth is used as well.
//!
//! *Idea.* A deeper search of the same position knows more, so its bound may end the node too.
//!
//! *Source.* As old as transposition tables.
//!
//! *When.* Where [`table`](super::table) would end a node, had the entry the depth asked for.
//!
//! *Where.* Step 3 of [the node](crate::search::negamax).
//!
//! *Risk.* The score is no longer that of the depth asked for: the first use of the table that is selective.
//!
//! *Cost and gain.* At depth 6 1.00 of the nodes of the rung below (geometric mean of the 50 bench positions); +7 ± 19 (200
//! games at 20,000 nodes a move, 8moves openings, `material`, 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.

use super::LayerInfo;
use crate::search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tt::entry::TtEntry};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Table], ..LayerInfo::SELECTIVE };

/// Whether the entry is deep enough for a search to `depth`.
#[inline]
pub(crate) fn suffices<O: Observation>(worker: &Worker<'_, O>, entry: &TtEntry, depth: i32) -> bool {
    worker.has(Layer::DeeperTable) && entry.depth >= depth
}
