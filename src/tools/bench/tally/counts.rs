//! Counts of a search, and percentages computed from them.

use std::{ops::AddAssign, slice};

use bytemuck::{Pod, Zeroable, cast_slice, cast_slice_mut};

/// Counts of one iteration, or sums over several iterations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct NodeCounts {
    /// Nodes of the main search and of quiescence search, without the root.
    pub nodes: u64,
    /// Quiescence nodes; they are also part of `nodes`.
    pub qnodes: u64,
    /// Nodes of the main search that are not searched further, because the depth is used up or the game is
    /// over. Quiescence nodes are not counted.
    pub leaves: u64,
    /// Nodes, including the root, that ended after their last move, without a beta cutoff.
    pub expanded: u64,
    /// Moves searched at the expanded nodes.
    pub expanded_moves: u64,
    /// Beta cutoffs: nodes ended by a move whose score reached beta.
    pub cuts: u64,
    /// Beta cutoffs caused by the first move tried.
    pub first_cuts: u64,
    /// Sum over all beta cutoffs of the index of the move that caused the cutoff, counted from 1.
    pub cut_index_sum: u64,
    /// Beta cutoffs, counted by the index of the move that caused them: 1st, 2nd, 3rd, 4th to 6th, 7th or
    /// later.
    pub cut_indices: [u64; 5],
    /// Probes of the transposition table.
    pub probes: u64,
    /// TT probes that found an entry of the position.
    pub hits: u64,
    /// TT hits whose entry is deep enough for a cutoff; the bound of the entry can still prevent the cutoff.
    pub usable_hits: u64,
    /// Nodes cut off by a TT entry.
    pub table_cuts: u64,
    /// Entries written to the transposition table.
    pub stores: u64,
    /// Number of TT entries written over an entry of another position.
    pub replacements: u64,
    /// TT hits at which the search read the stored move and found it illegal, because another position has
    /// the same key. The move is not read if the entry ends the node or if the layer `table-move` is off.
    pub collisions: u64,
    /// Nodes below the root whose value is inside the search window.
    pub pv_nodes: u64,
    /// Nodes below the root whose value is at least beta of the search window (cut nodes, fail high).
    pub cut_nodes: u64,
    /// Nodes below the root whose value is at most alpha of the search window (all nodes, fail low).
    pub all_nodes: u64,
    /// Nodes that the search expected to be cut nodes.
    pub expected_cut_nodes: u64,
    /// Nodes that the search expected to be cut nodes, but whose value is at most alpha.
    pub wrong_cut_nodes: u64,
}

impl NodeCounts {
    /// Returns the effective branching factor: the `depth`-th root of the node count.
    pub fn branching_factor(&self, depth: i32) -> f64 {
        (self.nodes as f64).powf(1.0 / f64::from(depth.max(1)))
    }

    /// Returns the mean number of moves at the expanded nodes; for minimax this is the mean width of the
    /// tree.
    pub fn mean_moves(&self) -> Option<f64> {
        ratio(self.expanded_moves, self.expanded)
    }
}

/// Returns `part` in percent of `whole`; `None` if `whole` is 0.
pub(super) fn percent(part: u64, whole: u64) -> Option<f64> {
    ratio(part, whole).map(|share| share * 100.0)
}

/// Returns `part` divided by `whole`; `None` if `whole` is 0.
pub(super) fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

impl AddAssign for NodeCounts {
    fn add_assign(&mut self, more: Self) {
        let sums: &mut [u64] = cast_slice_mut(slice::from_mut(self));
        for (sum, more) in sums.iter_mut().zip(cast_slice::<_, u64>(&[more])) {
            *sum += *more;
        }
    }
}
