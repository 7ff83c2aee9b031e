//! `near-root`: what is cut or reduced near the root is lost for the whole tree.
//!
//! *Idea.* The same shortcut costs more the nearer to the root it is taken: a sacrifice that is brushed aside there hides
//! every line behind it, and there are few nodes to save. In the first part of the line no node ends before its moves
//! have been searched, and late moves, those of the root above all, are searched deeper.
//!
//! *Source.* Ours, found by asking which cuts hide the combinations of Win At Chess.
//!
//! *When.* In the first quarter of the iteration's depth: there [`razoring`](super::razoring),
//! [`reverse-futility`](super::reverse_futility), [`null-move`](super::null_move) and [`probcut`](super::probcut) are left out
//! and [`late-reductions`](super::late_moves) are a ply smaller, at the root two: [`NUMBERS`].
//!
//! *Where.* Steps 5 and 9 of [the node](crate::search::negamax).
//!
//! *Risk.* Nodes: an iteration is dearer, and at few nodes what is near the root is a large part of the tree.
//!
//! *Cost and gain.* The rung against `more-histories`: +13 ± 21 (500 games at 30,000 nodes a move, `network`, UHO openings,
//! 2026-11-21); the full search with and without the layer +14 ± 38 (174 games at 1+0.01).
//! Win At Chess at 2,000,000 nodes: 288 of 300, without it 277; the 58 of them that are not solved for good at 200,000
//! nodes are found with an eighth of the nodes (geometric mean), and Bratko-Kopec stays as it was.
//!
//! *Tried and lost.* On the same 58: `reverse-futility` alone left out solves two less; keeping moves from being skipped as
//! well, reducing sacrifices less everywhere, and distrusting a static value that has just jumped solve no more. Leaving
//! `reverse-futility` alone out of the first third, with the same reductions: −2 ± 33 (200 games at 60,000 nodes).

use crate::search::{layers::Layer, tunable::tunables, worker::Worker};

tunables! {
    /// Near the root are so many plies as the depth of the iteration divided by this.
    part = 4, 2..=16, 1;
    /// In 1/1024 ply: late moves are reduced by so much less there,
    near = 1024, 0..=4096, 128;
    /// and by so much less at the root.
    at_root = 2048, 0..=4096, 128;
}

/// Whether `ply` belongs to the first part of an iteration of this depth.
#[inline]
#[must_use]
pub fn is_near(ply: usize, iteration: i32) -> bool {
    ply as i32 * part() <= iteration
}

impl<W> Worker<'_, W> {
    /// Whether this near the root a node is to be searched and late moves spared, under the layer.
    #[inline]
    pub(crate) fn is_near_root(&self, ply: usize) -> bool {
        self.layers.has(Layer::NearRoot) && is_near(ply, self.iteration)
    }

    /// By how much less late moves are reduced at `ply`, in 1/1024 ply.
    #[inline]
    pub(crate) fn spared(&self, ply: usize) -> i32 {
        match ply {
            _ if !self.is_near_root(ply) => 0,
            0 => at_root(),
            _ => near(),
        }
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
