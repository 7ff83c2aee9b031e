//! Deeper TT entries (`deeper-table`): accept TT entries of a greater depth than required.
//!
//! **Idea.** A deeper search of the same position is more accurate, so its bound may also end the node.
//!
//! **When.** The same conditions as [`table`](super::table), but the TT entry may have a greater depth than
//! required.
//!
//! **Where.** Step 3 of [the node](crate::search::negamax).
//!
//! **Risk.** The score may come from a deeper search than the required one. `deeper-table` is therefore the
//! first use of the TT that is selective.
//!
//! **Cost and gain.** At depth 6 the last iteration visits 1.00 times the nodes of the rung below,
//! `quiescence` (geometric mean over the 50 bench positions, `material`). Match against `quiescence`:
//! +7 ± 19 Elo (200 games at 20,000 nodes per move, 8moves openings, `material`, 2026-11-20).
//!
//! **Tried without success.** Nothing so far.
//!
//! **Source.** Deeper TT entries are as old as transposition tables.

use super::LayerInfo;
use crate::search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tt::entry::TtEntry};

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Table], ..LayerInfo::SELECTIVE };

/// Returns whether the layer is on and the depth of `entry` is at least `depth`.
#[inline]
pub(crate) fn suffices<O: Observation>(worker: &Worker<'_, O>, entry: &TtEntry, depth: i32) -> bool {
    worker.has(Layer::DeeperTable) && entry.depth >= depth
}
