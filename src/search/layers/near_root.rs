//! Less pruning near the root (`near-root`): no razoring, reverse futility pruning or ProbCut near the
//! root, and smaller late move reductions at the root.
//!
//! Previous layer: [`fail-low-credit`](super::fail_low_credit). Next layer: [`pv-history`](super::pv_history).
//!
//! **Idea.** A wrong cut costs more the nearer it is to the root: a sacrifice that is wrongly cut near the
//! root hides every line behind it. Pruning near the root also saves few nodes, because few nodes lie near
//! the root. At nodes near the root, therefore, neither the static evaluation alone nor a capture searched to
//! a reduced depth ends a node. Late moves at the root get a smaller reduction.
//!
//! **When.** At plies up to a quarter of the iteration depth, [razoring](super::razoring), [reverse futility
//! pruning](super::reverse_futility) and [ProbCut](super::probcut) are off. At the root, [late move
//! reductions](super::late_reductions) are about two plies smaller. [`TUNABLES`] lists the part of the iteration
//! depth and the size of the decrease.
//!
//! **Where.** Steps 5 and 9 of [the node](crate::search::negamax).
//!
//! **Risk.** With `near-root`, each iteration takes more nodes. In a search with few nodes, the nodes near
//! the root are a large part of the tree.
//!
//! **Gain.** The full search scores +11 ± 17 Elo against the full search without `near-root` (915 games
//! at 20,000 nodes per move, `network`, UHO openings, 2026-11-22). See
//! [experiments](crate::search::experiments#near-root).
//!
//! **Source.** The layer `near-root` is original to Glulam; it was found by testing which cuts hide the
//! combinations of the Win At Chess positions.

use super::LayerInfo;
use crate::search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables};

tunables! {
    /// Divisor of the iteration depth: a node counts as near the root if its ply is at most the iteration
    /// depth divided by this number.
    part = 4, 2..=16, 1;
    /// Decrease of the reduction of late moves at the root, in 1/1024 ply.
    at_root = 2008, 0..=4096, 128;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// Whether `ply` is near the root in an iteration of depth `iteration`.
#[inline]
fn is_near(ply: usize, iteration: i32) -> bool {
    ply as i32 * part() <= iteration
}

/// Whether the layer `near-root` is on and turns off razoring, reverse futility pruning and ProbCut at `ply`.
#[inline]
pub(crate) fn applies<O: Observation>(worker: &Worker<'_, O>, ply: usize) -> bool {
    worker.has(Layer::NearRoot) && is_near(ply, worker.iteration)
}

/// Decrease of the reduction of late moves at `ply`, in 1/1024 ply; 0 below the root or if the layer
/// `near-root` is off.
#[inline]
pub(crate) fn spared<O: Observation>(worker: &Worker<'_, O>, ply: usize) -> i32 {
    if ply == 0 && worker.has(Layer::NearRoot) { at_root() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_always_near_and_a_deeper_iteration_has_more_near_plies() {
        let near_plies = |iteration| (0..100).filter(|ply| is_near(*ply, iteration)).count() as i32;
        assert_eq!(near_plies(1), 1);
        assert_eq!(near_plies(20), 1 + 20 / part());
        assert!(near_plies(40) > near_plies(20));
    }
}
