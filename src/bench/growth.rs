//! How the trees of a block grow with their depth.
//!
//! Sums over positions can be compared only if they are over the same ones. So a rung has a sum for a depth only if it reached that depth
//! on every position of the block; where one would have taken too many nodes, its growth ends.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    ladder::Block,
    oracle::{minimal, width},
    tally::{Counts, Stage},
};
use crate::json::rounded;

/// One rung at one depth, over all positions of its block.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Growth {
    /// `exact` or `selective`.
    pub block: &'static str,
    /// Its name.
    pub rung: String,
    /// The depth.
    pub depth: i32,
    /// Nodes to reach this depth: those of all iterations up to it.
    pub nodes: u64,
    /// Nodes of the iteration of this depth, as all counts below but the time.
    pub last_nodes: u64,
    /// Leaves of the main search.
    pub leaves: u64,
    /// Nodes inside quiescence.
    pub qnodes: u64,
    /// The time to reach this depth, in microseconds.
    pub time_us: u64,
    /// How many times the nodes of the depth before.
    pub ebf_ratio: Option<f64>,
    /// Cuts by the first, the second, the third, the fourth to sixth, and by a later move.
    pub cut_indices: [u64; 5],
    /// Questions to the table.
    pub table_probes: u64,
    /// Those it could answer.
    pub table_hits: u64,
    /// Nodes ended by what it knew.
    pub table_cuts: u64,
}

/// Knuth and Moore's minimal trees of one depth.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MinimalTrees {
    /// `exact` or `selective`.
    pub block: &'static str,
    /// The depth.
    pub depth: i32,
    /// Their leaves over all positions, each with the mean width that minimax met there.
    pub leaves: u64,
}

/// The growth of every rung, from the least depth to the greatest that it reached everywhere.
pub fn growth(block: &Block) -> Vec<Growth> {
    let mut all: Vec<Growth> = Vec::new();
    for (index, step) in block.steps.iter().enumerate() {
        let mut before: Option<u64> = None;
        for depth in 1..=block.depth {
            let stages = block.entries.iter().map(|entry| entry.rows[index].stage(depth));
            let Some(stages) = stages.collect::<Option<Vec<Stage>>>() else { continue };
            let mut counts = Counts::default();
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

/// The leaves of Knuth and Moore's minimal trees of every depth of `block`, added up over its positions, with the widths that minimax
/// has met in `measured`, a block over the same positions. Nothing if minimax was not run on all of them.
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
        bench::{Case, ladder::run, plan::Plan},
        position::Position,
    };

    #[test]
    fn minimax_grows_by_the_number_of_moves_and_stops_where_it_is_given_up() {
        let case = Case { id: "start".into(), position: Position::start() };
        let plan = Plan { depth: 4, selective_depth: 3, max_nodes: 10_000, megabytes: 4, ..Plan::default() };
        let blocks = run(&plan, &[case], || ()).expect("four megabytes");
        let exact = growth(&blocks[0]);
        let minimax: Vec<_> = exact.iter().filter(|growth| growth.rung == "minimax").collect();
        let nodes: Vec<_> = minimax.iter().map(|growth| (growth.depth, growth.nodes)).collect();
        assert_eq!(nodes, [(1, 20), (2, 420), (3, 9_322)]);
        assert_eq!(minimax[1].ebf_ratio, Some(21.0));
        let trees =
            minimal_trees(&blocks[1], &blocks[0]).into_iter().map(|trees| (trees.depth, trees.leaves));
        assert_eq!(trees.take(2).collect::<Vec<_>>(), [(1, 22), (2, 43)]);
        assert!(minimal_trees(&blocks[0], &blocks[1]).is_empty(), "no minimax, no width");
        let top = exact.iter().filter(|growth| growth.rung == "mate-distance");
        assert_eq!(top.map(|growth| growth.depth).collect::<Vec<_>>(), [1, 2, 3, 4]);
    }
}
