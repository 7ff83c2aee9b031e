//! A rung over all positions.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Kinds, Rates, TableWork, layers, name};
use crate::{
    bench::{
        ladder::Block,
        totals::{Total, totals},
    },
    json::{millis, rounded},
};

/// One rung over all positions of a block: sums, and geometric means of the positions' ratios in the last iteration.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RungTotal {
    /// `exact` or `selective`.
    pub block: &'static str,
    /// The depth of the block.
    pub depth: i32,
    /// Its name.
    pub rung: String,
    /// Its layers, in ladder order.
    pub layers: Vec<&'static str>,
    /// Whether it must have minimax's scores.
    pub exact: bool,
    /// Positions on which it was run to the end; everything below is of these.
    pub positions: usize,
    /// Nodes of all iterations.
    pub nodes: u64,
    /// Nodes of the last iterations, as all counts below but time and speed.
    pub last_nodes: u64,
    /// Leaves of the main search.
    pub leaves: u64,
    /// Nodes inside quiescence.
    pub qnodes: u64,
    /// The time of all iterations.
    pub time_ms: u64,
    /// Nodes a second, over all iterations.
    pub nps: u64,
    /// The effective branching factor, geometric mean.
    pub ebf: Option<f64>,
    /// How many times the nodes of the depth before, if that was searched as well.
    pub ebf_ratio: Option<f64>,
    /// What the moves' order and the table gave.
    #[serde(flatten)]
    pub rates: Rates,
    /// What the nodes turned out to be.
    #[serde(flatten)]
    pub kinds: Kinds,
    /// What the table did.
    #[serde(flatten)]
    pub table: TableWork,
    /// Times fewer nodes than the rung below.
    pub fewer_than_below: Option<f64>,
    /// Times fewer nodes than minimax.
    pub fewer_than_minimax: Option<f64>,
    /// Leaves for each leaf of the oracle's tree.
    pub leaves_per_oracle: Option<f64>,
    /// The oracle's leaves in percent of the leaves visited: 100 is perfect ordering.
    pub efficiency_pct: Option<f64>,
    /// Cuts by the first, the second, the third, the fourth to sixth, and by a later move.
    pub cut_indices: [u64; 5],
    /// Positions with minimax's score, or that of the lowest exact rung that was run; null for selective rungs.
    pub agreeing: Option<usize>,
    /// Positions with another best move than that rung's.
    pub other_moves: Option<usize>,
}

impl RungTotal {
    pub(super) fn of_block(block: &Block) -> Vec<Self> {
        totals(block).into_iter().map(|total| Self::new(block, total)).collect()
    }

    fn new(block: &Block, total: Total) -> Self {
        let last = (total.positions > 0).then_some(&total.last);
        Self {
            block: name(block.kind),
            depth: block.depth,
            layers: layers(total.algorithm),
            exact: total.exact,
            positions: total.positions,
            nodes: total.nodes,
            last_nodes: total.last.nodes,
            leaves: total.last.leaves,
            qnodes: total.last.qnodes,
            time_ms: millis(total.time),
            nps: total.nps(),
            ebf: rounded(total.ebf),
            ebf_ratio: rounded(total.ebf_ratio),
            rates: Rates::new(&total.last),
            kinds: Kinds::new(last),
            table: TableWork::new(total.algorithm, last, total.full_permille),
            efficiency_pct: rounded(total.efficiency().map(|share| 100.0 * share)),
            fewer_than_below: rounded(total.fewer_than_below),
            fewer_than_minimax: rounded(total.fewer_than_minimax),
            leaves_per_oracle: rounded(total.leaves_per_oracle),
            cut_indices: total.last.cut_indices,
            agreeing: total.agreeing,
            other_moves: total.other_moves,
            rung: total.rung,
        }
    }
}
