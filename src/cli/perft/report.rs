//! `engine perft --json`, for one position and for a suite.

use schemars::JsonSchema;
use serde::Serialize;

/// `engine perft DEPTH --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Perft {
    /// The position.
    pub fen: String,
    /// Plies.
    pub depth: u32,
    /// Lines of so many plies.
    pub leaves: u64,
    /// The time the count took.
    pub time_ms: u64,
    /// Leaves a second.
    pub nps: u64,
    /// The leaves below each move, if asked for.
    pub divide: Option<Vec<Share>>,
}

/// The leaves below one move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Share {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The leaves below it.
    pub leaves: u64,
}

/// `engine perft --suite FILE --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Suite {
    /// The file.
    pub suite: String,
    /// Positions in it.
    pub positions: usize,
    /// Counts that were compared.
    pub checked: usize,
    /// Those that differed.
    pub failed: usize,
    /// Leaves counted in all.
    pub leaves: u64,
    /// The time the counts took.
    pub time_ms: u64,
    /// Leaves a second.
    pub nps: u64,
    /// One a count.
    pub results: Vec<Check>,
}

/// One count of a suite.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Check {
    /// The position.
    pub id: String,
    /// The position as FEN.
    pub fen: String,
    /// Plies.
    pub depth: u32,
    /// What the suite says.
    pub expected: u64,
    /// What was counted.
    pub counted: u64,
    /// Whether that is the same.
    pub holds: bool,
}
