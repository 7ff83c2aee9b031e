//! Output record of `engine bench --json`, and the function that reads such a record for `--compare`.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    bench::signature::{BenchPosition, Plan, Signature},
    json::{Header, VERSION, millis},
    search,
};

/// Output record of a bench.
#[derive(Clone, Debug, Serialize, JsonSchema, Deserialize)]
pub struct Bench {
    /// Engine, machine and settings of the measurement.
    pub header: Header,
    /// Rung or set of layers in command-line notation.
    pub rung: String,
    /// Name of the evaluator.
    pub evaluator: String,
    /// CRC-32 of the neural network, in hexadecimal; omitted if the evaluator is not `network`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// Limits of the search of each position.
    pub limits: Limits,
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
    pub(crate) fn new(plan: &Plan, bench: &Signature) -> Self {
        Self {
            header: Header { threads: plan.threads, ..Header::new(plan.megabytes) },
            rung: plan.setup.algorithm.to_string(),
            evaluator: plan.setup.eval.evaluator.name().to_owned(),
            net: plan.setup.eval.net(),
            limits: Limits::from(&plan.limits),
            positions: bench.rows.clone(),
            nodes: bench.nodes(),
            time_ms: millis(bench.time()),
            nps: bench.nps(),
        }
    }

    /// Parses the output record of `engine bench --json`.
    ///
    /// # Errors
    /// [`UnreadableBench`] if the text is not a bench record of this version.
    pub(crate) fn read(text: &str) -> Result<Self, UnreadableBench> {
        let record: Value = serde_json::from_str(text).map_err(UnreadableBench::NotJson)?;
        match record.get("v") {
            None => Err(UnreadableBench::Foreign),
            Some(version) if *version != VERSION => Err(UnreadableBench::OtherVersion(version.to_string())),
            Some(_) => serde_json::from_value(record).map_err(UnreadableBench::OtherRecord),
        }
    }
}

/// Reason why a text is not a bench record of this version.
#[derive(Debug, thiserror::Error)]
pub enum UnreadableBench {
    /// The text is not JSON.
    #[error("not JSON: {0}")]
    NotJson(serde_json::Error),
    /// The text is JSON, but not a record of Glulam: the field `v` is missing.
    #[error("the text is JSON, but not a record of Glulam: the field \"v\" is missing")]
    Foreign,
    /// The text is a record of Glulam whose format version (field `v`) this program does not read.
    #[error("record version {0} is not supported: this program reads version {VERSION}")]
    OtherVersion(String),
    /// The record is from another command, such as `bench --ladder`, or from an older program that wrote
    /// fewer fields.
    #[error("not a bench record, or written by an older version of Glulam: {0}")]
    OtherRecord(serde_json::Error),
}

/// Limits of the search of each position; `null` for a limit that is not set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct Limits {
    /// Depth limit, in plies.
    pub depth: Option<i32>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Time limit, in milliseconds.
    pub movetime_ms: Option<u64>,
}

/// Writes the limits in the words of the UCI command `go`, such as `depth 13`.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let nodes = self.nodes.map(|nodes| format!("nodes {nodes}"));
        let movetime = self.movetime_ms.map(|milliseconds| format!("movetime {milliseconds}"));
        let limits: Vec<_> = [depth, nodes, movetime].into_iter().flatten().collect();
        f.write_str(&limits.join(", "))
    }
}

impl From<&search::Limits> for Limits {
    fn from(limits: &search::Limits) -> Self {
        let search::Limits { depth, nodes, movetime, .. } = limits;
        Self { depth: *depth, nodes: *nodes, movetime_ms: movetime.map(millis) }
    }
}
