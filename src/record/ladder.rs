//! `engine bench --ladder --json`.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Header, millis, rounded};
use crate::{
    bench::{
        ladder::{Block, Entry, Kind, Row},
        measure::Measured,
        plan::Plan,
        totals::{Total, ebf_ratio, totals},
        verdict,
    },
    score::Score,
    search::{Algorithm, Layer},
};

mod depths;
mod rates;

pub use depths::{Growth, MinimalTrees};
pub use rates::Rates;

/// The whole run. A position stands in `positions` once for each block, told apart by its depth.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ladder {
    /// Where it was measured.
    pub header: Header,
    /// Who judged.
    pub evaluator: &'static str,
    /// One a position and block.
    pub positions: Vec<Position>,
    /// One a rung and block.
    pub totals: Vec<RungTotal>,
    /// One a rung, block and depth that the rung reached on every position.
    pub growth: Vec<Growth>,
    /// One a block and depth, where minimax was run on every position.
    pub minimal_trees: Vec<MinimalTrees>,
}

impl Ladder {
    /// The record of a run.
    #[must_use]
    pub fn new(header: Header, plan: &Plan, blocks: &[Block]) -> Self {
        Self {
            header: Header { max_nodes: Some(plan.max_nodes), ..header },
            evaluator: plan.evaluator.name(),
            positions: blocks.iter().flat_map(|block| &block.entries).map(Position::from).collect(),
            totals: blocks.iter().flat_map(RungTotal::of_block).collect(),
            growth: blocks.iter().flat_map(|block| Growth::of_block(block, plan.least_depth)).collect(),
            minimal_trees: blocks
                .iter()
                .flat_map(|block| MinimalTrees::of_block(block, &blocks[0], plan.least_depth))
                .collect(),
        }
    }
}

/// One position at one depth.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Position {
    /// Its id.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The depth of all searches.
    pub depth: i32,
    /// One a rung, lowest first.
    pub rungs: Vec<Run>,
    /// Leaves with the best replies of the finished search first.
    pub oracle_leaves: Option<u64>,
    /// Knuth and Moore's minimum with the mean width.
    pub minimal_tree_leaves: Option<u64>,
}

impl From<&Entry> for Position {
    fn from(entry: &Entry) -> Self {
        Self {
            id: entry.id.clone(),
            fen: entry.fen.clone(),
            depth: entry.depth,
            rungs: entry.rows.iter().map(|row| Run::new(row, entry)).collect(),
            oracle_leaves: entry.oracle_leaves,
            minimal_tree_leaves: entry.minimal_tree_leaves,
        }
    }
}

/// One rung on one position. A rung that was not run has its name, its layers, and nulls.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Run {
    /// Its name.
    pub rung: String,
    /// Its layers, in ladder order; none in the two frozen rungs.
    pub layers: Vec<&'static str>,
    /// Whether it must have minimax's score.
    pub exact: bool,
    /// Nodes of all iterations.
    pub nodes: Option<u64>,
    /// Nodes of the last iteration, as all counts below but time and speed.
    pub last_nodes: Option<u64>,
    /// Leaves of the main search.
    pub leaves: Option<u64>,
    /// Nodes inside quiescence.
    pub qnodes: Option<u64>,
    /// The time of all iterations.
    pub time_ms: Option<u64>,
    /// Nodes a second, over all iterations.
    pub nps: Option<u64>,
    /// The effective branching factor: `last_nodes^(1/depth)`.
    pub ebf: Option<f64>,
    /// How many times the nodes of the depth before, if that was searched as well.
    pub ebf_ratio: Option<f64>,
    /// What the moves' order and the table gave.
    #[serde(flatten)]
    pub rates: Rates,
    /// The score.
    pub score: Option<Score>,
    /// The best move.
    pub best: Option<String>,
    /// Whether the score is minimax's, or that of the lowest exact rung that was run; null for selective rungs.
    pub agrees: Option<bool>,
}

impl Run {
    fn new(row: &Row, entry: &Entry) -> Self {
        let run = row.measured.as_ref();
        let last = run.map(|run| run.last);
        Self {
            rung: row.rung.clone(),
            layers: layers(row.algorithm),
            exact: row.exact,
            nodes: run.map(|run| run.nodes),
            last_nodes: last.map(|last| last.nodes),
            leaves: last.map(|last| last.leaves),
            qnodes: last.map(|last| last.qnodes),
            time_ms: run.map(|run| millis(run.time)),
            nps: run.map(Measured::nps),
            ebf: rounded(last.map(|last| last.branching_factor(entry.depth))),
            ebf_ratio: rounded(ebf_ratio(row, entry.depth)),
            rates: Rates::new(&last.unwrap_or_default()),
            score: run.map(|run| run.score),
            best: run.and_then(|run| run.best.clone()),
            agrees: verdict::agrees(row, &entry.rows),
        }
    }
}

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
    /// Times fewer nodes than the rung below.
    pub fewer_than_below: Option<f64>,
    /// Times fewer nodes than minimax.
    pub fewer_than_minimax: Option<f64>,
    /// Leaves for each leaf of the oracle's tree.
    pub leaves_per_oracle: Option<f64>,
    /// Cuts by the first, the second, the third, the fourth to sixth, and by a later move.
    pub cut_indices: [u64; 5],
    /// Positions with minimax's score, or that of the lowest exact rung that was run; null for selective rungs.
    pub agreeing: Option<usize>,
    /// Positions with another best move than that rung's.
    pub other_moves: Option<usize>,
}

impl RungTotal {
    fn of_block(block: &Block) -> Vec<Self> {
        totals(block).into_iter().map(|total| Self::new(block, total)).collect()
    }

    fn new(block: &Block, total: Total) -> Self {
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

/// What a block is called.
const fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Exact => "exact",
        Kind::Selective => "selective",
    }
}

fn layers(algorithm: Algorithm) -> Vec<&'static str> {
    algorithm.layers().iter().map(Layer::name).collect()
}
