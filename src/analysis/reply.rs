//! Output records of `engine analyse`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::{json::Versioned, position::GameEnd, score::Score, search::types::window::Bound};

/// Id of a record, chosen by the client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "the id must be a string or a whole number")]
pub enum Id {
    /// A string.
    Text(String),
    /// A whole number.
    Number(i64),
}

/// One output record.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Reply {
    /// Result of an analysed position.
    Analysis(Box<Versioned<Analysis>>),
    /// Error of a rejected record.
    Failure(Box<Versioned<Failure>>),
}

/// Identification of the input record of an output record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Origin {
    /// Id of the request or of the EPD record; `null` if it has none.
    pub id: Option<Id>,
    /// 64-bit FNV-1a hash of the line, for records without an id; `--resume` uses it to find completed
    /// records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_hash: Option<String>,
    /// Sequence number of the record in the input, from 0; absent with `--no-timing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

/// Analysis of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Analysis {
    /// Identification of the input record.
    #[serde(flatten)]
    pub origin: Origin,
    /// Always `true`.
    #[schemars(extend("const" = true))]
    pub ok: bool,
    /// FEN of the position that was searched, after the moves of the request.
    pub fen: String,
    /// Side to move: `w` or `b`.
    pub turn: char,
    /// Best move in UCI notation; `null` if the game is over.
    pub bestmove: Option<String>,
    /// Best move in SAN; `null` if the game is over.
    pub san: Option<String>,
    /// Expected reply to the best move, in UCI notation; `null` if there is none.
    pub ponder: Option<String>,
    /// Score from the side to move's point of view.
    pub score: Score,
    /// Whether the score is exact, a lower bound or an upper bound.
    pub bound: Bound,
    /// Score from White's point of view.
    pub score_white: Score,
    /// Win, draw and loss probabilities of the side to move, in permille.
    pub wdl: [u16; 3],
    /// Search depth in plies; 0 if the game is over.
    pub depth: i32,
    /// Maximum ply reached in the last iteration, including extensions and quiescence search.
    pub seldepth: usize,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Number of tablebase hits.
    pub tbhits: u64,
    /// Share of the hash table filled by this search, in permille.
    pub hashfull: u16,
    /// Search time in milliseconds; absent with `--no-timing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Nodes per second; absent with `--no-timing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// Principal variation in UCI notation.
    pub pv: Vec<String>,
    /// Principal variation in SAN, with move numbers.
    pub pv_san: String,
    /// The best variations with `multipv` above 1, best first; otherwise empty.
    pub lines: Vec<Line>,
    /// Rule that ended the game; `null` if the game is not over.
    pub terminal: Option<GameEnd>,
    /// Name and version of the engine.
    pub engine: String,
    /// Engine options of the search.
    pub options: Used,
    /// Operations of an EPD record; absent if there are none.
    #[serde(skip_serializing_if = "Operations::is_empty")]
    pub operations: Operations,
    /// Repairs of the position, and ignored fields of the request; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// One of several principal variations (MultiPV).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Line {
    /// Rank of the variation, from 1.
    pub multipv: usize,
    /// First move in UCI notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// First move in SAN.
    pub san: String,
    /// Score from the side to move's point of view.
    pub score: Score,
    /// Score from White's point of view.
    pub score_white: Score,
    /// Win, draw and loss probabilities of the side to move, in permille.
    pub wdl: [u16; 3],
    /// Moves of the variation in UCI notation.
    pub pv: Vec<String>,
    /// Moves of the variation in SAN, with move numbers.
    pub pv_san: String,
}

/// Engine options of a search.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Used {
    /// Number of search threads.
    pub threads: usize,
    /// Maximum hash size in MiB.
    pub hash_mb: usize,
}

/// EPD opcodes with their operands, in the order of the record.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema)]
pub struct Operations(
    #[schemars(with = "std::collections::BTreeMap<String, Vec<String>>")] pub Vec<(String, Vec<String>)>,
);

impl Operations {
    /// Whether there are no operations.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Serializes the operations as an object. An opcode that occurs several times becomes one field with all
/// operands.
impl Serialize for Operations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut merged: Vec<(&str, Vec<&str>)> = Vec::new();
        for (opcode, operands) in &self.0 {
            let operands = operands.iter().map(String::as_str);
            match merged.iter_mut().find(|(known, _)| known == opcode) {
                Some((_, known)) => known.extend(operands),
                None => merged.push((opcode, operands.collect())),
            }
        }
        serializer.collect_map(merged)
    }
}

/// Output record of a record that could not be analysed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Failure {
    /// Identification of the input record.
    #[serde(flatten)]
    pub origin: Origin,
    /// Always `false`.
    #[schemars(extend("const" = false))]
    pub ok: bool,
    /// Error code, field and message.
    pub error: Fault,
    /// Text of the record, cut after 2,000 characters.
    pub input: String,
}

/// Error of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fault {
    /// Error code.
    pub code: Code,
    /// Field of the request, or opcode of the EPD record, that is wrong; `null` if the whole line is.
    pub field: Option<String>,
    /// Error message: the problem and how to fix it.
    pub message: String,
}

/// Error codes of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The line is not valid JSON, or a field has the wrong type.
    BadJson,
    /// The position or the EPD operations cannot be parsed.
    BadFen,
    /// The position can be parsed but cannot occur in a game.
    IllegalPosition,
    /// A move cannot be parsed or is not legal.
    IllegalMove,
    /// A limit or an option is out of range or has the wrong type.
    BadLimit,
    /// The line is not valid UTF-8.
    BadUtf8,
    /// The line is longer than 1 MiB.
    TooLong,
    /// Internal error of the engine.
    Internal,
}
