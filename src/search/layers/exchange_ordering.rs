//! SEE move ordering (`exchange-ordering`): try noisy moves that lose material after the quiet moves.
//!
//! Previous layer: [`exchange-pruning`](super::exchange_pruning). Next layer: [`late-reductions`](super::late_reductions).
//!
//! **Idea.** A capture that loses material by [static exchange evaluation](crate::chess::position::see) (SEE) rarely
//! causes a cutoff. Losing captures are tried after the quiet moves, and the quiet moves are generated only
//! after the captures that do not lose material have failed.
//!
//! **When.** The order with losing captures last applies at every main search node below the root in which
//! the side to move is not in check.
//!
//! **Where.** Step 6 of [the node](crate::search::negamax), in the [move picker](crate::search::move_picker).
//!
//! **Risk.** The order of moves does not change the score of an exact set of layers. A good sacrifice is
//! tried late, because SEE counts it as a loss of material.
//!
//! **Gain.** The full search of commit 8fef3bd scores +41 ± 53 Elo against the same search without
//! `exchange-ordering` (120 games at 20,000 nodes per move, `classical`, UHO openings, 2026-11-20). See
//! [experiments](crate::search::experiments#exchange-ordering).
//!
//! **Source.** Counting exchanges is as old as chess programs. Staged move generation comes from Heinz's
//! engine Dark Thought.

use super::LayerInfo;
use crate::{
    chess::position::Position,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation},
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Returns whether the move picker generates moves in stages: noisy moves that do not lose material, quiet
/// moves, noisy moves that lose material.
#[inline]
pub(crate) fn applies<O: Observation>(worker: &Worker<'_, O>, position: &Position) -> bool {
    worker.has(Layer::ExchangeOrdering) && !position.is_check()
}
