//! Types of the output records of `engine analyse`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::{
    chess::{position::GameEnd, score::Score},
    search::types::window::Bound,
    support::json::Versioned,
};

/// Id of an input record: the id of a JSON request or EPD record, which is copied to the output record, or an
/// id such as `g1:0` for a position of a PGN game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "the id must be a string or a whole number")]
pub enum Id {
    /// A string.
    Text(String),
    /// A whole number.
    Number(i64),
}

/// One output record of `engine analyse`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Reply {
    /// Output record of an input record that was analysed.
    Analysis(Box<Versioned<Analysis>>),
    /// Output record of an input record that was rejected, with the error.
    Failure(Box<Versioned<Failure>>),
}

/// Fields of an output record that identify its input record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Origin {
    /// Id of the JSON request, of the EPD record or of the PGN position; `null` if there is none.
    pub id: Option<Id>,
    /// 64-bit FNV-1a hash of the input line, in hexadecimal; absent if the record has an id. `--resume` uses
    /// the hash to find completed records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_hash: Option<String>,
    /// 64-bit FNV-1a hash of the engine, the settings of the run, and the limits, root moves and options that a JSON
    /// request sets itself, in hexadecimal; absent if the record was rejected. `--resume` compares the hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_hash: Option<String>,
    /// Sequence number of the input record in the input, from 0; absent with `--no-timing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

/// Output record of a position that was analysed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Analysis {
    /// Fields that identify the input record.
    #[serde(flatten)]
    pub origin: Origin,
    /// Always `true`.
    #[schemars(extend("const" = true))]
    pub ok: bool,
    /// FEN of the analysed position; for a JSON request, the position after all its `moves`.
    pub fen: String,
    /// Side to move in the analysed position: `w` or `b`.
    pub turn: char,
    /// Best move in UCI notation; `null` if the game is over.
    pub bestmove: Option<String>,
    /// Best move in SAN; `null` if the game is over.
    pub san: Option<String>,
    /// Expected reply to the best move, in UCI notation; `null` if there is none.
    pub ponder: Option<String>,
    /// Score from the side to move's point of view.
    pub score: Score,
    /// Whether `score` is exact, a lower bound or an upper bound.
    pub bound: Bound,
    /// Score from White's point of view.
    pub score_white: Score,
    /// Win, draw and loss probabilities of the side to move, in permille.
    pub wdl: [u16; 3],
    /// Search depth in plies; 0 if the game is over.
    pub depth: i32,
    /// Maximum ply reached in the last iteration, including extensions and quiescence search.
    pub seldepth: usize,
    /// Number of nodes searched, in all iterations.
    pub nodes: u64,
    /// Number of successful tablebase probes in the search.
    pub tbhits: u64,
    /// Share of the hash table filled by this search, in permille.
    pub hashfull: u16,
    /// Search time in milliseconds; absent with `--no-timing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Number of nodes searched per second; absent with `--no-timing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// Moves of the principal variation in UCI notation.
    pub pv: Vec<String>,
    /// Moves of the principal variation in SAN, with move numbers.
    pub pv_san: String,
    /// The `multipv` best variations, best first; empty if `multipv` is 1 or the game is over.
    pub lines: Vec<ReplyLine>,
    /// Rule that ended the game; `null` if the game is not over.
    pub terminal: Option<GameEnd>,
    /// Name and version of the engine.
    pub engine: String,
    /// Number of threads and maximum hash size that this search used.
    pub options: Used,
    /// Operations of the EPD record, by opcode; absent if there are none.
    #[serde(skip_serializing_if = "Operations::is_empty")]
    pub operations: Operations,
    /// Warnings about the input record: repairs of the position, and ignored fields of the JSON request;
    /// absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// One of the `multipv` best variations.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReplyLine {
    /// Rank of the variation: 1 is the best.
    pub multipv: usize,
    /// First move of the variation, in UCI notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// First move of the variation, in SAN.
    pub san: String,
    /// Score of the variation from the side to move's point of view.
    pub score: Score,
    /// Score of the variation from White's point of view.
    pub score_white: Score,
    /// Win, draw and loss probabilities of the side to move, in permille.
    pub wdl: [u16; 3],
    /// Moves of the variation in UCI notation.
    pub pv: Vec<String>,
    /// Moves of the variation in SAN, with move numbers.
    pub pv_san: String,
}

/// Engine options that a search used.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Used {
    /// Number of search threads.
    pub threads: usize,
    /// Maximum hash size in MiB; the search of a record may use only part of it.
    pub hash_mb: usize,
}

/// Operations of an EPD record: pairs of opcode and operands, in the order of the record.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema)]
pub struct Operations(
    #[schemars(with = "std::collections::BTreeMap<String, Vec<String>>")] pub Vec<(String, Vec<String>)>,
);

impl Operations {
    /// Returns whether the EPD record has no operations.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Serializes the EPD operations as a JSON object with one field per opcode. If an opcode occurs several
/// times, its field contains all operands.
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

/// Output record of an input record that could not be analysed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Failure {
    /// Fields that identify the input record.
    #[serde(flatten)]
    pub origin: Origin,
    /// Always `false`.
    #[schemars(extend("const" = false))]
    pub ok: bool,
    /// Error code, name of the wrong field, and error message.
    pub error: Fault,
    /// Text of the input record, cut after 2,000 characters.
    pub input: String,
}

/// Error that explains why an input record cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// Error code that a program can test.
    pub code: Code,
    /// Name of the field of the JSON request, or opcode of the EPD record, that caused the error (for a PGN
    /// game `fen`, `variant` or `moves`); `null` if the error is not in a single field.
    pub field: Option<String>,
    /// Error message for a person: the problem and how to fix it.
    pub message: String,
}

impl Fault {
    /// Creates an error from its code, the name of the wrong field, and an error message.
    pub fn new(code: Code, field: Option<&str>, message: impl Into<String>) -> Self {
        Self { code, field: field.map(str::to_owned), message: message.into() }
    }
}

/// Error codes of rejected input records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The input line is not valid JSON, or a field has the wrong type.
    BadJson,
    /// The position, the EPD operations or the headers of a PGN game cannot be parsed.
    BadFen,
    /// The position can be parsed but cannot occur in a game.
    IllegalPosition,
    /// A move of the input record, or the movetext of a PGN game, cannot be parsed or is not legal.
    IllegalMove,
    /// A search limit or an option is out of range or has the wrong type.
    BadLimit,
    /// The input line is not valid UTF-8.
    BadUtf8,
    /// The input line is longer than 1 MiB, or the PGN game is too long.
    TooLong,
    /// The engine failed with an internal error.
    Internal,
}
