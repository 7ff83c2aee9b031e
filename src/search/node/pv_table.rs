//! The principal variation, gathered while searching: each node's best line is its best move and that move's best line.

use crate::score::MAX_PLY;

/// The best line of every open node, by ply.
#[derive(Clone, Debug)]
pub struct PvTable<M>(Vec<Vec<M>>);

impl<M: Copy> Default for PvTable<M> {
    fn default() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 2])
    }
}

impl<M: Copy> PvTable<M> {
    /// A node is entered at `ply` and has no line yet.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The best line at `ply` begins with `mv` and goes on as the node below it.
    pub fn raise(&mut self, ply: usize, mv: M) {
        let (here, below) = self.0.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }

    /// The best line of the node searched last at `ply`.
    pub fn at(&self, ply: usize) -> &[M] {
        &self.0[ply]
    }
}
