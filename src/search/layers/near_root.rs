//! Less pruning near the root (`near-root`): no razoring, reverse futility pruning or ProbCut near the
//! root, and smaller late move reductions at the root.
//!
//! **Idea.** A wrong cut costs more the nearer it is to the root: a sacrifice that is wrongly cut near the
//! root hides every line behind it. Pruning near the root also saves few nodes, because few nodes lie near
//! the root. At nodes near the root, therefore, neither the static evaluation alone nor a capture searched to
//! a reduced depth ends a node. Late moves at the root get a smaller reduction.
//!
//! **When.** At plies up to a quarter of the iteration depth, [razoring](super::razoring), [reverse futility
//! pruning](super::reverse_futility) and [ProbCut](super::probcut) are off. At the root, [late move
//! reductions](super::late_reductions) are two plies smaller. [`TUNABLES`] lists the part of the iteration
//! depth and the size of the decrease.
//!
//! **Where.** Steps 5 and 9 of [the node](crate::search::negamax).
//!
//! **Risk.** With `near-root`, each iteration takes more nodes. In a search with few nodes, the nodes near
//! the root are a large part of the tree.
//!
//! **Cost and gain.** The full search with `near-root` scores +11 ± 17 Elo against the full search without it
//! (915 games at 20,000 nodes per move, `network`, UHO openings, 2026-11-22). The rung `near-root` scores −1
//! ± 19 Elo against the rung below, `more-histories` (800 games at 10,000 nodes per move, `classical`, UHO
//! openings, 2026-11-22). With 2,000,000 nodes per position, the search with `near-root` solves 285 of the
//! 300 Win At Chess positions (`Hash` 16 MiB) or 285 (`Hash` 64 MiB). Without `near-root`, the search solves
//! 275 (`Hash` 16 MiB) or 273 (`Hash` 64 MiB). The positions were searched on 2026-11-25.
//!
//! **Tried without success.** An earlier form of `near-root` also turned off [null move
//! pruning](super::null_move) and reduced late moves one ply less at all plies up to a quarter of the
//! iteration depth. Against the full search without `near-root`, the earlier form scored −17 ± 17 Elo (1,000
//! games at 1+0.01, `network`, UHO openings, 2026-11-22, on two cores that also ran compilers) and −14 ± 25
//! Elo (464 games at 20,000 nodes per move, `network`, UHO openings, 2026-11-22). Before these two results,
//! the earlier form had been accepted with +13 ± 21 Elo against the rung `more-histories` (500 games at
//! 30,000 nodes per move, `network`, UHO openings, 2026-11-21) and +14 ± 38 Elo against the full search
//! without `near-root` (174 games at 1+0.01, `network`, UHO openings, 2026-11-22). The earlier form of
//! `near-root` solved 289 of the 300 Win At Chess positions.
//!
//! The search without `near-root` scored +23 ± 20 Elo against the search with it (720 games at 15,000 nodes
//! per move, `network`, mixed openings, 2026-11-23, among [thirty changes in the same
//! games](super#thirty-changes-in-the-same-games)). With 100,000 nodes it solves 239 of the 300 Win At Chess
//! positions instead of 259.
//!
//! A second form of `near-root` turned off only reverse futility pruning, in the first third of the depth,
//! and otherwise equalled the earlier form. The second form of `near-root` scored −2 ± 33 Elo against the
//! full search without `near-root` (200 games at 60,000 nodes per move, `network`, openings not recorded,
//! 2026-11-22).
//!
//! The forms of `near-root` were also compared on 51 positions that the search does not solve reliably with
//! 200,000 nodes. The table shows, for each form, the geometric mean of the nodes to the solution, relative
//! to the search without `near-root`. The limit per position was 2,000,000 nodes; an unsolved position counts
//! as 4,000,000 nodes.
//!
//! | form | nodes |
//! |---|--:|
//! | `near-root` as it is | 0.19 |
//! | null move pruning also off near the root | 0.15 |
//! | null move pruning off and late moves reduced less in the whole first quarter | 0.13 |
//! | ProbCut stays on | 0.26 |
//! | only reverse futility pruning off | 0.32 |
//! | a sixteenth of the depth instead of a quarter | 0.45 |
//!
//! **Source.** The layer `near-root` is original to Glulam; it was found by testing which cuts hide the
//! combinations of the Win At Chess positions.

use super::LayerInfo;
use crate::search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables};

tunables! { "near_root":
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
