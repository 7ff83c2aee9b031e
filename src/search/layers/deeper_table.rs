//! Deeper TT entries (`deeper-table`): accept TT entries of a greater depth than required.
//!
//! Previous layer: [`quiescence`](super::quiescence). Next layer: [`check-evasion`](super::check_evasion).
//!
//! **Idea.** A TT entry from a deeper search than required is more accurate than required, so its bound may
//! also end the node.
//!
//! **When.** `deeper-table` has the same conditions as [`table`](super::table), except that the TT entry may
//! have a greater depth than required.
//!
//! **Where.** Step 3 of [the node](crate::search::negamax), the TT probe, applies `deeper-table`.
//!
//! **Risk.** The score of a node may come from a deeper search than minimax would make. `deeper-table` is
//! therefore the first use of the TT that is selective.
//!
//! **Gain.** The rung `deeper-table` scores +7 ± 19 Elo against the rung below, `quiescence` (200 games
//! at 20,000 nodes per move, `material`, 8moves openings, 2026-11-20). See
//! [experiments](crate::search::experiments#deeper-table).
//!
//! **Source.** The use of deeper TT entries is as old as transposition tables.

use super::LayerInfo;
use crate::search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tt::entry::TtEntry};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Table], ..LayerInfo::SELECTIVE };

/// Returns whether the layer `deeper-table` is on and the depth of the TT entry is at least `depth`, in
/// plies.
#[inline]
pub(crate) fn suffices<O: Observation>(worker: &Worker<'_, O>, entry: &TtEntry, depth: i32) -> bool {
    worker.has(Layer::DeeperTable) && entry.depth >= depth
}
