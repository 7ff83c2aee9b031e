//! The ladder (`engine bench --ladder`): measures the rungs on the same positions.
//!
//! The measurement has two blocks, each with its own depth. The exact block contains the exact rungs, at a
//! depth that minimax can reach. On each position all exact rungs must return the same score
//! ([`verdict`](super::verdict)); their best moves and node counts may differ. The selective block contains
//! the selective rungs, and for comparison the exact rungs except minimax and alpha-beta, at a greater depth
//! (by default), where selective layers take effect.
//!
//! A search that exceeds [`LadderPlan::max_nodes`] nodes on a position is abandoned and shown as not run. On each
//! position the rungs are run from the last to the first. If the search of a rung exceeds the node limit at a
//! depth, the rungs with a subset of that rung's layers are not run at that depth or deeper, because the
//! trees of such rungs are usually larger still. The rung `network` has another evaluator, so its node limit
//! does not affect other rungs.
//!
//! The node counts at smaller depths come from the iterations of iterative deepening. For a rung of the exact
//! block without iterative deepening, the node counts at smaller depths come from separate searches to those
//! depths.

pub mod report;

use std::time::Duration;

use super::{
    measure::{MeasuredRun, Measurement, Meter},
    oracle::{Oracle, minimal_leaves, width},
    plan::{LadderPlan, PlanStep},
    tally::{Iteration, NodeCounts},
};
use crate::{
    chess::positions::Case,
    search::{Algorithm, LayerSet, Setup, tt::table::OutOfMemory},
};

/// Kind of a block of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// Exact rungs, whose scores must equal minimax's score.
    Exact,
    /// Selective rungs, whose scores may differ from minimax's score, and for comparison the exact rungs
    /// except minimax and alpha-beta.
    Selective,
}

impl BlockKind {
    /// Returns the name of the block in the JSON output.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Selective => "selective",
        }
    }
}

/// Block of the ladder: rungs that are measured on the same positions to the same depth.
#[derive(Clone, Debug)]
pub struct Block {
    /// Kind of the block: exact or selective.
    pub kind: BlockKind,
    /// Depth of all searches of the block, in plies.
    pub depth: i32,
    /// Rungs of the block, lowest first.
    pub steps: Vec<PlanStep>,
    /// Results of all rungs of the block, one entry per position.
    pub entries: Vec<LadderEntry>,
}

/// Results of all rungs of a block on one position.
#[derive(Clone, Debug, Default)]
pub struct LadderEntry {
    /// Id of the position.
    pub id: String,
    /// Position as a FEN.
    pub fen: String,
    /// Depth of the searches, in plies.
    pub depth: i32,
    /// Results on this position, one per rung, lowest rung first.
    pub rows: Vec<Row>,
    /// Mean number of legal moves at the inner nodes of minimax's tree, at the greatest depth that minimax
    /// reached on this position; `None` if minimax reached no depth.
    pub mean_moves: Option<f64>,
    /// Leaves of the oracle search without TT cutoffs and mate distance pruning. The oracle first tries the
    /// best move of an earlier search at every node. `None` in the selective block, or if the oracle search
    /// exceeded [`LadderPlan::max_nodes`] nodes.
    pub oracle_leaves: Option<u64>,
    /// Leaves of Knuth and Moore's minimal tree with `mean_moves` moves per node; `None` if minimax was not
    /// run or was abandoned on this position.
    pub minimal_tree_leaves: Option<u64>,
}

/// Result of one rung on one position.
#[derive(Clone, Debug)]
pub struct Row {
    /// Name of the rung.
    pub rung: String,
    /// Search algorithm of the rung: minimax, alpha-beta, or a set of layers.
    pub algorithm: Algorithm,
    /// Whether the rung is exact, so that its score must equal minimax's score.
    pub exact: bool,
    /// Measurement of the rung at the depth of the block; `None` if the search was not run or was abandoned.
    pub measured: Option<Measurement>,
    /// Finished iterations of the rung on this position, in order of depth, at most one per depth.
    pub stages: Vec<Iteration>,
    /// Leaves of the oracle search that has TT cutoffs and mate distance pruning exactly if the rung has them;
    /// `None` in the selective block, or if a search exceeded [`LadderPlan::max_nodes`] nodes.
    pub oracle_leaves: Option<u64>,
}

impl Row {
    /// Returns the iteration at `depth`, or `None` if the rung did not finish that depth. If the game is over
    /// in the position, all counts are zero.
    pub fn stage(&self, depth: i32) -> Option<Iteration> {
        let game_over = self.measured.is_some() && self.stages.is_empty();
        let empty_stage =
            || Iteration { depth, counts: NodeCounts::default(), nodes: 0, time: Duration::ZERO };
        self.stages.iter().find(|stage| stage.depth == depth).copied().or_else(|| game_over.then(empty_stage))
    }
}

/// Measures all blocks of `plan` on `cases` and calls `done` after each position of each block.
///
/// # Errors
/// [`OutOfMemory`] if the transposition table cannot be allocated.
pub fn run(plan: &LadderPlan, cases: &[Case], mut done: impl FnMut()) -> Result<Vec<Block>, OutOfMemory> {
    let setup = Setup { eval: plan.eval.clone(), ..Setup::default() };
    let meter = Meter::new(plan.megabytes, setup, plan.max_nodes)?.repeating(plan.repeat);
    let mut blocks = plan.blocks();
    for block in &mut blocks {
        for case in cases {
            block.entries.push(entry(&meter, block, case));
            done();
        }
    }
    Ok(blocks)
}

fn entry(meter: &Meter, block: &Block, case: &Case) -> LadderEntry {
    let mut rows = Vec::new();
    let mut aborted: Vec<(Algorithm, i32)> = Vec::new();
    let mut oracle =
        (block.kind == BlockKind::Exact).then(|| Oracle::new(meter, case, &block.steps, block.depth));
    for step in block.steps.iter().rev() {
        let larger = aborted.iter().filter(|(upper, _)| is_below(step.algorithm, *upper));
        let too_deep = larger.map(|(_, depth)| *depth).min().unwrap_or(i32::MAX);
        let MeasuredRun { measured, stages } = measure_step(meter, block, case, step, too_deep);
        if measured.is_none() && step.evaluator.is_none() {
            aborted.push((step.algorithm, stages.last().map_or(1, |stage| stage.depth + 1)));
        }
        let exact = step.is_exact();
        let oracle_leaves = measured.as_ref().and_then(|_| oracle.as_mut()?.leaves(step.algorithm.layers()));
        let (rung, algorithm) = (step.rung.clone(), step.algorithm);
        rows.push(Row { rung, algorithm, exact, measured, stages, oracle_leaves });
    }
    rows.reverse();
    LadderEntry {
        id: case.id.clone(),
        fen: case.position.to_string(),
        depth: block.depth,
        mean_moves: width(&rows),
        oracle_leaves: oracle.and_then(|mut oracle| oracle.leaves(LayerSet::NONE)),
        minimal_tree_leaves: minimal_leaves(&rows, block.depth),
        rows,
    }
}

/// Measures one rung on one position up to the depth of its block, without a search to the depth `too_deep`
/// or deeper.
fn measure_step(meter: &Meter, block: &Block, case: &Case, step: &PlanStep, too_deep: i32) -> MeasuredRun {
    let run = |depth| meter.run(case, step.evaluator, step.algorithm, depth);
    if block.kind == BlockKind::Selective || step.algorithm.deepens() {
        return if block.depth < too_deep {
            run(block.depth)
        } else {
            MeasuredRun { measured: None, stages: Vec::new() }
        };
    }
    let mut stages = Vec::new();
    for depth in 1..=block.depth {
        if depth >= too_deep {
            break;
        }
        let MeasuredRun { measured, stages: stage } = run(depth);
        if measured.is_none() {
            break;
        }
        stages.extend(stage);
        if depth == block.depth {
            return MeasuredRun { measured, stages };
        }
    }
    MeasuredRun { measured: None, stages }
}

/// Returns whether `lower` is minimax, or neither is minimax and every layer of `lower` is also in `upper`.
fn is_below(lower: Algorithm, upper: Algorithm) -> bool {
    match (lower, upper) {
        (Algorithm::Minimax, _) => true,
        (_, Algorithm::Minimax) => false,
        _ => lower.layers().iter().all(|layer| upper.layers().has(layer)),
    }
}
