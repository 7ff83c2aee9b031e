//! `engine bench --ladder --json`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    bench::{
        growth::{Growth, MinimalTrees, growth, minimal_trees},
        ladder::{Block, Entry, Row},
        layer_names,
        measure::Measurement,
        plan::Plan,
        tally::{Kinds, Rates, TableWork},
        totals::{Total, ebf_ratio, efficiency, totals},
        verdict,
    },
    json::{Header, millis, rounded},
    score::Score,
};

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
    pub totals: Vec<Total>,
    /// One a rung, block and depth that the rung reached on every position.
    pub growth: Vec<Growth>,
    /// One a block and depth, where minimax was run on every position.
    pub minimal_trees: Vec<MinimalTrees>,
}

impl Ladder {
    /// The record of a run.
    pub(crate) fn new(header: Header, plan: &Plan, blocks: &[Block]) -> Self {
        let is_shown = |depth: i32| depth >= plan.least_depth;
        let trees = blocks.iter().flat_map(|block| minimal_trees(block, &blocks[0]));
        Self {
            header: Header { max_nodes: Some(plan.max_nodes), ..header },
            evaluator: plan.eval.evaluator.name(),
            positions: blocks.iter().flat_map(|block| &block.entries).map(Position::from).collect(),
            totals: blocks.iter().flat_map(totals).map(Total::rounded).collect(),
            growth: blocks.iter().flat_map(growth).filter(|growth| is_shown(growth.depth)).collect(),
            minimal_trees: trees.filter(|trees| is_shown(trees.depth)).collect(),
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
    /// The mean number of legal moves at the inner nodes of minimax's tree.
    pub mean_moves: Option<f64>,
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
            mean_moves: rounded(entry.mean_moves),
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
    /// What the nodes turned out to be.
    #[serde(flatten)]
    pub kinds: Kinds,
    /// What the table did.
    #[serde(flatten)]
    pub table: TableWork,
    /// The oracle's leaves in percent of the leaves visited: 100 is perfect ordering.
    pub efficiency_pct: Option<f64>,
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
            layers: layer_names(row.algorithm.layers()),
            exact: row.exact,
            nodes: run.map(|run| run.nodes),
            last_nodes: last.map(|last| last.nodes),
            leaves: last.map(|last| last.leaves),
            qnodes: last.map(|last| last.qnodes),
            time_ms: run.map(|run| millis(run.time)),
            nps: run.map(Measurement::nps),
            ebf: rounded(last.map(|last| last.branching_factor(entry.depth))),
            ebf_ratio: rounded(ebf_ratio(row, entry.depth)),
            rates: Rates::new(&last.unwrap_or_default()).rounded(),
            kinds: Kinds::new(last.as_ref()).rounded(),
            table: TableWork::new(row.algorithm, last.as_ref(), run.map(|run| f64::from(run.full_permille)))
                .rounded(),
            efficiency_pct: rounded(efficiency(row, entry).map(|share| 100.0 * share)),
            score: run.map(|run| run.score),
            best: run.and_then(|run| run.best.clone()),
            agrees: verdict::agrees(row, &entry.rows),
        }
    }
}
