//! The ladder depth by depth.

use schemars::JsonSchema;
use serde::Serialize;

use super::name;
use crate::{
    bench::{
        growth::{self, growth, minimal_trees},
        ladder::Block,
    },
    json::rounded,
};

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

impl Growth {
    pub(super) fn of_block(block: &Block, least: i32) -> impl Iterator<Item = Self> {
        let all = growth(block).into_iter().filter(move |growth| growth.depth >= least);
        all.map(|growth| Self::new(name(block.kind), growth))
    }

    fn new(block: &'static str, growth: growth::Growth) -> Self {
        let growth::Growth { rung, depth, counts, nodes, time, ebf_ratio } = growth;
        Self {
            block,
            rung,
            depth,
            nodes,
            last_nodes: counts.nodes,
            leaves: counts.leaves,
            qnodes: counts.qnodes,
            time_us: u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
            ebf_ratio: rounded(ebf_ratio),
            cut_indices: counts.cut_indices,
            table_probes: counts.probes,
            table_hits: counts.hits,
            table_cuts: counts.table_cuts,
        }
    }
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

impl MinimalTrees {
    pub(super) fn of_block(block: &Block, measured: &Block, least: i32) -> impl Iterator<Item = Self> {
        let trees = minimal_trees(block, measured).into_iter().filter(move |(depth, _)| *depth >= least);
        trees.map(|(depth, leaves)| Self { block: name(block.kind), depth, leaves })
    }
}
