//! Batch analysis: analyses a stream of input records (positions) and creates one output record for each.
//!
//! [`input`] splits text input into records, [`games`] splits PGN input, [`request`] parses a record into an
//! [`AnalysisTask`], an [`Analyst`] searches the position of the task, and [`reply`] defines the output
//! record. The [`ordered_pool`](crate::tools::common::ordered_pool) runs several analysts in parallel with bounded
//! memory.
//!
//! The search result of a record depends only on the record and the settings, not on earlier
//! records: each search starts with an empty transposition table, whose number of entries follows from the
//! node limit, and with empty histories. Tools such as Spark, Ray, GNU parallel and SLURM can therefore
//! distribute the records over many machines and repeat them after a failure.
#![doc = include_str!("README.md")]

pub mod analyst;
pub(super) mod command;
pub mod games;
pub mod input;
pub mod reply;
pub mod request;

use shakmaty::CastlingMode;

pub use self::analyst::Analyst;
use self::reply::Operations;
use crate::{
    chess::{position::Line, tablebase::Probing},
    search::{Limits, Setup, tt::table::DEFAULT_MEGABYTES},
};

/// Default node limit per position.
pub const DEFAULT_NODES: u64 = 1_000_000;

/// Settings for all records of a run. A JSON request can replace the limits, the number of variations, the
/// root moves, the castling notation and the hash size for its own record.
#[derive(Clone, Debug)]
pub struct AnalysisSettings {
    /// Search algorithm and evaluator for all records.
    pub setup: Setup,
    /// Search limits and number of principal variations of a record that sets none.
    pub limits: Limits,
    /// Root moves to search, in SAN or UCI notation, for a record that sets none; `None` means all legal moves.
    pub search_moves: Option<Vec<String>>,
    /// Castling notation (standard or Chess960) of a record that sets none.
    pub mode: CastlingMode,
    /// Maximum hash size in MiB for a record that sets none.
    pub hash: usize,
    /// Number of search threads per position.
    pub threads: usize,
    /// Syzygy tablebases with probing options; `None` to search without tablebases.
    pub tablebases: Option<Probing>,
    /// Whether output records contain the fields that vary between runs: `time_ms`, `nps` and `seq`.
    pub timing: bool,
}

impl Default for AnalysisSettings {
    fn default() -> Self {
        Self {
            setup: Setup::playing(),
            limits: Limits { nodes: Some(DEFAULT_NODES), ..Limits::default() },
            search_moves: None,
            mode: CastlingMode::Standard,
            hash: DEFAULT_MEGABYTES,
            threads: 1,
            tablebases: None,
            timing: true,
        }
    }
}

/// A parsed input record: a position to analyse, with search limits and options.
#[derive(Clone, Debug)]
pub struct AnalysisTask {
    /// [`Origin::request_hash`](reply::Origin::request_hash) of the record.
    pub request_hash: Option<String>,
    /// Position to analyse, with the start position and the moves that led to the analysed position.
    pub line: Line,
    /// Limits of the search of this record.
    pub limits: Limits,
    /// Maximum hash size for this record, in MiB.
    pub hash: usize,
    /// Operations of the EPD record; empty for other formats.
    pub operations: Operations,
    /// Warnings for the output record: repairs of the input position, and ignored fields of the JSON request.
    pub warnings: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::support::text::{assert_states, grouped};

    #[test]
    fn the_guides_state_the_default_node_limit() {
        let nodes = grouped(DEFAULT_NODES);
        assert_states("src/tools/analyse/README.md", &format!("the search stops after {nodes} nodes."));
        assert_states(
            "src/tools/solve/README.md",
            &format!("search limits per position (default: {nodes} nodes)"),
        );
    }
}
