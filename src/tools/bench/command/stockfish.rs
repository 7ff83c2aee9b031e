//! Positional arguments in Stockfish's order, used by test servers: `bench HASH THREADS LIMIT FILE TYPE`.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, ValueEnum, value_parser};

use crate::{
    search::{Limits, MAX_DEPTH},
    tools::common::{
        exit::UsageError,
        search_arguments::{megabytes_parser, threads_parser},
    },
};

/// FILE argument that selects the fifty positions of the bench.
const DEFAULT_FILE: &str = "default";

/// Positional arguments of `engine bench`, in Stockfish's order.
#[derive(Args, Debug)]
pub struct Positional {
    /// Size of the engine's hash table, in MiB [default: 16]
    #[arg(value_name = "HASH", value_parser = megabytes_parser(), conflicts_with_all = ["hash", "side-by-side"])]
    pub megabytes: Option<usize>,
    /// Number of search threads [default: 1]
    #[arg(value_name = "THREADS", value_parser = threads_parser(), conflicts_with = "threads")]
    pub thread_count: Option<usize>,
    /// Limit of each search, in the unit TYPE [default: 13]
    #[arg(value_name = "LIMIT", value_parser = value_parser!(u64).range(1..), conflicts_with_all = ["depth", "nodes", "movetime"])]
    limit: Option<u64>,
    /// File with one EPD or FEN per line, or 'default' for the 50 built-in positions [default: default]
    #[arg(value_name = "FILE", conflicts_with_all = ["epd", "fen"])]
    file: Option<PathBuf>,
    /// Unit of LIMIT
    #[arg(value_name = "TYPE", value_enum, default_value_t)]
    unit: Unit,
}

/// Unit of the argument LIMIT.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Unit {
    /// Depth in plies
    #[default]
    Depth,
    /// Number of nodes
    Nodes,
    /// Time in milliseconds
    Movetime,
}

impl Positional {
    /// Returns the search limit that the arguments LIMIT and TYPE set, if given.
    ///
    /// # Errors
    /// [`UsageError`] if the depth exceeds [`MAX_DEPTH`].
    pub fn limits(&self) -> Result<Option<Limits>, UsageError> {
        let Some(limit) = self.limit else { return Ok(None) };
        Ok(Some(match self.unit {
            Unit::Depth => {
                let depth = i32::try_from(limit).ok().filter(|depth| *depth <= MAX_DEPTH);
                Limits::depth(depth.ok_or_else(|| {
                    UsageError(format!("LIMIT {limit}: the depth must be at most {MAX_DEPTH}; for a node limit, use 'nodes' as TYPE"))
                })?)
            }
            Unit::Nodes => Limits { nodes: Some(limit), ..Limits::default() },
            Unit::Movetime => Limits { movetime: Some(Duration::from_millis(limit)), ..Limits::default() },
        }))
    }

    /// Returns the argument FILE, a file with positions; `None` means the fifty positions of the bench.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref().filter(|path| *path != Path::new(DEFAULT_FILE))
    }
}
