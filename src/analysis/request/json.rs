//! `engine analyse`: what may be asked.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::analysis::reply::Id;

/// A line of input that begins with `{`. Limits of its own stand in place of those of the command line; without any, it is
/// 1,000,000 nodes.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct Request {
    /// Echoed in the answer.
    pub id: Option<Id>,
    /// The position: a FEN, or `startpos`.
    pub fen: String,
    /// Moves played from there, as in `e2e4`, `e7e8q`.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Plies: 1 to 200.
    pub depth: Option<u64>,
    /// Nodes: 1 or more.
    pub nodes: Option<u64>,
    /// Milliseconds: 1 or more.
    pub movetime: Option<u64>,
    /// End as soon as a mate in so many moves or fewer is certain, for either side: 1 or more.
    pub mate: Option<u64>,
    /// How many of the best moves to tell: 1 or more.
    pub multipv: Option<u64>,
    /// Only these moves, as in `e2e4`: at least one.
    pub searchmoves: Option<Vec<String>>,
    /// Whether castling is read and written as in Chess960.
    pub chess960: Option<bool>,
    /// Options of the engine for this record alone.
    #[serde(default)]
    pub options: Options,
    /// Everything else is told as a warning.
    #[serde(flatten)]
    #[schemars(skip)]
    pub unknown: Map<String, Value>,
}

/// Options of the engine for one record.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct Options {
    /// The most memory for the table in MB: 1 or more.
    #[serde(rename = "Hash", alias = "hash")]
    pub hash: Option<u64>,
    /// Everything else is told as a warning.
    #[serde(flatten)]
    #[schemars(skip)]
    pub unknown: Map<String, Value>,
}
