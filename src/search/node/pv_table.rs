//! Table of principal variations (PV), collected during the search: the PV of a node is its best move
//! followed by the PV of the position after its best move.

use crate::chess::score::MAX_PLY;

/// Principal variation of every node on the search path, by ply.
#[derive(Clone, Debug)]
pub struct PvTable<M>(Vec<Vec<M>>);

impl<M: Copy> Default for PvTable<M> {
    fn default() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 2])
    }
}

impl<M: Copy> PvTable<M> {
    /// Clears the principal variation at `ply`; called when the search enters a node at `ply`.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the principal variation at `ply` to `mv` followed by the principal variation at `ply + 1`.
    pub fn raise(&mut self, ply: usize, mv: M) {
        let (here, below) = self.0.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }

    /// Returns the principal variation of the node last entered at `ply`; its first move is the node's best
    /// move. The principal variation is empty if no move of the node has raised alpha.
    pub fn at(&self, ply: usize) -> &[M] {
        &self.0[ply]
    }
}
