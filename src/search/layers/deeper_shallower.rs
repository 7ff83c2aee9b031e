//! `deeper-shallower`: a reduced move that surprises much is searched deeper, one that surprises little less deep.
//!
//! *Idea.* A reduced search that fails high says by how much. A large surprise has earned a ply more in the re-search, a small
//! one a ply less.
//!
//! *Source.* Stockfish.
//!
//! *When.* After a [reduced](super::late_reductions) search has exceeded alpha. Margins: [`TUNABLES`].
//!
//! *Where.* Step 9 of [the node](crate::search::negamax), inside [`zero-window`](super::zero_window).
//!
//! *Risk.* The margin compares a shallow score with deeper ones.
//!
//! *Cost and gain.* Not measured alone; with `table-eval` and `hindsight` −1 ± 26 (400 games at 10,000 nodes a move,
//! `classical`, UHO openings, 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.

use super::LayerInfo;
use crate::{
    score::Score,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables},
};

tunables! { "zero_window":
    /// A reduced move that exceeds the best by so much is searched a ply deeper,
    much = 41, 20..=160, 8;
    /// one that exceeds it by less than the depth and this a ply less deep (Stockfish).
    little = -10, -20..=20, 4;
}

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo {
    needs: &[Layer::ZeroWindow, Layer::LateReductions],
    tunables: &TUNABLES,
    ..LayerInfo::SELECTIVE
};

/// Plies to add to the depth of the re-search, after a reduced search of `depth` found `score` and the best score so far is
/// `best`.
pub(crate) fn change<O: Observation>(worker: &Worker<'_, O>, score: Score, best: Score, depth: i32) -> i32 {
    if !worker.has(Layer::DeeperShallower) {
        return 0;
    }
    i32::from(score > best + much()) - i32::from(score < best + (depth + little()))
}
