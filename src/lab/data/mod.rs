//! Self-play data: quiet positions with results, and whole games with scores in about two bytes per ply.

pub mod packed;
pub mod quiet_positions;
pub mod self_play;
