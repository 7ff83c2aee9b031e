//! `engine bench --compare FILE --json`.

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

/// Two benches side by side; what is told of one position is in the order before, now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ComparisonReport {
    /// Whether both are benches of one and the same search.
    pub same: bool,
    /// The bench from the file, without its positions.
    pub before: Summary,
    /// The bench that was run now.
    pub now: Summary,
    /// How many times the nodes of before there are now, geometric mean over the positions of both.
    pub times_nodes: Option<f64>,
    /// Positions with the same nodes, depth, score and best move.
    pub unchanged: usize,
    /// The others.
    pub changed: Vec<ChangedPosition>,
    /// Ids that are only in the file.
    pub missing: Vec<String>,
    /// Ids that are not in the file.
    pub added: Vec<String>,
}

impl ComparisonReport {
    /// The record of a comparison of two benches.
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

/// What is told of a whole bench.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Summary {
    /// Name and version of the engine.
    pub engine: String,
    /// The rung or set of layers.
    pub rung: String,
    /// Who judged.
    pub evaluator: String,
    /// The signature.
    pub nodes: u64,
    /// The time it took.
    pub time_ms: u64,
    /// Nodes a second.
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

/// One position with another result.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChangedPosition {
    /// Its id.
    pub id: String,
    /// The position.
    pub fen: String,
    /// How many times the nodes of before there are now.
    pub times_nodes: Option<f64>,
    /// Nodes of all iterations.
    pub nodes: [u64; 2],
    /// The depth that was finished.
    pub depth: [i32; 2],
    /// The score.
    pub score: [Score; 2],
    /// The best move; `null` if there is none.
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
