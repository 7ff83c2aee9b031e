//! Output record of `engine bench --ladder --json`.

use serde::Serialize;

use crate::{
    chess::score::Score,
    support::json::{Header, millis, rounded},
    tools::bench::{
        growth::{Growth, MinimalTrees, growth, minimal_trees},
        ladder::{Block, LadderEntry, Row},
        layer_names,
        measure::Measurement,
        plan::LadderPlan,
        tally::{Kinds, Rates, TableWork},
        totals::{RungTotal, ebf_ratio, efficiency, totals},
        verdict,
    },
};

/// Output record of a ladder. The field `positions` contains each position once per block: first all
/// positions of the exact block, then all positions of the selective block.
#[derive(Clone, Debug, Serialize)]
pub struct Ladder {
    /// Engine, machine and settings of the measurement.
    pub header: Header,
    /// Name of the evaluator of all rungs except `network`.
    pub evaluator: &'static str,
    /// Results on single positions, one record per position and block.
    pub positions: Vec<LadderPosition>,
    /// Totals over all positions, one record per rung and block.
    pub totals: Vec<RungTotal>,
    /// Growth of the trees with the depth: one record per block, rung, and depth that the rung reached on
    /// every position; with `--depth A-B`, only from depth A.
    pub growth: Vec<Growth>,
    /// Leaves of the minimal trees: one record per block and depth; with `--depth A-B`, only from depth A.
    /// Empty if minimax was not run, or finished no depth on one of the positions.
    pub minimal_trees: Vec<MinimalTrees>,
}

impl Ladder {
    /// Builds the output record of a ladder.
    pub(crate) fn new(header: Header, plan: &LadderPlan, blocks: &[Block]) -> Self {
        let is_shown = |depth: i32| depth >= plan.least_depth;
        let trees = blocks.iter().flat_map(|block| minimal_trees(block, &blocks[0]));
        Self {
            header: Header { max_nodes: Some(plan.max_nodes), ..header },
            evaluator: plan.eval.evaluator.name(),
            positions: blocks.iter().flat_map(positions).collect(),
            totals: blocks.iter().flat_map(totals).collect(),
            growth: blocks.iter().flat_map(growth).filter(|growth| is_shown(growth.depth)).collect(),
            minimal_trees: trees.filter(|trees| is_shown(trees.depth)).collect(),
        }
    }
}

/// Results of all rungs of a block on one position.
#[derive(Clone, Debug, Serialize)]
pub struct LadderPosition {
    /// Id of the position.
    pub id: String,
    /// Position as a FEN.
    pub fen: String,
    /// Block of the rungs: `exact` or `selective`.
    pub block: &'static str,
    /// Depth of all searches, in plies.
    pub depth: i32,
    /// Results on this position, one record per rung, lowest rung first.
    pub rungs: Vec<LadderRun>,
    /// Mean number of legal moves at the inner nodes of minimax's tree.
    pub mean_moves: Option<f64>,
    /// Leaves of the oracle search without TT cutoffs and mate distance pruning. The oracle first tries the
    /// best move that a finished search found at each node.
    pub oracle_leaves: Option<u64>,
    /// Leaves of Knuth and Moore's minimal tree with `mean_moves` moves per node.
    pub minimal_tree_leaves: Option<u64>,
}

fn positions(block: &Block) -> impl Iterator<Item = LadderPosition> {
    block.entries.iter().map(|entry| LadderPosition {
        id: entry.id.clone(),
        fen: entry.fen.clone(),
        block: block.kind.name(),
        depth: entry.depth,
        rungs: entry.rows.iter().map(|row| LadderRun::new(row, entry)).collect(),
        mean_moves: rounded(entry.mean_moves),
        oracle_leaves: entry.oracle_leaves,
        minimal_tree_leaves: entry.minimal_tree_leaves,
    })
}

/// Result of one rung on one position. If the rung was not run or was abandoned, all measured fields are
/// null.
#[derive(Clone, Debug, Serialize)]
pub struct LadderRun {
    /// Name of the rung.
    pub rung: String,
    /// Layers of the rung, in ladder order; empty for `minimax` and `alpha-beta`.
    pub layers: Vec<&'static str>,
    /// Whether the rung is exact, so that its score must equal minimax's score.
    pub exact: bool,
    /// Nodes of all iterations.
    pub nodes: Option<u64>,
    /// Nodes of the last iteration. Except `time_ms`, `nps` and `table_full_permille`, all counts and
    /// percentages in the fields after `last_nodes` also refer to the last iteration.
    pub last_nodes: Option<u64>,
    /// Leaves of the main search in the last iteration.
    pub leaves: Option<u64>,
    /// Quiescence nodes in the last iteration.
    pub qnodes: Option<u64>,
    /// Time of all iterations, in milliseconds.
    pub time_ms: Option<u64>,
    /// Nodes per second over all iterations.
    pub nps: Option<u64>,
    /// Effective branching factor: `last_nodes^(1/depth)`.
    pub ebf: Option<f64>,
    /// Nodes of the last depth divided by the nodes of the previous depth; null if the previous depth was not
    /// searched.
    pub ebf_ratio: Option<f64>,
    /// Quality of the move ordering and hit rates of the transposition table in the last iteration.
    #[serde(flatten)]
    pub rates: Rates,
    /// Number of nodes of each kind (pv, cut, all) in the last iteration.
    #[serde(flatten)]
    pub kinds: Kinds,
    /// Transposition table counts of the last iteration: probes, hits, cutoffs and stores.
    #[serde(flatten)]
    pub table: TableWork,
    /// Leaves of the oracle search that has TT cutoffs and mate distance pruning exactly if the rung has them.
    pub oracle_leaves: Option<u64>,
    /// Leaves of that oracle search in percent of the leaves that the rung visited; 100 means nearly perfect
    /// move ordering.
    pub efficiency_pct: Option<f64>,
    /// Score from the side to move's point of view.
    pub score: Option<Score>,
    /// Best move in UCI notation.
    pub best: Option<String>,
    /// Whether the score of this run equals the reference score of the same position. The reference score
    /// is minimax's score or, without a finished minimax search, the score of the lowest exact rung that
    /// finished. Null for selective rungs.
    pub agrees: Option<bool>,
}

impl LadderRun {
    fn new(row: &Row, entry: &LadderEntry) -> Self {
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
            rates: Rates::new(&last.unwrap_or_default()),
            kinds: Kinds::new(last.as_ref()),
            table: TableWork::new(row.algorithm, last.as_ref(), run.map(|run| f64::from(run.full_permille))),
            oracle_leaves: row.oracle_leaves,
            efficiency_pct: rounded(efficiency(row).map(|share| 100.0 * share)),
            score: run.map(|run| run.displayed),
            best: run.and_then(|run| run.best.clone()),
            agrees: verdict::agrees(row, &entry.rows),
        }
    }
}
