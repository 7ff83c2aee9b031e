//! The ladder summed up: one line a rung over all positions.
//!
//! Sums of nodes are led by the few largest positions. How much a rung saves is therefore told by the geometric mean of
//! the positions' ratios, in which each position counts alike and "half" and "twice" cancel out. Only positions on which both
//! rungs were run enter a ratio.

use std::time::Duration;

use super::{
    ladder::{Block, Entry, Row},
    measure::Measured,
    tally::Counts,
    verdict::{agrees, reference},
};
use crate::search::{Algorithm, nodes_per_second};

/// One rung over all positions of a block.
#[derive(Clone, Debug)]
pub struct Total {
    /// The name of the rung.
    pub rung: String,
    /// What it is.
    pub algorithm: Algorithm,
    /// Whether its scores must be minimax's.
    pub exact: bool,
    /// Positions on which it was run to the end.
    pub positions: usize,
    /// Nodes over all iterations.
    pub nodes: u64,
    /// The time they took.
    pub time: Duration,
    /// The last iterations, added up.
    pub last: Counts,
    /// How full the table was in the end, in thousandths, mean over the positions; `None` of none.
    pub full_permille: Option<f64>,
    /// The effective branching factor of the last iterations, geometric mean.
    pub ebf: Option<f64>,
    /// How many times the nodes of the depth before the last iteration has, geometric mean: the branching factor as it is felt.
    pub ebf_ratio: Option<f64>,
    /// Positions with the score of the reference; `None` for a rung that need not have it.
    pub agreeing: Option<usize>,
    /// Positions with another best move than the reference's; `None` without a reference.
    pub other_moves: Option<usize>,
    /// How many times fewer nodes the last iteration has than that of the rung below, geometric mean.
    pub fewer_than_below: Option<f64>,
    /// How many times fewer than minimax's, geometric mean.
    pub fewer_than_minimax: Option<f64>,
    /// Leaves for each leaf of the oracle's tree, geometric mean: 1 is perfect ordering.
    pub leaves_per_oracle: Option<f64>,
}

impl Total {
    /// Nodes a second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }

    /// The oracle's leaves for each leaf visited: 1 is perfect ordering.
    #[must_use]
    pub fn efficiency(&self) -> Option<f64> {
        self.leaves_per_oracle.map(f64::recip)
    }
}

/// The totals of a block, lowest rung first.
#[must_use]
pub fn totals(block: &Block) -> Vec<Total> {
    (0..block.steps.len()).map(|index| total(block, index)).collect()
}

fn total(block: &Block, index: usize) -> Total {
    let step = &block.steps[index];
    let runs = || block.entries.iter().filter_map(|entry| entry.rows[index].measured.as_ref());
    let mut last = Counts::default();
    runs().for_each(|run| last += run.last);
    let full: Vec<_> = runs().map(|run| f64::from(run.full_permille)).collect();
    let minimax = block.steps.iter().position(|step| step.algorithm == Algorithm::Minimax);
    Total {
        rung: step.rung.clone(),
        algorithm: step.algorithm,
        exact: step.is_exact(),
        positions: runs().count(),
        nodes: runs().map(|run| run.nodes).sum(),
        time: runs().map(|run| run.time).sum(),
        last,
        full_permille: (!full.is_empty()).then(|| full.iter().sum::<f64>() / full.len() as f64),
        ebf: geometric_mean(runs().map(|run| run.last.branching_factor(block.depth))),
        ebf_ratio: geometric_mean(
            block.entries.iter().filter_map(|entry| ebf_ratio(&entry.rows[index], block.depth)),
        ),
        agreeing: step.is_exact().then(|| {
            block.entries.iter().filter(|entry| agrees(&entry.rows[index], &entry.rows) == Some(true)).count()
        }),
        other_moves: other_moves(block, index),
        fewer_than_below: index.checked_sub(1).and_then(|below| fewer(block, below, index)),
        fewer_than_minimax: minimax.and_then(|minimax| fewer(block, minimax, index)),
        leaves_per_oracle: geometric_mean(
            block.entries.iter().filter_map(|entry| efficiency(&entry.rows[index], entry)).map(f64::recip),
        ),
    }
}

/// How many times the nodes of the depth before a rung's iteration of this depth has; `None` if it was not searched to both.
#[must_use]
pub fn ebf_ratio(row: &Row, depth: i32) -> Option<f64> {
    let nodes = |depth| row.stage(depth).map(|stage| stage.counts.nodes as f64);
    nodes(depth - 1).filter(|before| *before > 0.0).and_then(|before| Some(nodes(depth)? / before))
}

/// The oracle's leaves for each leaf that a rung visited on a position; `None` if either is unknown, or there was no leaf.
#[must_use]
pub fn efficiency(row: &Row, entry: &Entry) -> Option<f64> {
    let leaves = row.measured.as_ref()?.last.leaves;
    let oracle = entry.oracle_leaves?;
    (leaves > 0 && oracle > 0).then(|| oracle as f64 / leaves as f64)
}

fn other_moves(block: &Block, index: usize) -> Option<usize> {
    let pairs = block.entries.iter().filter_map(|entry| {
        let own = entry.rows[index].measured.as_ref()?;
        Some(own.best != reference(&entry.rows)?.measured.as_ref()?.best)
    });
    let (compared, others) =
        pairs.fold((0, 0), |(all, others), other| (all + 1, others + usize::from(other)));
    (compared > 0).then_some(others)
}

/// How many times fewer nodes the rung at `index` has than the one at `other`.
fn fewer(block: &Block, other: usize, index: usize) -> Option<f64> {
    let nodes = |row: &Row| row.measured.as_ref().map(|run: &Measured| run.last.nodes as f64);
    geometric_mean(
        block
            .entries
            .iter()
            .filter_map(|entry| Some(nodes(&entry.rows[other])? / nodes(&entry.rows[index])?)),
    )
}

/// `None` of nothing. A value that has no logarithm, as of a position without a move, is left out.
pub(super) fn geometric_mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<_> = values.filter(|value| value.is_normal()).map(f64::ln).collect();
    (!logarithms.is_empty()).then(|| (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{
        Case,
        ladder::{Kind, run},
        plan::Plan,
        verdict::judge,
    };

    #[test]
    fn in_the_geometric_mean_half_and_twice_cancel_out() {
        let mean = geometric_mean([0.5, 2.0, 0.0].into_iter()).expect("two values");
        assert!((mean - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean(std::iter::empty()), None);
    }

    #[test]
    fn the_ladder_on_the_first_position_is_a_proof_and_shrinks_upwards() {
        let case = Case { id: "start".into(), position: crate::position::Position::start() };
        let plan = Plan { depth: 3, selective_depth: 3, megabytes: 4, ..Plan::default() };
        let blocks = run(&plan, &[case], || ()).expect("four megabytes");
        assert_eq!(blocks.iter().map(|block| block.kind).collect::<Vec<_>>(), [Kind::Exact, Kind::Selective]);
        assert!(judge(blocks.iter().flat_map(|block| &block.entries)).holds());

        let exact = totals(&blocks[0]);
        assert_eq!((exact[0].rung.as_str(), exact[0].nodes), ("minimax", 9_322));
        assert_eq!(exact[0].fewer_than_below, None);
        assert!(exact[1].fewer_than_below.is_some_and(|times| times > 2.0), "{:?}", exact[1]);
        assert_eq!(exact[1].fewer_than_below, exact[1].fewer_than_minimax);
        assert!(exact[0].leaves_per_oracle > exact[1].leaves_per_oracle);
        assert_eq!(blocks[0].entries[0].minimal_tree_leaves.map(|leaves| leaves / 100), Some(5));
        assert_eq!(totals(&blocks[1])[0].rung, "captures-first");
    }

    #[test]
    fn what_is_too_large_is_not_run_nor_is_anything_below_it() {
        let case = Case { id: "start".into(), position: crate::position::Position::start() };
        let plan = Plan { depth: 4, max_nodes: 10_000, megabytes: 4, ..Plan::default() };
        let block = run(&Plan { selective_depth: 2, ..plan }, &[case], || ()).expect("memory").swap_remove(0);
        let run: Vec<_> = block.entries[0].rows.iter().map(|row| row.measured.is_some()).collect();
        assert!(!run[0] && run[run.len() - 1], "minimax is given up, the top is not");
        assert!(run.is_sorted(), "{run:?}");
        assert_eq!(block.entries[0].minimal_tree_leaves, None);
    }
}
