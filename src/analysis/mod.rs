//! Batch analysis: one record (a position) per input line, one JSON object per output line.
//!
//! [`input`] splits the input into records ([`games`] does this for PGN), [`request`] parses a record into an
//! [`AnalysisTask`], an [`Analyst`] searches it, and [`reply`] defines the output record. The
//! [`ordered_pool`](crate::engine::ordered_pool) runs several analysts in parallel with bounded memory.
//!
//! The result of a record depends only on the record and the settings, not on earlier records: the search
//! starts with an empty transposition table, whose size follows from the node limit, and with empty
//! histories. Tools such as Spark, Ray, GNU parallel and SLURM can therefore distribute the records over many
//! machines and repeat them after a failure.
#![doc = include_str!("README.md")]

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

/// Default node limit per position.
pub const DEFAULT_NODES: u64 = 1_000_000;

/// When the transposition table is cleared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HashScope {
    /// Clear the table before each record.
    #[default]
    Record,
    /// Keep the table for the whole stream: faster for consecutive positions of a game, but results depend on
    /// earlier records.
    Stream,
}

/// Input format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// FEN, EPD or JSON, detected for each line.
    #[default]
    Auto,
    /// One FEN per line.
    Fen,
    /// One EPD record per line.
    Epd,
    /// One JSON request per line.
    Jsonl,
    /// PGN games. Each position of the main line is a record.
    Pgn,
}

/// Settings of a run. A JSON request can override the limits, root moves, castling mode and hash size.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Search algorithm and evaluator.
    pub setup: Setup,
    /// Default search limits and number of principal variations.
    pub limits: Limits,
    /// Default root moves to search; `None` means all legal moves.
    pub search_moves: Option<Vec<String>>,
    /// Default notation of castling.
    pub mode: CastlingMode,
    /// Default hash size in MiB.
    pub hash: usize,
    /// Number of search threads per position.
    pub threads: usize,
    /// When the transposition table is cleared.
    pub scope: HashScope,
    /// Syzygy tablebases and probing options, if any.
    pub tablebases: Option<Probing>,
    /// Whether output records contain the fields that vary between runs: `time_ms`, `nps` and `seq`.
    pub timing: bool,
    /// Input format.
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

/// A parsed record: a position with its search limits.
#[derive(Clone, Debug)]
pub struct AnalysisTask {
    /// Id of the record.
    pub id: Option<Id>,
    /// Position to analyse, with the moves that led to it.
    pub line: Line,
    /// Search limits.
    pub limits: Limits,
    /// Hash size in MiB.
    pub hash: usize,
    /// Operations of an EPD record.
    pub operations: Operations,
    /// Repairs of the position, and ignored fields of the request.
    pub warnings: Vec<String>,
}

/// Error of a record that cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Id of the record, if it could be read.
    pub id: Option<Id>,
    /// Error code, field and message.
    pub fault: Fault,
}

impl RecordError {
    /// Creates an error without an id.
    pub fn new(code: Code, field: Option<&str>, message: impl Into<String>) -> Self {
        let fault = Fault { code, field: field.map(str::to_owned), message: message.into() };
        Self { id: None, fault }
    }

    /// Converts the error to an output record. `input` is the text of the record.
    pub fn record(self, origin: Origin, input: String) -> Failure {
        Failure { origin, ok: false, error: self.fault, input }
    }
}
