//! How the trees of a block grow with their depth.
//!
//! Sums over positions can be compared only if they are over the same ones. So a rung has a sum for a depth only if it reached that depth
//! on every position of the block; where one would have taken too many nodes, its growth ends.

use std::time::Duration;

use super::{
    ladder::Block,
    oracle::{minimal, width},
    tally::{Counts, Stage},
};

/// One rung at one depth, over all positions of its block.
#[derive(Clone, Debug)]
pub struct Growth {
    /// The name of the rung.
    pub rung: String,
    /// The depth.
    pub depth: i32,
    /// The iterations of this depth, added up.
    pub counts: Counts,
    /// Nodes of these and of all iterations before, where the rung deepens.
    pub nodes: u64,
    /// The time to reach the depth.
    pub time: Duration,
    /// How many times the nodes of the depth before.
    pub ebf_ratio: Option<f64>,
}

/// The growth of every rung, from the least depth to the greatest that it reached everywhere.
#[must_use]
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
            all.push(Growth {
                rung: step.rung.clone(),
                depth,
                counts,
                nodes: stages.iter().map(|stage| stage.nodes).sum(),
                time: stages.iter().map(|stage| stage.time).sum(),
                ebf_ratio,
            });
        }
    }
    all
}

/// The leaves of Knuth and Moore's minimal trees of every depth of `block`, added up over its positions, with the widths that minimax
/// has met in `measured`, a block over the same positions. Nothing if minimax was not run on all of them.
#[must_use]
pub fn minimal_trees(block: &Block, measured: &Block) -> Vec<(i32, u64)> {
    let widths: Option<Vec<f64>> = measured.entries.iter().map(|entry| width(&entry.rows)).collect();
    let Some(widths) = widths.filter(|widths| !widths.is_empty()) else { return Vec::new() };
    (1..=block.depth).map(|depth| (depth, widths.iter().map(|width| minimal(*width, depth)).sum())).collect()
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
        assert_eq!(minimal_trees(&blocks[1], &blocks[0])[..2], [(1, 22), (2, 43)]);
        assert!(minimal_trees(&blocks[0], &blocks[1]).is_empty(), "no minimax, no width");
        let top = exact.iter().filter(|growth| growth.rung == "mate-distance");
        assert_eq!(top.map(|growth| growth.depth).collect::<Vec<_>>(), [1, 2, 3, 4]);
    }
}
