//! `exchange-ordering`: captures that lose the exchange are tried after the quiet moves.
//!
//! *Idea.* A capture that loses material by [static exchange evaluation](crate::position::see) seldom refutes anything. The
//! quiet moves come first, and they are generated only once the other captures have failed.
//!
//! *Source.* Counting exchanges is as old as chess programs; staged generation: Heinz's Dark Thought.
//!
//! *When.* At every node that is not in check.
//!
//! *Where.* Step 6 of [the node](crate::search::negamax), in the [move picker](crate::search::move_picker).
//!
//! *Risk.* None for the score. A sacrifice is tried late.
//!
//! *Cost and gain.* +41 ± 53 (120 games at 20,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search against
//! itself without the layer).
//!
//! *Tried and lost.* Nothing yet.

use super::LayerInfo;
use crate::{
    position::Position,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation},
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Whether the moves of a node come in stages: captures that do not lose, quiet moves, captures that lose.
#[inline]
pub(crate) fn applies<O: Observation>(worker: &Worker<'_, O>, position: &Position) -> bool {
    worker.has(Layer::ExchangeOrdering) && !position.is_check()
}
