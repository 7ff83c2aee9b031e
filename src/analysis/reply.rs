//! `engine analyse`: what is answered, a line each.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::{json::Versioned, position::GameEnd, score::Score, search::types::window::Bound};

/// What a record is called by whoever sent it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "an id is a string or a whole number")]
pub enum Id {
    /// A name.
    Text(String),
    /// A number.
    Number(i64),
}

/// One line of output.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Reply {
    /// The position was analysed.
    Analysis(Box<Versioned<Analysis>>),
    /// The record was refused.
    Failure(Box<Versioned<Failure>>),
}

/// Which record a reply belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Origin {
    /// The id of the request or of the EPD; `null` if it has none.
    pub id: Option<Id>,
    /// Without an id: the 64-bit FNV-1a hash of the line, by which `--resume` knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_hash: Option<String>,
    /// The number of the record in the input, from 0; not with `--no-timing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

/// What is known of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Analysis {
    /// Which record it was.
    #[serde(flatten)]
    pub origin: Origin,
    /// `true`.
    #[schemars(extend("const" = true))]
    pub ok: bool,
    /// The position that was searched, after the moves of the request.
    pub fen: String,
    /// The side to move: `w` or `b`.
    pub turn: char,
    /// The move to play; `null` if the game is over.
    pub bestmove: Option<String>,
    /// The same as people write it.
    pub san: Option<String>,
    /// The reply to expect.
    pub ponder: Option<String>,
    /// The value for the side to move.
    pub score: Score,
    /// What the score says about the true value.
    pub bound: Bound,
    /// The value for White.
    pub score_white: Score,
    /// Chances of the side to move in permille: to win, to draw, to lose.
    pub wdl: [u16; 3],
    /// Plies searched.
    pub depth: i32,
    /// The greatest ply reached.
    pub seldepth: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Positions looked up in the endgame tables.
    pub tbhits: u64,
    /// How full the table is, in permille.
    pub hashfull: u16,
    /// The time it took; not with `--no-timing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Nodes a second; not with `--no-timing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// The line to expect.
    pub pv: Vec<String>,
    /// The same as people write it.
    pub pv_san: String,
    /// The best lines, the best first, if more than one was asked for.
    pub lines: Vec<Line>,
    /// Why there is no move to look for; `null` if there is.
    pub terminal: Option<GameEnd>,
    /// Name and version of the engine.
    pub engine: String,
    /// How it was set.
    pub options: Used,
    /// The operations of an EPD, as they were read.
    #[serde(skip_serializing_if = "Operations::is_empty")]
    pub operations: Operations,
    /// What was repaired or passed over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// One of several lines.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Line {
    /// Its rank, from 1.
    pub multipv: usize,
    /// Its first move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same as people write it.
    pub san: String,
    /// The value for the side to move.
    pub score: Score,
    /// The value for White.
    pub score_white: Score,
    /// Chances of the side to move in permille: to win, to draw, to lose.
    pub wdl: [u16; 3],
    /// The line.
    pub pv: Vec<String>,
    /// The same as people write it.
    pub pv_san: String,
}

/// How the engine was set.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Used {
    /// Threads that searched together.
    pub threads: usize,
    /// The most memory for the table in MB.
    pub hash_mb: usize,
}

/// Opcodes with their operands, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema)]
pub struct Operations(
    #[schemars(with = "std::collections::BTreeMap<String, Vec<String>>")] pub Vec<(String, Vec<String>)>,
);

impl Operations {
    /// Whether there is none.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// An object; what an opcode says twice is said once, with all operands.
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

/// A record that could not be analysed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Failure {
    /// Which record it was.
    #[serde(flatten)]
    pub origin: Origin,
    /// `false`.
    #[schemars(extend("const" = false))]
    pub ok: bool,
    /// What is wrong.
    pub error: Fault,
    /// The record as it was read; a very long one is cut.
    pub input: String,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fault {
    /// What kind of fault.
    pub code: Code,
    /// The field of the request, or the opcode; `null` if it is the line as a whole.
    pub field: Option<String>,
    /// What, where, and how to mend it.
    pub message: String,
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The line is no JSON, or a field has the wrong type.
    BadJson,
    /// The position or the operations cannot be read.
    BadFen,
    /// The position can be read, but no game leads there.
    IllegalPosition,
    /// A move is none, or not legal where it stands.
    IllegalMove,
    /// A limit or an option makes no sense.
    BadLimit,
    /// The line is not UTF-8.
    BadUtf8,
    /// The line has more than a megabyte.
    TooLong,
    /// The engine has failed.
    Internal,
}
