//! Check extension (`check-evasion`): extend the search by one ply at the horizon if the side to move is in
//! check.
//!
//! Previous layer: [`deeper-table`](super::deeper_table). Next layer: [`null-move`](super::null_move).
//!
//! **Idea.** A position in check cannot be evaluated before the check is answered. With the side to move in
//! check, the search therefore goes one ply beyond the horizon.
//!
//! **When.** The check extension applies at depth 0 or less, if the side to move is in check. The check
//! extension repeats on the next ply only if the evasion itself gives check. The ply limit
//! [`MAX_PLY`](crate::chess::score::MAX_PLY) also ends a series of check extensions.
//!
//! **Where.** Step 2 of [the node](crate::search::negamax), before [`quiescence`](super::quiescence).
//!
//! **Risk.** Low: a series of evasions that themselves give check can make one variation very long.
//!
//! **Gain.** The rung `check-evasion` scores +2 ± 21 Elo against the rung below, `deeper-table` (200
//! games at 20,000 nodes per move, `material`, openings not recorded, 2026-11-20). See
//! [experiments](crate::search::experiments#check-evasion).
//!
//! **Source.** Nearly every program since the 1970s has a check extension; `check-evasion` is the mildest
//! form.

use super::LayerInfo;
use crate::{
    chess::position::Position,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation},
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo::SELECTIVE;

/// Returns the depth to which the node is searched, in plies: 1 ply if `depth` is 0 or less and the side to
/// move is in check, otherwise `depth`.
#[inline]
pub(crate) fn depth<O: Observation>(worker: &Worker<'_, O>, position: &Position, depth: i32) -> i32 {
    if depth <= 0 && worker.has(Layer::CheckEvasion) && position.is_check() { 1 } else { depth }
}
