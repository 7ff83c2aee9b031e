//! Shallower root re-search (`shallow-aspiration`): after a fail high, search the root one ply less deep.
//!
//! **Idea.** A score above the aspiration window depends on one move. A slightly shallower search confirms
//! that move as well.
//!
//! **When.** Each fail high at the root reduces the depth by one ply, by up to [`MOST`] plies in total. After
//! a fail low, the root is searched to full depth again.
//!
//! **Where.** At the root, inside the [aspiration windows](super::aspiration).
//!
//! **Risk.** The reported score can come from a search one or two plies shallower than the reported depth.
//!
//! **Cost and gain.** The rungs from `draws-ahead` to `quiescence-pruning` together gain +47 ± 26 Elo (400
//! games at 10,000 nodes per move, `classical`, UHO openings, 2026-11-20). The layer `shallow-aspiration` was
//! not measured separately.
//!
//! **Tried without success.** Nothing so far.
//!
//! **Source.** Stockfish, Reckless.

use crate::search::{layer::Layer, layers::LayerInfo, node::worker::Worker, observe::observer::Observation};

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Aspiration], ..LayerInfo::SELECTIVE };

/// Maximum reduction at the root after fail highs, in plies.
pub const MOST: i32 = 2;

/// New reduction of the root search after a fail high, in plies. `before` is the previous reduction.
pub(crate) fn plies<O: Observation>(worker: &Worker<'_, O>, depth: i32, before: i32) -> i32 {
    let more = worker.has(Layer::ShallowAspiration) && depth - before > 1 && before < MOST;
    before + i32::from(more)
}
