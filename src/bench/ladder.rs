//! The ladder, measured: every rung on the same positions at the same depth.
//!
//! There are two blocks. In the first the exact rungs stand side by side at a depth that minimax can still reach: all
//! must find the same score ([`verdict`](super::verdict)), and what differs is how many nodes they need for it. In the second
//! the selective rungs follow, with the exact ones below them for comparison, at a greater depth, because what they do
//! takes depth to show.
//!
//! A rung that would visit more than [`Plan::max_nodes`] nodes of a position is given up there and shown as not run. The rungs of a
//! position are run from the last down to the first, and once one was too large, those that have only some of its layers are not tried so deep:
//! they would be larger still, or nearly.
//!
//! How a tree grows with its depth is told by the iterations of a search that deepens; a rung of the exact block that does not
//! is searched to every lesser depth as well.

pub mod report;

use std::time::Duration;

use super::{
    Case,
    measure::{Measurement, Meter, Run},
    oracle::{minimal_leaves, oracle_leaves, width},
    plan::{Plan, Step},
    tally::{Counts, Stage},
};
use crate::search::{Algorithm, Setup, tt::table::OutOfMemory};

/// Which of the two blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// Rungs that must agree with minimax.
    Exact,
    /// Rungs that may find another score, with the exact ones below them.
    Selective,
}

impl BlockKind {
    /// The name in JSON.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Selective => "selective",
        }
    }
}

/// Some rungs at one depth, on every position.
#[derive(Clone, Debug)]
pub struct Block {
    /// Which block it is.
    pub kind: BlockKind,
    /// The depth of all its searches.
    pub depth: i32,
    /// Its rungs, lowest first.
    pub steps: Vec<Step>,
    /// One a position.
    pub entries: Vec<Entry>,
}

/// One position at one depth.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Which position.
    pub id: String,
    /// The position as FEN.
    pub fen: String,
    /// The depth of the searches.
    pub depth: i32,
    /// One a rung, lowest first.
    pub rows: Vec<Row>,
    /// The mean number of legal moves at the inner nodes of minimax's tree; `None` if minimax reached no depth.
    pub mean_moves: Option<f64>,
    /// The leaves left with nearly perfect ordering; `None` if they are too many. Of exact blocks only.
    pub oracle_leaves: Option<u64>,
    /// Knuth and Moore's minimum for a tree as wide as minimax's is on average; `None` if minimax was not run.
    pub minimal_tree_leaves: Option<u64>,
}

/// One rung on one position.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the rung.
    pub rung: String,
    /// What it is.
    pub algorithm: Algorithm,
    /// Whether its score must be minimax's.
    pub exact: bool,
    /// What it did; `None` if it was not run, or given up.
    pub measured: Option<Measurement>,
    /// The depths it reached, the least first, each at most once.
    pub stages: Vec<Stage>,
}

impl Row {
    /// What it did at this depth; nothing where there was nothing to search.
    pub fn stage(&self, depth: i32) -> Option<Stage> {
        let game_over = self.measured.is_some() && self.stages.is_empty();
        let empty_stage = || Stage { depth, counts: Counts::default(), nodes: 0, time: Duration::ZERO };
        self.stages.iter().find(|stage| stage.depth == depth).copied().or_else(|| game_over.then(empty_stage))
    }
}

/// Measures all blocks of `plan` on `cases`; `done` is called after each position of each block.
///
/// # Errors
/// [`OutOfMemory`] if the table cannot be had.
pub fn run(plan: &Plan, cases: &[Case], mut done: impl FnMut()) -> Result<Vec<Block>, OutOfMemory> {
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

fn entry(meter: &Meter, block: &Block, case: &Case) -> Entry {
    let mut rows = Vec::new();
    let mut aborted: Vec<(Algorithm, i32)> = Vec::new();
    for step in block.steps.iter().rev() {
        let larger = aborted.iter().filter(|(upper, _)| is_below(step.algorithm, *upper));
        let too_deep = larger.map(|(_, depth)| *depth).min().unwrap_or(i32::MAX);
        let Run { measured, stages } = measure_step(meter, block, case, step, too_deep);
        if measured.is_none() && step.evaluator.is_none() {
            aborted.push((step.algorithm, stages.last().map_or(1, |stage| stage.depth + 1)));
        }
        let exact = step.is_exact();
        rows.push(Row { rung: step.rung.clone(), algorithm: step.algorithm, exact, measured, stages });
    }
    rows.reverse();
    let exact = block.kind == BlockKind::Exact;
    Entry {
        id: case.id.clone(),
        fen: case.position.to_string(),
        depth: block.depth,
        mean_moves: width(&rows),
        oracle_leaves: if exact { oracle_leaves(meter, case, &block.steps, block.depth) } else { None },
        minimal_tree_leaves: minimal_leaves(&rows, block.depth),
        rows,
    }
}

/// One rung at the depth of its block, and at those on the way there; not at depths known to be `too_deep`.
fn measure_step(meter: &Meter, block: &Block, case: &Case, step: &Step, too_deep: i32) -> Run {
    let run = |depth| meter.run(case, step.evaluator, step.algorithm, depth);
    if block.kind == BlockKind::Selective || step.algorithm.deepens() {
        return if block.depth < too_deep {
            run(block.depth)
        } else {
            Run { measured: None, stages: Vec::new() }
        };
    }
    let mut stages = Vec::new();
    for depth in 1..=block.depth {
        if depth >= too_deep {
            break;
        }
        let Run { measured, stages: stage } = run(depth);
        if measured.is_none() {
            break;
        }
        stages.extend(stage);
        if depth == block.depth {
            return Run { measured, stages };
        }
    }
    Run { measured: None, stages }
}

/// Whether `lower` has nothing that `upper` lacks.
fn is_below(lower: Algorithm, upper: Algorithm) -> bool {
    match (lower, upper) {
        (Algorithm::Minimax, _) => true,
        (_, Algorithm::Minimax) => false,
        _ => lower.layers().iter().all(|layer| upper.layers().has(layer)),
    }
}
