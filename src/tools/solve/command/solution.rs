//! Types of the JSON output of `engine solve --json`.

use serde::Serialize;

use crate::{chess::score::Score, support::json::Header};

/// JSON output of `engine solve`: the result of a test suite.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    /// Machine, build and settings of the run.
    pub header: Header,
    /// Paths of the suite files, separated by spaces.
    pub suite: String,
    /// Number of positions that were searched: they have a goal and a legal move, and the search did not
    /// fail.
    pub positions: usize,
    /// Number of solved positions.
    pub solved: usize,
    /// Sum of the points of all positions: one point per solved position, or the points of the final move if
    /// the position has scored moves.
    pub points: u64,
    /// Maximum of the sum of points, if every final move were a best move.
    pub max_points: u64,
    /// Sum of the search times, in milliseconds.
    pub time_ms: u64,
    /// Sum of the nodes of all searches.
    pub nodes: u64,
    /// Percentiles of the solved positions: depth, time and nodes within which 10, 25, 50, 75, 90, 95 and 100
    /// percent of them were solved; empty if no position was solved.
    pub percentiles: Vec<Percentile>,
    /// Results of the positions, in the order of the suite.
    pub results: Vec<PositionResult>,
}

/// Depth, time and nodes within which a percentage of the solved positions was solved. The three numbers are
/// separate percentiles and may come from different positions.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Percentile {
    /// Percentage of the solved positions to which this percentile refers.
    pub percent: usize,
    /// Depth within which this percentage of the solved positions was solved, in plies.
    pub depth: i32,
    /// Search time within which this percentage of the solved positions was solved, in milliseconds.
    pub time_ms: u64,
    /// Number of nodes within which this percentage of the solved positions was solved.
    pub nodes: u64,
}

/// Result of one position of the test suite.
#[derive(Clone, Debug, Serialize)]
pub struct PositionResult {
    /// EPD id, or `#` and the number of the position in the whole suite (all files), counted from 1.
    pub id: String,
    /// FEN of the position.
    pub fen: String,
    /// Whether the final move is correct; `null` if the position was not searched (it has no goal or no legal
    /// move) or its search failed.
    pub solved: Option<bool>,
    /// Final move of the search, in UCI notation.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Correct moves in UCI notation: the scored moves with the most points, or, without scored moves, the
    /// moves of `bm`.
    pub best: Vec<String>,
    /// Moves to avoid in UCI notation, from the EPD operation `am`.
    pub avoid: Vec<String>,
    /// Longest accepted mate in moves, from the EPD operation `dm`; negative if the side to move is to be
    /// mated; `null` without `dm`.
    pub mate: Option<i32>,
    /// Score of the final move from the side to move's point of view.
    pub score: Option<Score>,
    /// Score of the final move from White's point of view.
    pub score_white: Option<Score>,
    /// Win, draw and loss probabilities of the side to move, in permille.
    pub wdl: Option<[u16; 3]>,
    /// Points that the final move scored.
    pub points: u64,
    /// Maximum number of points in this position; 0 if it was not searched or its search failed.
    pub max_points: u64,
    /// Search depth in plies from which on the best move stayed correct; `null` if the position is not
    /// solved.
    pub depth: Option<i32>,
    /// Search time after which the best move stayed correct, in milliseconds; `null` if the position is not
    /// solved.
    pub time_ms: Option<u64>,
    /// Number of nodes after which the best move stayed correct; `null` if the position is not solved.
    pub nodes: Option<u64>,
}
