//! Self-play data: quiet positions with results, and whole games with scores in about two bytes per ply.

pub mod packed;
pub mod quiet_positions;
pub mod self_play;

use crate::search::Limits;

/// A search may visit so many times its soft limit before it is cut off.
const HARD_LIMIT_FACTOR: u64 = 8;

/// The limits of a search that begins no depth after so many nodes.
fn limits(nodes: u64) -> Limits {
    Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD_LIMIT_FACTOR)),
        ..Limits::default()
    }
}
