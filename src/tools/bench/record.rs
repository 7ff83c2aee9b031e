//! Output record of `engine bench --json`.

use serde::Serialize;

use crate::{
    engine::signature::{BenchPlan, BenchPosition, Signature},
    search,
    support::json::{Header, millis},
};

/// Output record of a bench.
#[derive(Clone, Debug, Serialize)]
pub struct Bench {
    /// Engine, machine and settings of the measurement.
    pub header: Header,
    /// Rung or set of layers in command-line notation.
    pub rung: String,
    /// Name of the evaluator.
    pub evaluator: String,
    /// CRC-32 of the neural network, in hexadecimal; omitted if the evaluator is not `network`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// Limits of the search of each position.
    pub limits: LimitRecord,
    /// Results of the bench, one record per position.
    pub positions: Vec<BenchPosition>,
    /// Signature: sum of the node counts of all positions.
    pub nodes: u64,
    /// Search time over all positions, in milliseconds.
    pub time_ms: u64,
    /// Nodes per second over all positions.
    pub nps: u64,
}

impl Bench {
    /// Builds the output record of a bench.
    pub(crate) fn new(plan: &BenchPlan, bench: &Signature) -> Self {
        Self {
            header: Header { threads: plan.threads, ..Header::new(plan.megabytes) },
            rung: plan.setup.algorithm.to_string(),
            evaluator: plan.setup.eval.evaluator.name().to_owned(),
            net: plan.setup.eval.net(),
            limits: LimitRecord::from(&plan.limits),
            positions: bench.rows.clone(),
            nodes: bench.nodes(),
            time_ms: millis(bench.time()),
            nps: bench.nps(),
        }
    }
}

/// Limits of the search of each position; `null` for a limit that is not set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LimitRecord {
    /// Depth limit, in plies.
    pub depth: Option<i32>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Time limit, in milliseconds.
    pub movetime_ms: Option<u64>,
}

impl From<&search::Limits> for LimitRecord {
    fn from(limits: &search::Limits) -> Self {
        let search::Limits { depth, nodes, movetime, .. } = limits;
        Self { depth: *depth, nodes: *nodes, movetime_ms: movetime.map(millis) }
    }
}
