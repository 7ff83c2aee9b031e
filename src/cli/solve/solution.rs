//! `engine solve --json`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{json::Header, score::Score};

/// A suite, and what was found of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Solution {
    /// Where it was measured.
    pub header: Header,
    /// The file.
    pub suite: String,
    /// Positions that ask for something.
    pub positions: usize,
    /// Those whose answer was right in the end.
    pub solved: usize,
    /// Points won: one for each that is solved, or what the suite says of the move.
    pub points: u64,
    /// Points there were.
    pub max_points: u64,
    /// The time all searches took, one after the other.
    pub time_ms: u64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// By when so many percent of the solved positions were solved.
    pub percentiles: Vec<Percentile>,
    /// One a position.
    pub results: Vec<PositionResult>,
}

/// One row of the percentiles; each number stands for itself.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Percentile {
    /// Percent of the solved positions.
    pub percent: usize,
    /// The depth by which they were.
    pub depth: i32,
    /// The time.
    pub time_ms: u64,
    /// The nodes.
    pub nodes: u64,
}

/// One position of the suite.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PositionResult {
    /// Its id, or its number in the file from 1.
    pub id: String,
    /// The position.
    pub fen: String,
    /// Whether the answer was right in the end; `null` if nothing is asked for.
    pub solved: Option<bool>,
    /// The move that was chosen.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The moves that were right (`bm`, or those worth the most points).
    pub best: Vec<String>,
    /// The moves that were wrong (`am`).
    pub avoid: Vec<String>,
    /// The mate that was asked for (`dm`), in moves.
    pub mate: Option<i32>,
    /// The score of the chosen move for the side to move.
    pub score: Option<Score>,
    /// Points won.
    pub points: u64,
    /// Points there were.
    pub max_points: u64,
    /// The depth from which the right answer stayed; `null` if it did not.
    pub depth: Option<i32>,
    /// The time.
    pub time_ms: Option<u64>,
    /// The nodes.
    pub nodes: Option<u64>,
}
