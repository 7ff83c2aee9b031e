//! Deeper and shallower re-search (`deeper-shallower`): set the re-search depth by how far the reduced search
//! exceeded the best score.
//!
//! Previous layer: [`hindsight`](super::hindsight). Next layer: [`repetition-ahead`](super::repetition_ahead).
//!
//! **Idea.** A reduced search that fails high returns a score that shows how good the move is. If the score
//! of the reduced search is far above the best score of the node so far, the re-search goes one ply deeper.
//! If the score of the reduced search is only slightly above the best score, the re-search is one ply
//! shallower.
//!
//! **When.** The re-search depth can change after a [reduced search](super::late_reductions) has returned a
//! score above alpha. In a non-PV node, no re-search follows if its depth would not exceed the depth of the
//! reduced search. Margins: [`TUNABLES`].
//!
//! **Where.** Step 9 of [the node](crate::search::negamax), in [`zero-window`](super::zero_window), between
//! the reduced search and the re-search.
//!
//! **Risk.** The rule compares the score of a reduced search with the best score of the node, which comes
//! from deeper searches.
//!
//! **Gain.** The layers `table-eval`, `hindsight` and `deeper-shallower` together score −1 ± 26 Elo
//! against the rung `correction` (400 games at 10,000 nodes per move, `classical`, UHO openings,
//! 2026-11-20). See [experiments](crate::search::experiments#deeper-shallower).
//!
//! **Source.** Stockfish changes the re-search depth in the same way.

use super::LayerInfo;
use crate::{
    chess::score::Score,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables},
};

tunables! {
    /// Margin in centipawns: the re-search is one ply deeper if the reduced search's score exceeds the best
    /// score by more.
    much = 36, 20..=160, 8;
    /// Offset in centipawns: the re-search is one ply shallower if the reduced search's score exceeds the
    /// best score by less than the depth (one centipawn per ply) plus this offset, as in Stockfish.
    little = -6, -20..=20, 4;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo {
    needs: &[Layer::ZeroWindow, Layer::LateReductions],
    tunables: &TUNABLES,
    ..LayerInfo::SELECTIVE
};

/// Returns the change of the re-search depth in plies: −1, 0 or 1. `score` is the score of the reduced
/// search, `best` the best score of the node so far, and `depth` the full depth of the move.
pub(crate) fn change<O: Observation>(worker: &Worker<'_, O>, score: Score, best: Score, depth: i32) -> i32 {
    if !worker.has(Layer::DeeperShallower) {
        return 0;
    }
    i32::from(score > best + much()) - i32::from(score < best + (depth + little()))
}
