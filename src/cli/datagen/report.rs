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

/// `engine datagen --inspect FILE... --json`.
#[derive(Clone, Debug, Serialize)]
pub struct Inspection {
    /// The files, in the order in which they were read.
    pub files: Vec<PackedFile>,
    /// Games that could be read.
    pub games: u64,
    /// Moves with scores.
    pub plies: u64,
    /// How they ended.
    pub results: Results,
    /// Moves with scores by game; `null` if there is no game.
    pub game_plies: Option<GamePlies>,
    /// Scores by their size.
    pub scores: Vec<ScoreBand>,
    /// Games that were played move for move before.
    pub duplicate_games: u64,
    /// Positions that came up before.
    pub duplicate_positions: u64,
    /// Blocks that could not be read to their end.
    pub unsound: u64,
    /// Seeds that came up in two files, as `run/worker`.
    pub repeated_seeds: Vec<String>,
    /// The game that was asked for, or the first, as PGN; `null` if there is none.
    pub sample: Option<String>,
}

/// How games ended.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Results {
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
}

/// How long games are.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct GamePlies {
    /// The shortest.
    pub least: u64,
    /// On average, rounded.
    pub mean: u64,
    /// The longest.
    pub most: u64,
}

/// Scores of about a size, for either side.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ScoreBand {
    /// Centipawns, at least.
    pub from: i32,
    /// Centipawns, at most.
    pub to: i32,
    /// Positions.
    pub positions: u64,
    /// Points in a thousand games of the side that the score is for; `null` without positions.
    pub permille: Option<u64>,
}
