//! A line in, a line out: positions analysed one by one, each answer a record of its own.
//!
//! Other programs already know how to spread lines over many machines (Spark, Ray, GNU parallel, SLURM, a pipe), so that
//! is how this engine runs on more than one. What an answer says hangs on its record alone: each begins with an empty table, whose
//! size follows from the limit of the record, and an empty memory. So it is the same whatever came before, on whichever machine, and
//! again after a retry.
//!
//! [`input`] cuts the input into entries ([`games`] does it for PGN), [`request`] reads an entry as a question, an [`Analyst`] answers
//! questions, and the [`ordered_pool`](crate::engine::ordered_pool) keeps several of them at work without letting anyone run too far ahead.

pub mod analyst;
pub mod games;
pub mod input;
pub mod reply;
mod reply_writer;
pub mod request;

use shakmaty::CastlingMode;

pub use self::analyst::Analyst;
use self::reply::{Code, Failure, Fault, Id, Operations, Origin};
use crate::{
    position::Line,
    search::{Limits, Setup},
    tablebase::Probing,
};

/// Nodes for a position when nobody says how many.
pub const DEFAULT_NODES: u64 = 1_000_000;

/// How far what was learned goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HashScope {
    /// Each record begins with an empty table.
    #[default]
    Record,
    /// Each searcher keeps its table: quicker along a game, but answers hang on what came before.
    Stream,
}

/// What a line of input is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Told by the line itself.
    #[default]
    Auto,
    /// A FEN.
    Fen,
    /// A position and operations about it.
    Epd,
    /// A JSON object.
    Jsonl,
    /// Not lines but games: every position of the main line.
    Pgn,
}

/// What all records have in common.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How to search.
    pub setup: Setup,
    /// When to end, for records without limits of their own, and how many lines to tell.
    pub limits: Limits,
    /// Only these moves, for records that name none.
    pub search_moves: Option<Vec<String>>,
    /// How castling is read and written, for records that do not say.
    pub mode: CastlingMode,
    /// The most memory for a table in MB, for records that do not say.
    pub hash: usize,
    /// Threads that search one position together.
    pub threads: usize,
    /// How far what was learned goes.
    pub scope: HashScope,
    /// Endgame tables, if there are any.
    pub tablebases: Option<Probing>,
    /// Whether answers tell what hangs on the run: time, speed, and the number of the record.
    pub timing: bool,
    /// What a line of input is.
    pub format: Format,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            setup: Setup::playing(),
            limits: Limits { nodes: Some(DEFAULT_NODES), ..Limits::default() },
            search_moves: None,
            mode: CastlingMode::Standard,
            hash: 16,
            threads: 1,
            scope: HashScope::Record,
            tablebases: None,
            timing: true,
            format: Format::Auto,
        }
    }
}

/// A record that can be searched.
#[derive(Clone, Debug)]
pub struct AnalysisTask {
    /// What it is called.
    pub id: Option<Id>,
    /// Where the game stands.
    pub line: Line,
    /// When to end.
    pub limits: Limits,
    /// The most memory for the table in MB.
    pub hash: usize,
    /// The operations of an EPD.
    pub operations: Operations,
    /// What was repaired or passed over.
    pub warnings: Vec<String>,
}

/// A record that cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// What it is called, as far as it could be read.
    pub id: Option<Id>,
    /// What is wrong.
    pub fault: Fault,
}

impl RecordError {
    /// A refusal of a record that has no id, or not yet.
    pub fn new(code: Code, field: Option<&str>, message: impl Into<String>) -> Self {
        let fault = Fault { code, field: field.map(str::to_owned), message: message.into() };
        Self { id: None, fault }
    }

    /// The record that says so.
    pub fn record(self, origin: Origin, input: String) -> Failure {
        Failure { origin, ok: false, error: self.fault, input }
    }
}
