//! What is answered to a record that could not be analysed.

use schemars::JsonSchema;
use serde::Serialize;

use super::Origin;

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

impl Code {
    /// The code as it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BadJson => "bad_json",
            Self::BadFen => "bad_fen",
            Self::IllegalPosition => "illegal_position",
            Self::IllegalMove => "illegal_move",
            Self::BadLimit => "bad_limit",
            Self::BadUtf8 => "bad_utf8",
            Self::TooLong => "too_long",
            Self::Internal => "internal",
        }
    }
}
