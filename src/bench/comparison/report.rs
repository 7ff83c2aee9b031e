//! Output record of `engine bench --compare FILE --json`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    bench::{
        comparison::{Change, Comparison},
        signature::report::Bench,
    },
    json::rounded,
    score::Score,
};

/// Output record of a comparison. In each pair of values the first value is from the earlier bench and the
/// second value from this bench.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ComparisonReport {
    /// Whether both benches have the same positions with the same results.
    pub same: bool,
    /// Earlier bench, read from the file, without its positions.
    pub before: Summary,
    /// This bench, without its positions.
    pub now: Summary,
    /// Node count in this bench divided by the node count in the earlier bench: geometric mean over the
    /// positions that are in both benches.
    pub times_nodes: Option<f64>,
    /// Number of positions with the same nodes, depth, score and best move in both benches.
    pub unchanged: usize,
    /// Positions on which the results of the two benches differ.
    pub changed: Vec<ChangedPosition>,
    /// Ids of positions that only the earlier bench contains.
    pub missing: Vec<String>,
    /// Ids of positions that only this bench contains.
    pub added: Vec<String>,
}

impl ComparisonReport {
    /// Builds the output record of a comparison of two benches.
    pub(crate) fn new(before: &Bench, now: &Bench, comparison: &Comparison<'_>) -> Self {
        Self {
            same: comparison.is_same(),
            before: before.into(),
            now: now.into(),
            times_nodes: rounded(comparison.times_nodes),
            unchanged: comparison.unchanged,
            changed: comparison.changed.iter().map(ChangedPosition::from).collect(),
            missing: comparison.missing.iter().map(|row| row.id.clone()).collect(),
            added: comparison.added.iter().map(|row| row.id.clone()).collect(),
        }
    }
}

/// Summary of one of the two compared benches.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Summary {
    /// Name and version of the engine.
    pub engine: String,
    /// Rung or set of layers in command-line notation.
    pub rung: String,
    /// Name of the evaluator.
    pub evaluator: String,
    /// Signature: sum of the node counts of all positions.
    pub nodes: u64,
    /// Search time over all positions, in milliseconds.
    pub time_ms: u64,
    /// Nodes per second over all positions.
    pub nps: u64,
}

impl From<&Bench> for Summary {
    fn from(bench: &Bench) -> Self {
        Self {
            engine: bench.header.engine.clone(),
            rung: bench.rung.clone(),
            evaluator: bench.evaluator.clone(),
            nodes: bench.nodes,
            time_ms: bench.time_ms,
            nps: bench.nps,
        }
    }
}

/// Position on which the results of the two benches differ.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChangedPosition {
    /// Id of the position.
    pub id: String,
    /// Position as a FEN.
    pub fen: String,
    /// Nodes on the position in this bench, divided by its nodes in the earlier bench.
    pub times_nodes: Option<f64>,
    /// Nodes of all iterations: in the earlier bench, in this bench.
    pub nodes: [u64; 2],
    /// Last finished depth, in plies: in the earlier bench, in this bench.
    pub depth: [i32; 2],
    /// Score from the side to move's point of view: in the earlier bench, in this bench.
    pub score: [Score; 2],
    /// Best move in UCI notation: in the earlier bench, in this bench. `null` if the position has no legal
    /// move.
    pub best: [Option<String>; 2],
}

impl From<&Change<'_>> for ChangedPosition {
    fn from(change: &Change<'_>) -> Self {
        let (before, now) = (change.before, change.now);
        Self {
            id: now.id.clone(),
            fen: now.fen.clone(),
            times_nodes: rounded(change.times_nodes()),
            nodes: [before.nodes, now.nodes],
            depth: [before.depth, now.depth],
            score: [before.score, now.score],
            best: [before.best.clone(), now.best.clone()],
        }
    }
}
