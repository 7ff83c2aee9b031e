//! Output record of `engine bench --ladder --json`.

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

/// Output record of a ladder. `positions` contains each position once per block, exact block first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ladder {
    /// Engine, machine and settings of the measurement.
    pub header: Header,
    /// Name of the evaluator.
    pub evaluator: &'static str,
    /// One record per position and block.
    pub positions: Vec<Position>,
    /// One record per rung and block.
    pub totals: Vec<Total>,
    /// One record per block, rung and depth that the rung reached on every position.
    pub growth: Vec<Growth>,
    /// One record per block and depth, if minimax was run on every position.
    pub minimal_trees: Vec<MinimalTrees>,
}

impl Ladder {
    /// Builds the output record of a ladder.
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

/// Results of one position at one depth.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Position {
    /// Id of the position.
    pub id: String,
    /// Position as a FEN.
    pub fen: String,
    /// Depth of all searches, in plies.
    pub depth: i32,
    /// One record per rung, lowest rung first.
    pub rungs: Vec<Run>,
    /// Mean number of legal moves at the inner nodes of minimax's tree.
    pub mean_moves: Option<f64>,
    /// Leaves of the oracle search, which tries the best replies of a finished search first.
    pub oracle_leaves: Option<u64>,
    /// Leaves of Knuth and Moore's minimal tree with `mean_moves` moves per node.
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

/// Result of one rung on one position. If the rung was not run, all measured fields are null.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Run {
    /// Name of the rung.
    pub rung: String,
    /// Layers of the rung, in ladder order; empty for `minimax` and `alpha-beta`.
    pub layers: Vec<&'static str>,
    /// Whether the score must equal minimax's.
    pub exact: bool,
    /// Nodes of all iterations.
    pub nodes: Option<u64>,
    /// Nodes of the last iteration. All fields below except `time_ms` and `nps` refer to the last iteration.
    pub last_nodes: Option<u64>,
    /// Leaves of the main search.
    pub leaves: Option<u64>,
    /// Quiescence nodes.
    pub qnodes: Option<u64>,
    /// Time of all iterations, in milliseconds.
    pub time_ms: Option<u64>,
    /// Nodes per second over all iterations.
    pub nps: Option<u64>,
    /// Effective branching factor: `last_nodes^(1/depth)`.
    pub ebf: Option<f64>,
    /// Nodes of the last depth divided by the nodes of the previous depth; null if that depth was not
    /// searched.
    pub ebf_ratio: Option<f64>,
    /// Quality of the move ordering and hit rates of the transposition table.
    #[serde(flatten)]
    pub rates: Rates,
    /// Nodes by kind.
    #[serde(flatten)]
    pub kinds: Kinds,
    /// Counts of the transposition table.
    #[serde(flatten)]
    pub table: TableWork,
    /// Leaves of the oracle search in percent of the leaves visited; 100 is nearly perfect ordering.
    pub efficiency_pct: Option<f64>,
    /// Score from the side to move's point of view.
    pub score: Option<Score>,
    /// Best move in UCI notation.
    pub best: Option<String>,
    /// Whether the score equals the reference score (minimax, or the lowest exact rung run); null for
    /// selective rungs.
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
