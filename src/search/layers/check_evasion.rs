//! Check extension (`check-evasion`): extend the search by one ply at the horizon if the side to move is in check.
//!
//! **Idea.** A position in check cannot be evaluated before the check is answered. The search therefore goes
//! one ply beyond the horizon.
//!
//! **When.** The extension applies at depth 0 or less, if the side to move is in check. The extension repeats
//! only if the evasion itself gives check. The ply limit [`MAX_PLY`](crate::score::MAX_PLY) also ends a
//! series of extensions.
//!
//! **Where.** Step 2 of [the node](crate::search::negamax), before [`quiescence`](super::quiescence).
//!
//! **Risk.** Low: a sequence of evasions that give check makes one variation long.
//!
//! **Cost and gain.** At depth 6 the last iteration visits 0.97 times the nodes of the rung below,
//! `deeper-table` (geometric mean over the 50 bench positions, `material`): without the extension, quiescence
//! search has to search all evasions itself. Match against `deeper-table`: +2 ± 21 Elo (200 games at 20,000
//! nodes per move, `material`, 2026-11-20).
//!
//! **Tried without success.** Extending by one ply every check that does not lose material: 0 ± 30 Elo (300
//! games at 10,000 nodes per move, `classical`, 2026-11-20). That extension found no additional mates.
//!
//! **Source.** Nearly every program since the 1970s has a check extension; `check-evasion` is the mildest
//! form.

use super::LayerInfo;
use crate::{
    position::Position,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation},
};

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo::SELECTIVE;

/// Returns the depth to search to: 1 ply if `depth` is 0 or less and the side to move is in check, otherwise
/// `depth`.
#[inline]
pub(crate) fn depth<O: Observation>(worker: &Worker<'_, O>, position: &Position, depth: i32) -> i32 {
    if depth <= 0 && worker.has(Layer::CheckEvasion) && position.is_check() { 1 } else { depth }
}
