//! `engine bench --json`, and how such a file is read again.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    bench::signature::{BenchPosition, Plan, Signature},
    json::{Header, VERSION, millis},
    search,
};

/// `engine bench --json`.
#[derive(Clone, Debug, Serialize, JsonSchema, Deserialize)]
pub struct Bench {
    /// Where it was measured.
    pub header: Header,
    /// The rung or set of layers.
    pub rung: String,
    /// Who judged.
    pub evaluator: String,
    /// The CRC-32 of the net that judged, in hexadecimal; left out if none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// When each position was done.
    pub limits: Limits,
    /// One a position.
    pub positions: Vec<BenchPosition>,
    /// The signature: nodes of all positions.
    pub nodes: u64,
    /// The time they took.
    pub time_ms: u64,
    /// Nodes a second.
    pub nps: u64,
}

impl Bench {
    /// The record of a bench.
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

    /// Reads what `engine bench --json` has written.
    ///
    /// # Errors
    /// [`UnreadableBench`] if it is something else.
    pub(crate) fn read(text: &str) -> Result<Self, UnreadableBench> {
        let record: Value = serde_json::from_str(text).map_err(UnreadableBench::NotJson)?;
        match record.get("v") {
            None => Err(UnreadableBench::Foreign),
            Some(version) if *version != VERSION => Err(UnreadableBench::OtherVersion(version.to_string())),
            Some(_) => serde_json::from_value(record).map_err(UnreadableBench::OtherRecord),
        }
    }
}

/// Why a text is no record of a bench.
#[derive(Debug, thiserror::Error)]
pub enum UnreadableBench {
    /// It is not even JSON.
    #[error("this is no JSON: {0}")]
    NotJson(serde_json::Error),
    /// It is JSON of another program.
    #[error("this is JSON, but no record of Glulam: it has no version \"v\"")]
    Foreign,
    /// It is a record of a later or an earlier program.
    #[error("this is a record of version {0}, and version {VERSION} is read here")]
    OtherVersion(String),
    /// It is another record, as that of the ladder, or a field is missing that older programs did not write.
    #[error("this is no record of a bench, or one of an older program: {0}")]
    OtherRecord(serde_json::Error),
}

/// The limits of each search; `null` where there was none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct Limits {
    /// Plies.
    pub depth: Option<i32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub movetime_ms: Option<u64>,
}

/// As the command line is told them: `depth 13`.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let nodes = self.nodes.map(|nodes| format!("nodes {nodes}"));
        let movetime = self.movetime_ms.map(|milliseconds| format!("movetime {milliseconds}"));
        let told: Vec<_> = [depth, nodes, movetime].into_iter().flatten().collect();
        f.write_str(&told.join(", "))
    }
}

impl From<&search::Limits> for Limits {
    fn from(limits: &search::Limits) -> Self {
        let search::Limits { depth, nodes, movetime, .. } = limits;
        Self { depth: *depth, nodes: *nodes, movetime_ms: movetime.map(millis) }
    }
}
