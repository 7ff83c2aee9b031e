//! Check extension (`check-evasion`): extend the search by one ply at the horizon if the side to move is in
//! check.
//!
//! **Idea.** A position in check cannot be evaluated before the check is answered. With the side to move in
//! check, the search therefore goes one ply beyond the horizon.
//!
//! **When.** The check extension applies at depth 0 or less, if the side to move is in check. The check
//! extension repeats on the next ply only if the evasion itself gives check. The ply limit
//! [`MAX_PLY`](crate::score::MAX_PLY) also ends a series of check extensions.
//!
//! **Where.** Step 2 of [the node](crate::search::negamax), before [`quiescence`](super::quiescence).
//!
//! **Risk.** Low: a series of evasions that themselves give check can make one variation very long.
//!
//! **Cost and gain.** At depth 6 the last iteration of the rung `check-evasion` visits 0.97 times as many
//! nodes as that of the rung below, `deeper-table` (geometric mean over the 50 bench positions, evaluator
//! `material`): without the check extension, quiescence search has to search all evasions itself. In games
//! the rung `check-evasion` scores +2 ± 21 Elo against `deeper-table` (200 games at 20,000 nodes per move,
//! `material`, openings not recorded, 2026-11-20, before the retuning).
//!
//! **Tried without success.** A check extension of one ply after every check that does not lose material, at
//! any depth, scored 0 ± 30 Elo against the search without this extension (300 games at 10,000 nodes per
//! move, `classical`, openings not recorded, 2026-11-20, before the retuning). The extension at any depth
//! found no additional mates. See also the
//! [changes tried in the same games](super#thirty-changes-in-the-same-games).
//!
//! **Source.** Nearly every program since the 1970s has a check extension; `check-evasion` is the mildest
//! form.

use super::LayerInfo;
use crate::{
    position::Position,
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
