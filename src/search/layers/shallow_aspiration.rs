//! Shallower root re-search (`shallow-aspiration`): after a fail high, search the root one ply less deep.
//!
//! Previous layer: [`fail-blend`](super::fail_blend). Next layer: [`quiescence-table`](super::quiescence_table).
//!
//! **Idea.** If the root fails high, one root move is better than expected. A slightly shallower re-search
//! tests with fewer nodes whether the move that failed high is the best.
//!
//! **When.** Each fail high of the root reduces the depth of the re-search by one ply, by up to [`MOST`]
//! plies in total and at most to depth 1. After a fail low of the root, the next re-search has the full
//! depth.
//!
//! **Where.** The [aspiration window](super::aspiration) loop at the root applies the reduction.
//!
//! **Risk.** The reported score can come from a search one or two plies shallower than the reported depth.
//!
//! **Gain.** The three rungs from `draws-ahead` to `quiescence-pruning` together score +47 ± 26 Elo
//! against the rung `deeper-shallower` (400 games at 10,000 nodes per move, `classical`, UHO openings,
//! 2026-11-20). See [experiments](crate::search::experiments#shallow-aspiration).
//!
//! **Source.** Stockfish, Reckless.

use crate::search::{layer::Layer, layers::LayerInfo, node::worker::Worker, observe::observer::Observation};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Aspiration], ..LayerInfo::SELECTIVE };

/// Maximum total reduction of the root re-search after fail highs, in plies.
pub const MOST: i32 = 2;

/// Returns the reduction, in plies, of the root re-search that follows a fail high. `depth` is the depth of
/// the iteration, `before` the reduction of the root search that failed high; both are in plies.
pub(crate) fn plies<O: Observation>(worker: &Worker<'_, O>, depth: i32, before: i32) -> i32 {
    let more = worker.has(Layer::ShallowAspiration) && depth - before > 1 && before < MOST;
    before + i32::from(more)
}
