//! `check-evasion`: no leaf while in check.
//!
//! *Idea.* In check nothing can be said about a position before the check is answered: the horizon is pushed out by one
//! ply.
//!
//! *Source.* The mildest of the check extensions that nearly every program since the 1970s has had.
//!
//! *When.* At the horizon, in check. The extension ends by itself: the ply limit apart, only checks that answer checks
//! go on.
//!
//! *Where.* Step 2 of [the node](crate::search::negamax), before [`quiescence`](super::quiescence).
//!
//! *Risk.* Little: a row of checks makes a line long.
//!
//! *Cost and gain.* At depth 6 0.97 of the nodes of the rung below (geometric mean of the 50 bench positions), where
//! leaving it out costs quiescence all evasions; +2 ± 21 (200 games at 20,000 nodes a move, `material`, 2026-11-20).
//!
//! *Tried and lost.* A ply more for every check that loses nothing: 0 ± 30 (300 games at 10,000 nodes a move,
//! `classical`, 2026-11-20), and no more mates found.

use super::LayerInfo;
use crate::{
    position::Position,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation},
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo::SELECTIVE;

/// The depth to search with where the horizon meets a check.
#[inline]
pub(crate) fn depth<O: Observation>(worker: &Worker<'_, O>, position: &Position, depth: i32) -> i32 {
    if depth <= 0 && worker.has(Layer::CheckEvasion) && position.is_check() { 1 } else { depth }
}
