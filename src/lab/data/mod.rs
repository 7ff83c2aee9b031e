//! Self-play data: quiet positions with game results, and whole games with scores in about two bytes per ply.
//!
//! Games are stored [packed]. For trainers they are exported as positions in [`bulletformat`] or as whole games
//! in [`viriformat`].

pub mod bulletformat;
pub mod packed;
pub mod quiet_positions;
pub mod self_play;
pub mod viriformat;

use crate::search::Limits;

/// Hard node limit of a self-play search, as a multiple of its soft limit.
const HARD_LIMIT_FACTOR: u64 = 8;

/// Returns the limits of a self-play search: it starts no new iteration after `nodes` nodes and stops at
/// eight times as many.
fn limits(nodes: u64) -> Limits {
    Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD_LIMIT_FACTOR)),
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_states_the_hard_limit_of_a_self_play_search() {
        let text = format!("a search never exceeds {HARD_LIMIT_FACTOR}·N nodes.");
        crate::text::assert_states("src/lab/README.md", &text);
    }
}
