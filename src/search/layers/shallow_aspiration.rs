//! `shallow-aspiration`: after the root fails high it is searched again a ply less deep.
//!
//! *Idea.* A score above the window depends on one move, and a little less depth confirms that move as well.
//!
//! *Source.* Stockfish, Reckless.
//!
//! *When.* Each time the root fails high, up to [`MOST`] plies less; at the full depth again after it fails low.
//!
//! *Where.* Around the root, inside [`aspiration`](super::aspiration).
//!
//! *Risk.* The answer may come from a depth one or two less than reported.
//!
//! *Cost and gain.* Not measured alone; with the rungs from `draws-ahead` to `quiescence-pruning` +47 ± 26 (400 games at
//! 10,000 nodes a move, `classical`, UHO openings, 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.

use crate::search::{layer::Layer, layers::LayerInfo, node::worker::Worker, observe::observer::Observation};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Aspiration], ..LayerInfo::SELECTIVE };

/// Most plies of reduction after the root has failed high.
pub const MOST: i32 = 2;

/// Plies by which the root is searched less deep after it has failed high; `before` is the value so far.
pub(crate) fn plies<O: Observation>(worker: &Worker<'_, O>, depth: i32, before: i32) -> i32 {
    let more = worker.has(Layer::ShallowAspiration) && depth - before > 1 && before < MOST;
    before + i32::from(more)
}
