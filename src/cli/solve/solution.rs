//! Output of `engine solve --json`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{json::Header, score::Score};

/// Result of a suite.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Solution {
    /// Machine and configuration of the measurement.
    pub header: Header,
    /// Path of the suite file.
    pub suite: String,
    /// Number of positions that have a goal and a legal move.
    pub positions: usize,
    /// Number of solved positions.
    pub solved: usize,
    /// Points scored: one per solved position, or the points of the move in a suite with scored moves.
    pub points: u64,
    /// Maximum number of points.
    pub max_points: u64,
    /// Sum of the search times, in milliseconds.
    pub time_ms: u64,
    /// Sum of the nodes of all searches.
    pub nodes: u64,
    /// Depth, time and nodes within which a given percentage of the solved positions was solved.
    pub percentiles: Vec<Percentile>,
    /// Results of the positions, in the order of the suite.
    pub results: Vec<PositionResult>,
}

/// Percentiles of the solved positions. Depth, time and nodes are separate percentiles.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Percentile {
    /// Percentage of the solved positions.
    pub percent: usize,
    /// Percentile of the solution depth, in plies.
    pub depth: i32,
    /// Percentile of the solution time, in milliseconds.
    pub time_ms: u64,
    /// Percentile of the solution nodes.
    pub nodes: u64,
}

/// Result of one position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PositionResult {
    /// EPD id, or `#` and the number of the position in the file, from 1.
    pub id: String,
    /// FEN of the position.
    pub fen: String,
    /// Whether the final move is correct; `null` if the position has no goal.
    pub solved: Option<bool>,
    /// Final move of the search.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Correct moves: the moves of `bm`, or the scored moves with the most points.
    pub best: Vec<String>,
    /// Moves to avoid, from `am`.
    pub avoid: Vec<String>,
    /// Distance of the mate to find, in moves, from `dm`.
    pub mate: Option<i32>,
    /// Score of the final move from the side to move's point of view.
    pub score: Option<Score>,
    /// Points scored.
    pub points: u64,
    /// Maximum number of points.
    pub max_points: u64,
    /// Depth in plies after which the move stayed correct; `null` if the position is not solved.
    pub depth: Option<i32>,
    /// Search time after which the move stayed correct, in milliseconds; `null` if the position is not
    /// solved.
    pub time_ms: Option<u64>,
    /// Nodes after which the move stayed correct; `null` if the position is not solved.
    pub nodes: Option<u64>,
}
