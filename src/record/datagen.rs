//! `engine datagen --json`: what is in packed games, and what was taken of them.

use std::collections::BTreeMap;

use serde::Serialize;

/// A file of packed games.
#[derive(Clone, Debug, Serialize)]
pub struct PackedFile {
    /// Its path.
    pub file: String,
    /// The version of the engine that played; `null` if the header is damaged.
    pub engine: Option<String>,
    /// What `engine bench` told of it; `null` if nobody has told it.
    pub signature: Option<u64>,
    /// The hash of its network, in hexadecimal; `null` for none.
    pub network: Option<String>,
    /// Nodes to a move.
    pub nodes: Option<u32>,
    /// Its size.
    pub bytes: u64,
    /// Whole blocks.
    pub blocks: u64,
    /// Stretches that could not be read: damaged blocks, or a torn tail.
    pub damaged: u64,
    /// Bytes in them.
    pub lost_bytes: u64,
    /// Who has played in it.
    pub seeds: Vec<SeedGames>,
}

/// What one worker of a run has played.
#[derive(Clone, Debug, Serialize)]
pub struct SeedGames {
    /// The number of the run.
    pub run: u64,
    /// The worker.
    pub worker: u32,
    /// Games.
    pub games: u64,
}

/// `engine datagen --export FILE... --json`.
#[derive(Clone, Debug, Serialize)]
pub struct Export {
    /// The files, in the order in which they were read.
    pub files: Vec<PackedFile>,
    /// Games that were read.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
    /// Positions that were written.
    pub written: u64,
    /// Those that were not, by the reason.
    pub left_out: BTreeMap<&'static str, u64>,
    /// Blocks that could not be read to their end.
    pub unsound: u64,
    /// Seeds that came up in two files, as `run/worker`.
    pub repeated_seeds: Vec<String>,
    /// The time it took.
    pub time_ms: u64,
}
