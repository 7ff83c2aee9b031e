//! Self-play data: quiet positions with game results, and whole games with scores in about two bytes per ply.

pub mod packed;
pub mod quiet_positions;
pub mod self_play;

use crate::search::Limits;

/// Hard node limit of a search, as a multiple of its soft limit.
const HARD_LIMIT_FACTOR: u64 = 8;

/// Limits of a search that starts no new iteration after `nodes` nodes.
fn limits(nodes: u64) -> Limits {
    Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD_LIMIT_FACTOR)),
        ..Limits::default()
    }
}
