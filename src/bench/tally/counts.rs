//! What is counted, and the shares that follow from it.

use std::ops::AddAssign;

/// What happened in one iteration, or in several added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes entered below the root.
    pub nodes: u64,
    /// Those of them inside quiescence, below the horizon.
    pub qnodes: u64,
    /// Leaves of the main search.
    pub leaves: u64,
    /// Nodes, the root included, whose moves were all searched.
    pub expanded: u64,
    /// The moves searched there.
    pub expanded_moves: u64,
    /// Nodes ended by a move that reached beta.
    pub cuts: u64,
    /// Those of them ended by the first move.
    pub first_cuts: u64,
    /// The sum of the cutting moves' indices, from 1.
    pub cut_index_sum: u64,
    /// How many cuts were made by the first, the second, the third, the fourth to sixth, and by a later move.
    pub cut_indices: [u64; 5],
    /// Questions to the table.
    pub probes: u64,
    /// Questions to which it knew the position.
    pub hits: u64,
    /// Those of them deep enough to end the node, if their score had lain outside the window.
    pub usable_hits: u64,
    /// Nodes ended by what the table knew.
    pub table_cuts: u64,
    /// Entries written into the table.
    pub stores: u64,
    /// Those of them that threw another position out.
    pub replacements: u64,
    /// Hits whose move is not legal in the position: another position has the same key.
    pub collisions: u64,
    /// Nodes below the root whose value lay inside the window.
    pub pv_nodes: u64,
    /// Those whose value reached beta.
    pub cut_nodes: u64,
    /// Those whose value did not exceed alpha.
    pub all_nodes: u64,
    /// Nodes expected to be cut.
    pub expected_cut_nodes: u64,
    /// Those of them whose value did not exceed alpha.
    pub wrong_cut_nodes: u64,
}

impl Counts {
    /// The effective branching factor: the width of an even tree of `depth` plies with as many nodes.
    pub fn branching_factor(&self, depth: i32) -> f64 {
        (self.nodes as f64).powf(1.0 / f64::from(depth.max(1)))
    }

    /// Cuts by the first move, in percent of all cuts; `None` without cuts.
    pub fn cut_first_pct(&self) -> Option<f64> {
        ratio(self.first_cuts, self.cuts).map(|share| share * 100.0)
    }

    /// The mean index of the cutting move; 1 is perfect.
    pub fn mean_cut_index(&self) -> Option<f64> {
        ratio(self.cut_index_sum, self.cuts)
    }

    /// Positions the table knew, in percent of those it was asked about.
    pub fn table_hit_pct(&self) -> Option<f64> {
        ratio(self.hits, self.probes).map(|share| share * 100.0)
    }

    /// Positions it knew deep enough to end the node, in percent of those it was asked about.
    pub fn table_usable_pct(&self) -> Option<f64> {
        ratio(self.usable_hits, self.probes).map(|share| share * 100.0)
    }

    /// Nodes the table ended, in percent of those it was asked about.
    pub fn table_cut_pct(&self) -> Option<f64> {
        ratio(self.table_cuts, self.probes).map(|share| share * 100.0)
    }

    /// Nodes expected to be cut that failed low, in percent of all expected to be; `None` without expectations.
    pub fn wrong_cut_pct(&self) -> Option<f64> {
        ratio(self.wrong_cut_nodes, self.expected_cut_nodes).map(|share| share * 100.0)
    }

    /// The mean number of moves at the expanded nodes: in minimax, the mean width of the tree.
    pub fn mean_moves(&self) -> Option<f64> {
        ratio(self.expanded_moves, self.expanded)
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Self) {
        self.nodes += more.nodes;
        self.qnodes += more.qnodes;
        self.leaves += more.leaves;
        self.expanded += more.expanded;
        self.expanded_moves += more.expanded_moves;
        self.cuts += more.cuts;
        self.first_cuts += more.first_cuts;
        self.cut_index_sum += more.cut_index_sum;
        for (sum, more) in self.cut_indices.iter_mut().zip(more.cut_indices) {
            *sum += more;
        }
        self.probes += more.probes;
        self.hits += more.hits;
        self.usable_hits += more.usable_hits;
        self.table_cuts += more.table_cuts;
        self.stores += more.stores;
        self.replacements += more.replacements;
        self.collisions += more.collisions;
        self.pv_nodes += more.pv_nodes;
        self.cut_nodes += more.cut_nodes;
        self.all_nodes += more.all_nodes;
        self.expected_cut_nodes += more.expected_cut_nodes;
        self.wrong_cut_nodes += more.wrong_cut_nodes;
    }
}
