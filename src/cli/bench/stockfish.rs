//! Stockfish's spelling, which test servers use: `bench HASH THREADS LIMIT FILE TYPE`, every word optional from the right.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, ValueEnum, value_parser};

use crate::{
    cli::{
        exit::UsageError,
        search_arguments::{megabytes_parser, threads_parser},
    },
    search::{Limits, MAX_DEPTH},
};

/// The word that stands for the frozen positions.
const DEFAULT_FILE: &str = "default";

/// The five words.
#[derive(Args, Debug)]
pub struct Positional {
    /// The size of the table in MB
    #[arg(value_name = "HASH", value_parser = megabytes_parser(), conflicts_with_all = ["hash", "side-by-side"])]
    megabytes: Option<u32>,
    /// Threads that search together
    #[arg(value_name = "THREADS", value_parser = threads_parser(), conflicts_with = "threads")]
    thread_count: Option<u32>,
    /// The limit for each position
    #[arg(value_name = "LIMIT", value_parser = value_parser!(u64).range(1..), conflicts_with_all = ["depth", "nodes", "movetime"])]
    limit: Option<u64>,
    /// The positions: default, or a file of EPD lines or FENs
    #[arg(value_name = "FILE", conflicts_with_all = ["epd", "fen"])]
    file: Option<PathBuf>,
    /// What LIMIT counts
    #[arg(value_name = "TYPE", value_enum, default_value_t)]
    unit: Unit,
}

/// What a limit counts.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Unit {
    /// Plies
    #[default]
    Depth,
    /// Nodes
    Nodes,
    /// Milliseconds
    Movetime,
}

impl Positional {
    /// The size of the table in MB, if it was given.
    pub fn megabytes(&self) -> Option<usize> {
        self.megabytes.map(|megabytes| megabytes as usize)
    }

    /// How many threads search, if it was given.
    pub fn threads(&self) -> Option<usize> {
        self.thread_count.map(|threads| threads as usize)
    }

    /// The limits, if they were given.
    ///
    /// # Errors
    /// [`UsageError`] if no search goes so deep.
    pub fn limits(&self) -> Result<Option<Limits>, UsageError> {
        let Some(limit) = self.limit else { return Ok(None) };
        Ok(Some(match self.unit {
            Unit::Depth => {
                let depth = i32::try_from(limit).ok().filter(|depth| *depth <= MAX_DEPTH);
                Limits::depth(depth.ok_or_else(|| {
                    UsageError(format!("LIMIT {limit}: the depth must be at most {MAX_DEPTH}; write nodes as TYPE if you meant nodes"))
                })?)
            }
            Unit::Nodes => Limits { nodes: Some(limit), ..Limits::default() },
            Unit::Movetime => Limits { movetime: Some(Duration::from_millis(limit)), ..Limits::default() },
        }))
    }

    /// The file, if one other than the frozen positions was given.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref().filter(|path| *path != Path::new(DEFAULT_FILE))
    }
}
