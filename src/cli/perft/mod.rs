//! `engine perft`: the leaves of the tree of legal moves, counted or checked against a suite.

pub mod suite;

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::{Args, value_parser};
use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::{CastlingMode, Chess};

use super::{
    exit::UsageError,
    output::{Output, print, print_json},
    search_arguments::{PositionArguments, megabytes_parser},
};
use crate::{
    json::millis,
    position::{
        Move, Position, Strictness,
        perft::{divide_by, perft},
        perft_table::PerftTable,
    },
    search::{nodes_per_second, tt::table::OutOfMemory},
};

/// Beyond this no count ends within a lifetime.
const MOST_PLIES: i64 = 30;

/// Count the lines of legal moves, or check the counts of a suite
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Plies
    #[arg(value_parser = value_parser!(u32).range(0..=MOST_PLIES), required_unless_present = "suite", conflicts_with = "suite")]
    depth: Option<u32>,
    #[command(flatten)]
    start: PositionArguments,
    /// Read castling rights and write castling as in Chess960
    #[arg(long)]
    chess960: bool,
    /// Count below each move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Check every D1, D2, … of a file of EPD lines
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    suite: Option<PathBuf>,
    /// Leave out what a suite says of greater depths
    #[arg(long, value_name = "PLIES", requires = "suite")]
    max_depth: Option<u32>,
    /// Remember counts in a table of so many MB: quicker, but no longer a measure of speed
    #[arg(long, value_name = "MB", value_parser = megabytes_parser())]
    hash: Option<u32>,
    /// Threads that count
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    threads: u32,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine perft 6
  engine perft 4 --fen kiwipete --divide
  engine perft --suite standard.epd --max-depth 5     exit code 3 says that a count is wrong";

/// `engine perft DEPTH --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Perft {
    /// The position.
    fen: String,
    /// Plies.
    depth: u32,
    /// Lines of so many plies.
    leaves: u64,
    /// The time the count took.
    time_ms: u64,
    /// Leaves a second.
    nps: u64,
    /// The leaves below each move, if asked for.
    divide: Option<Vec<Share>>,
}

/// The leaves below one move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Share {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// The leaves below it.
    leaves: u64,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match (&arguments.suite, arguments.depth) {
        (Some(path), _) => suite::run(arguments, path),
        (None, Some(depth)) => run_position(arguments, depth),
        (None, None) => Err(UsageError("say how deep, as in: engine perft 6".to_owned()).into()),
    }
}

impl Arguments {
    const fn mode(&self) -> CastlingMode {
        if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    fn position(&self) -> Result<Position, UsageError> {
        let case = self.start.case(self.mode(), Strictness::Suite, &self.output)?;
        Ok(case.map_or_else(Position::start, |case| case.position))
    }
}

/// What was counted below the moves of one position, and how long it took.
struct Count {
    leaves: u64,
    time: Duration,
    divided: Option<Vec<(Move, u64)>>,
}

/// Counts with the bare loop where that is enough.
fn count(arguments: &Arguments, position: &Position, depth: u32) -> anyhow::Result<Count> {
    let started = Instant::now();
    let Some(megabytes) = arguments.hash else {
        return Ok(count_with(perft, arguments, position, depth, started));
    };
    let table = PerftTable::new(megabytes as usize).ok_or(OutOfMemory(megabytes as usize))?;
    let perft_with_table = |chess: &Chess, depth| table.perft(chess, depth);
    Ok(count_with(perft_with_table, arguments, position, depth, started))
}

fn count_with(
    perft: impl Fn(&Chess, u32) -> u64 + Sync,
    arguments: &Arguments,
    position: &Position,
    depth: u32,
    started: Instant,
) -> Count {
    let chess = position.chess();
    if depth == 0 || arguments.threads == 1 && !arguments.divide {
        let leaves = perft(chess, depth);
        return Count { leaves, time: started.elapsed(), divided: None };
    }
    let divided = divide_by(chess, depth, arguments.threads as usize, || false, perft).unwrap_or_default();
    let leaves = divided.iter().map(|(_, leaves)| leaves).sum();
    Count { leaves, time: started.elapsed(), divided: arguments.divide.then_some(divided) }
}

fn run_position(arguments: &Arguments, depth: u32) -> anyhow::Result<ExitCode> {
    let position = arguments.position()?;
    let count = count(arguments, &position, depth)?;
    let shares = count.divided.as_ref().map(|divided| {
        divided
            .iter()
            .map(|(mv, leaves)| Share { mv: position.uci(*mv), leaves: *leaves })
            .collect::<Vec<_>>()
    });
    if arguments.output.json {
        print_json(Perft {
            fen: position.to_string(),
            depth,
            leaves: count.leaves,
            time_ms: millis(count.time),
            nps: nodes_per_second(count.leaves, count.time),
            divide: shares,
        })?;
    } else {
        print(|out| {
            for Share { mv, leaves } in shares.iter().flatten() {
                writeln!(out, "{mv}: {leaves}")?;
            }
            if shares.is_some() {
                writeln!(out)?;
            }
            write_totals(out, count.leaves, count.time)
        })?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The last lines, in the words other engines use, so that scripts find them.
fn write_totals(out: &mut dyn Write, leaves: u64, time: Duration) -> io::Result<()> {
    let nps = nodes_per_second(leaves, time);
    writeln!(out, "Nodes searched: {leaves}\nTime (ms): {}\nNodes/second: {nps}", millis(time))
}
