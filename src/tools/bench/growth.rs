//! Growth of the search trees with the depth, for each rung of a block.
//!
//! Sums of two rungs are comparable only if they are over the same positions. A rung therefore has a sum for
//! a depth only if it reached that depth on every position of the block. If a rung exceeds the node limit on
//! one position, its growth ends at the last depth that it finished on every position.

use std::time::Duration;

use serde::Serialize;

use super::{
    ladder::Block,
    oracle::{minimal, width},
    tally::{Iteration, NodeCounts},
};
use crate::support::json::rounded;

/// Sums of one rung at one depth, over all positions of its block.
#[derive(Clone, Debug, Serialize)]
pub struct Growth {
    /// Block of the rung: `exact` or `selective`.
    pub block: &'static str,
    /// Name of the rung.
    pub rung: String,
    /// Depth of the iteration, in plies.
    pub depth: i32,
    /// Nodes of all iterations up to this depth, summed over the positions.
    pub nodes: u64,
    /// Nodes of the iteration at this depth, summed over the positions.
    pub last_nodes: u64,
    /// Leaves of the main search in the iteration at this depth.
    pub leaves: u64,
    /// Quiescence nodes in the iteration at this depth.
    pub qnodes: u64,
    /// Time of all iterations up to this depth, in microseconds.
    pub time_us: u64,
    /// Nodes of the iteration at this depth divided by the nodes of the iteration at the previous depth.
    pub ebf_ratio: Option<f64>,
    /// Beta cutoffs in the iteration at this depth, counted by the index of the cutting move: 1st, 2nd, 3rd,
    /// 4th to 6th, 7th or later.
    pub cut_indices: [u64; 5],
    /// Probes of the transposition table in the iteration at this depth.
    pub table_probes: u64,
    /// Probes in the iteration at this depth that found a TT entry of the position.
    pub table_hits: u64,
    /// Nodes cut off by a TT entry in the iteration at this depth.
    pub table_cuts: u64,
}

/// Leaves of Knuth and Moore's minimal trees of one depth, summed over all positions.
#[derive(Clone, Debug, Serialize)]
pub struct MinimalTrees {
    /// Block of the ladder: `exact` or `selective`.
    pub block: &'static str,
    /// Depth of the trees, in plies.
    pub depth: i32,
    /// Leaves of the minimal trees, one tree per position, summed over all positions. The width of a tree is
    /// the mean number of moves in minimax's tree of the same position.
    pub leaves: u64,
}

/// Returns the growth of every rung's trees: one entry for each depth that the rung reached on all positions
/// of `block`.
pub fn growth(block: &Block) -> Vec<Growth> {
    let mut all: Vec<Growth> = Vec::new();
    for (index, step) in block.steps.iter().enumerate() {
        let mut before: Option<u64> = None;
        for depth in 1..=block.depth {
            let stages = block.entries.iter().map(|entry| entry.rows[index].stage(depth));
            let Some(stages) = stages.collect::<Option<Vec<Iteration>>>() else { continue };
            let mut counts = NodeCounts::default();
            for stage in &stages {
                counts += stage.counts;
            }
            let ebf_ratio =
                before.filter(|before| *before > 0).map(|before| counts.nodes as f64 / before as f64);
            before = Some(counts.nodes);
            let time: Duration = stages.iter().map(|stage| stage.time).sum();
            all.push(Growth {
                block: block.kind.name(),
                rung: step.rung.clone(),
                depth,
                nodes: stages.iter().map(|stage| stage.nodes).sum(),
                last_nodes: counts.nodes,
                leaves: counts.leaves,
                qnodes: counts.qnodes,
                time_us: u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
                ebf_ratio: rounded(ebf_ratio),
                cut_indices: counts.cut_indices,
                table_probes: counts.probes,
                table_hits: counts.hits,
                table_cuts: counts.table_cuts,
            });
        }
    }
    all
}

/// Returns the leaves of Knuth and Moore's minimal trees for every depth of `block`, summed over its
/// positions.
///
/// The width of each tree is the mean number of moves in minimax's tree in `measured`, a block over the same
/// positions. The result is empty if `measured` has no minimax or minimax finished no depth on one of the
/// positions.
pub fn minimal_trees(block: &Block, measured: &Block) -> Vec<MinimalTrees> {
    let widths: Option<Vec<f64>> = measured.entries.iter().map(|entry| width(&entry.rows)).collect();
    let Some(widths) = widths.filter(|widths| !widths.is_empty()) else { return Vec::new() };
    let tree = |depth| {
        let leaves = widths.iter().map(|width| minimal(*width, depth)).sum();
        MinimalTrees { block: block.kind.name(), depth, leaves }
    };
    (1..=block.depth).map(tree).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{position::Position, positions::Case},
        tools::bench::{ladder::run, plan::LadderPlan},
    };

    #[test]
    fn minimax_grows_by_the_number_of_moves_until_it_exceeds_the_node_limit() {
        let case = Case { id: "start".into(), position: Position::start() };
        let plan = LadderPlan {
            depth: 4,
            selective_depth: 3,
            max_nodes: 10_000,
            megabytes: 4,
            ..LadderPlan::default()
        };
        let blocks = run(&plan, &[case], || ()).expect("four megabytes");
        let exact = growth(&blocks[0]);
        let minimax: Vec<_> = exact.iter().filter(|growth| growth.rung == "minimax").collect();
        let nodes: Vec<_> = minimax.iter().map(|growth| (growth.depth, growth.nodes)).collect();
        assert_eq!(nodes, [(1, 20), (2, 420), (3, 9_322)]);
        assert_eq!(minimax[1].ebf_ratio, Some(21.0));
        let trees =
            minimal_trees(&blocks[1], &blocks[0]).into_iter().map(|trees| (trees.depth, trees.leaves));
        assert_eq!(trees.take(2).collect::<Vec<_>>(), [(1, 22), (2, 43)]);
        assert!(
            minimal_trees(&blocks[0], &blocks[1]).is_empty(),
            "the width is known only if minimax was run"
        );
        let top = exact.iter().filter(|growth| growth.rung == "mate-distance");
        assert_eq!(top.map(|growth| growth.depth).collect::<Vec<_>>(), [1, 2, 3, 4]);
    }
}
