//! Deeper and shallower re-search (`deeper-shallower`): set the re-search depth by how far the move failed high.
//!
//! **Idea.** A reduced search that fails high also shows by how much. If the score is far above the best
//! score, the re-search goes one ply deeper. If the score is only slightly above the best score, the
//! re-search is one ply shallower.
//!
//! **When.** The rule applies after a [reduced search](super::late_reductions) has returned a score above
//! alpha. Margins: [`TUNABLES`].
//!
//! **Where.** Step 9 of [the node](crate::search::negamax), in [`zero-window`](super::zero_window), between
//! the reduced search and the re-search.
//!
//! **Risk.** The margin compares the score of a shallow search with scores of deeper searches.
//!
//! **Cost and gain.** This layer was not measured separately. Together with `table-eval` and `hindsight`:
//! −1 ± 26 Elo (400 games at 10,000 nodes per move, `classical`, UHO openings, 2026-11-20).
//!
//! **Tried without success.** Nothing so far.
//!
//! **Source.** Stockfish.

use super::LayerInfo;
use crate::{
    score::Score,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables},
};

tunables! { "zero_window":
    /// Margin in centipawns. If the reduced score exceeds the best score by more, the re-search is one ply
    /// deeper.
    much = 41, 20..=160, 8;
    /// Offset in centipawns. The re-search is one ply shallower if the score exceeds the best score by less
    /// than the depth (one centipawn per ply) plus this offset, as in Stockfish.
    little = -10, -20..=20, 4;
}

/// Declares this layer's properties for the options, the pages and `explain`.
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
