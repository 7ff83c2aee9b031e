//! The JSON outputs, typed once.
//!
//! What a program reads has one definition here for all commands: a score is `{"cp":31}` or `{"mate":-2}` and never a float,
//! a move is written as UCI writes it, and every object carries `"v":1`, to be counted up when a field changes its
//! meaning. What was not measured is `null`. The text outputs are for people and may change at any time.

pub mod contest;
pub mod ladder;
pub mod perft;

use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::{
    bench::signature::{Row, Signature},
    score::Score,
    search::Setup,
};

/// The version of every record.
pub const VERSION: u32 = 1;

/// A record with its version in front.
#[derive(Clone, Debug, Serialize)]
pub struct Versioned<T> {
    v: u32,
    #[serde(flatten)]
    record: T,
}

impl<T: Serialize> Versioned<T> {
    /// The record as it goes out.
    #[must_use]
    pub const fn new(record: T) -> Self {
        Self { v: VERSION, record }
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "lowercase")]
        enum Told {
            Cp(i32),
            Mate(i32),
        }
        self.mate().map_or(Told::Cp(self.raw()), Told::Mate).serialize(serializer)
    }
}

/// Where and how something was measured: times mean nothing without it.
#[derive(Clone, Debug, Serialize)]
pub struct Header {
    /// Name and version of the engine.
    pub engine: String,
    /// Processor architecture and operating system.
    pub target: String,
    /// The processor, where the system tells.
    pub cpu: Option<String>,
    /// Whether assertions are compiled in, which makes everything slower.
    pub debug: bool,
    /// The size of the table in MB.
    pub hash: usize,
    /// Searching threads.
    pub threads: usize,
    /// Nodes a rung of the ladder might spend on a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_nodes: Option<u64>,
}

impl Header {
    /// The header of a measurement on this machine, with a table of `hash` MB.
    #[must_use]
    pub fn new(hash: usize) -> Self {
        Self {
            engine: format!("Glulam {}", env!("CARGO_PKG_VERSION")),
            target: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
            cpu: cpu(),
            debug: cfg!(debug_assertions),
            hash,
            threads: 1,
            max_nodes: None,
        }
    }
}

/// The processor by name; only Linux tells it in a file.
fn cpu() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// `engine bench --json`.
#[derive(Clone, Debug, Serialize)]
pub struct Bench {
    /// Where it was measured.
    pub header: Header,
    /// The rung or set of layers.
    pub rung: String,
    /// Who judged.
    pub evaluator: &'static str,
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
    #[must_use]
    pub fn new(header: Header, setup: &Setup, bench: &Signature) -> Self {
        Self {
            header,
            rung: setup.algorithm.to_string(),
            evaluator: setup.evaluator.name(),
            positions: bench.rows.iter().map(BenchPosition::from).collect(),
            nodes: bench.nodes(),
            time_ms: millis(bench.time()),
            nps: bench.nps(),
        }
    }
}

/// One position of a [`Bench`].
#[derive(Clone, Debug, Serialize)]
pub struct BenchPosition {
    /// Its id.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The depth that was finished.
    pub depth: i32,
    /// Nodes of all iterations.
    pub nodes: u64,
    /// The time they took.
    pub time_ms: u64,
    /// Nodes a second.
    pub nps: u64,
    /// The score.
    pub score: Score,
    /// The best move; `null` if there is none.
    pub best: Option<String>,
}

impl From<&Row> for BenchPosition {
    fn from(row: &Row) -> Self {
        Self {
            id: row.id.clone(),
            fen: row.fen.clone(),
            depth: row.depth,
            nodes: row.nodes,
            time_ms: millis(row.time),
            nps: row.nps(),
            score: row.score,
            best: row.best.clone(),
        }
    }
}

/// Whole milliseconds, as every `time_ms` has them.
#[must_use]
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_centipawns_or_mate_and_never_a_float() {
        for (score, json) in [
            (Score::cp(-31), r#"{"cp":-31}"#),
            (Score::DRAW, r#"{"cp":0}"#),
            (Score::mate_in(3), r#"{"mate":2}"#),
            (Score::mated_in(2), r#"{"mate":-1}"#),
        ] {
            assert_eq!(serde_json::to_string(&score).expect("plain data"), json);
        }
    }

    #[test]
    fn a_record_carries_its_version_first() {
        #[derive(Serialize)]
        struct Some {
            nodes: u64,
        }
        let json = serde_json::to_string(&Versioned::new(Some { nodes: u64::MAX })).expect("plain data");
        assert_eq!(json, r#"{"v":1,"nodes":18446744073709551615}"#);
    }
}
