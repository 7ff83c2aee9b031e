//! `near-root`: what is cut or reduced near the root is lost for the whole tree.
//!
//! *Idea.* The same shortcut costs more the nearer to the root it is taken: a sacrifice that is brushed aside there hides
//! every line behind it, and there are few nodes to save. In the first part of the line the static value alone ends no node,
//! nor do captures tried at less depth, and late moves of the root are searched deeper.
//!
//! *Source.* Ours, found by asking which cuts hide the combinations of Win At Chess.
//!
//! *When.* In the first quarter of the iteration's depth: there [`razoring`](super::razoring),
//! [`reverse-futility`](super::reverse_futility) and [`probcut`](super::probcut) are left out; at the root
//! [`late-reductions`](super::late_reductions) are two plies smaller: [`NUMBERS`].
//!
//! *Where.* Steps 5 and 9 of [the node](crate::search::negamax).
//!
//! *Risk.* Nodes: an iteration is dearer, and at few nodes what is near the root is a large part of the tree.
//!
//! *Cost and gain.* The full search with and without the layer: +11 ± 17 (915 games at 20,000 nodes a move,
//! `network`, UHO openings, 2026-11-22); the rung against `more-histories`: −1 ± 19 (800 games at 10,000 nodes a move,
//! `classical`, likewise). Win At Chess at 2,000,000 nodes: 286 of 300 (`Hash` 16) and 285 (64), without it 278 and 277.
//!
//! *Tried and lost.* [`null-move`](super::null_move) left out as well, and late moves reduced a ply less in all of the first
//! quarter: −17 ± 17 (1,000 games at 1+0.01 on two cores that had compilers beside them) and −14 ± 25 (464 games at 20,000
//! nodes a move), after +13 ± 21 (500 games at 30,000) and +14 ± 38 (174 games at 1+0.01) had let it pass, all 2026-11-22 or
//! the day before, with UHO openings; it solved 289 of Win At Chess. That form with `reverse-futility` alone, in the first
//! third: −2 ± 33 (200 games at 60,000). On 51 positions that are not solved for good at 200,000 nodes the geometric mean
//! of the nodes they take, of 2,000,000 (unsolved: 4,000,000), is 0.19 of that without the layer; without passing as well
//! 0.15, with late moves spared there as well 0.13; with `probcut` kept 0.26, `reverse-futility` alone left out 0.32, a
//! sixteenth of the depth instead of a quarter 0.45.

use crate::search::{layer::Layer, node::worker::Worker, tunable::tunables};

tunables! { "near_root":
    /// Near the root are so many plies as the depth of the iteration divided by this.
    part = 4, 2..=16, 1;
    /// In 1/1024 ply: late moves of the root are reduced by so much less.
    at_root = 2048, 0..=4096, 128;
}

/// Whether `ply` belongs to the first part of an iteration of this depth.
#[inline]
#[must_use]
pub fn is_near(ply: usize, iteration: i32) -> bool {
    ply as i32 * part() <= iteration
}

impl<W> Worker<'_, W> {
    /// Whether under the layer this is too near the root for a node to be ended by its static value.
    #[inline]
    pub(crate) fn is_near_root(&self, ply: usize) -> bool {
        self.layers.has(Layer::NearRoot) && is_near(ply, self.iteration)
    }

    /// By how much less late moves are reduced at `ply`, in 1/1024 ply.
    #[inline]
    pub(crate) fn spared(&self, ply: usize) -> i32 {
        if ply == 0 && self.layers.has(Layer::NearRoot) { at_root() } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_always_near_and_more_plies_are_in_a_deeper_iteration() {
        let near_plies = |iteration| (0..100).filter(|ply| is_near(*ply, iteration)).count() as i32;
        assert_eq!(near_plies(1), 1);
        assert_eq!(near_plies(20), 1 + 20 / part());
        assert!(near_plies(40) > near_plies(20));
    }
}
