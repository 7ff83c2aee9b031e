//! `engine datagen`: self-play games, training positions from them, and openings for matches.

pub(super) mod archive;
mod export;
mod inspect;
mod openings;
mod packed;
mod positions;

use std::{
    io::{self, Write},
    ops::RangeInclusive,
    path::PathBuf,
    process::ExitCode,
};

use clap::{Args, value_parser};

use super::{
    output::{Output, create},
    search_arguments::SearchArguments,
};
use crate::{engine::player::Player, search::tt::table::OutOfMemory};

const MAX_RANDOM_PLIES: u32 = 60;

/// Generate self-play training data, or openings for matches
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each flag is an independent command-line option")]
pub struct Arguments {
    #[command(flatten)]
    amount: Amount,
    /// Start no new iteration after N nodes per move; with --openings, search each candidate for N nodes
    /// [default: 2000; 1000 with --packed; 100000 with --openings]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Start each game with this many random plies, such as 8 or 8-9 [default: 8-9; 8-10 with --openings]
    #[arg(long, value_name = "PLIES", value_parser = parse_plies_range)]
    random_plies: Option<RangeInclusive<u32>>,
    /// Write packed games: whole games with a score for every move, in about two bytes per ply
    #[arg(long, requires = "output", conflicts_with_all = UNPACKED)]
    packed: bool,
    /// Append to a file of packed games, as the next worker of the run; an incomplete last block is removed
    #[arg(long, requires = "packed", conflicts_with_all = UNPACKED)]
    append: bool,
    /// Number of this worker in the run; --seed and --worker together determine the games [default: 0; with
    /// --append the next unused number in the file]
    #[arg(long, value_name = "N", requires = "packed", conflicts_with_all = UNPACKED)]
    worker: Option<u32>,
    /// Store this node count of engine bench in the header of the packed file
    #[arg(long, value_name = "NODES", requires = "packed", conflicts_with_all = UNPACKED)]
    signature: Option<u64>,
    /// Write at most N quiet positions of each game
    #[arg(long, value_name = "N", default_value_t = 12, conflicts_with = "openings")]
    per_game: usize,
    /// Seed for the random openings; without --seconds, the same seed gives the same file with any number of
    /// threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play N games, or read N blocks, in parallel [default: 1; with --export and --inspect the number of
    /// cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    #[command(flatten)]
    engine_options: SearchArguments,
    /// Write to this file, which must not exist unless --append is given [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// With --inspect, print game N as PGN, counted from 1 [default: 1]
    #[arg(long, value_name = "N", conflicts_with_all = AMOUNTS, conflicts_with = "export", value_parser = value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// With --inspect or --export, print JSON instead of text, one object per line
    #[arg(long, conflicts_with_all = AMOUNTS)]
    json: bool,
    /// Do not print progress and notes on stderr
    #[arg(short, long)]
    quiet: bool,
    // The filter options come last in the struct, because clap puts every option after a help heading under
    // that heading.
    #[command(flatten)]
    filter_options: export::FilterArguments,
}

/// Options that select the task: the amount of data to generate, or the files to export or inspect.
#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
struct Amount {
    /// Play N games
    #[arg(long, value_name = "N", conflicts_with_all = ["positions", "openings"], value_parser = value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Write N positions or slightly more: the last game is written completely
    #[arg(long, value_name = "N", conflicts_with = "openings", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Write N openings in which one side is slightly better, White as often as Black
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    openings: Option<u64>,
    /// Write packed games with N scored moves in total or slightly more: the last game is written completely
    #[arg(long, value_name = "N", requires = "packed", value_parser = value_parser!(u64).range(1..))]
    plies: Option<u64>,
    /// Play for at most N seconds; unfinished games are discarded
    #[arg(long, value_name = "N", requires = "packed", value_parser = value_parser!(u64).range(1..))]
    seconds: Option<u64>,
    /// Read packed games and write training positions, 36 bytes each, in the order of the games
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "output", conflicts_with_all = PLAYING)]
    export: Option<Vec<PathBuf>>,
    /// Read packed games and print a summary of their contents
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = PLAYING, conflicts_with_all = ["export", "output"])]
    inspect: Option<Vec<PathBuf>>,
}

/// Options that cannot be combined with `--packed`.
const UNPACKED: [&str; 3] = ["positions", "openings", "per_game"];

/// Options that set the amount of data to generate.
const AMOUNTS: [&str; 5] = ["games", "positions", "openings", "plies", "seconds"];

/// Options that cannot be combined with the filters of `--export`: [`AMOUNTS`] and `--inspect`.
const NO_EXPORT: [&str; 6] = ["games", "positions", "openings", "plies", "seconds", "inspect"];

/// Options for generating data, which conflict with `--export` and `--inspect`.
const PLAYING: [&str; 18] = [
    "games",
    "positions",
    "openings",
    "plies",
    "seconds",
    "packed",
    "append",
    "worker",
    "signature",
    "nodes",
    "random_plies",
    "per_game",
    "seed",
    "rung",
    "layers",
    "evaluator",
    "terms",
    "hash",
];

const EXAMPLES: &str = "\
Examples:
  engine datagen --games 20
  engine datagen --positions 300000 --nodes 1000 --threads 2 -o selfplay.epd
  engine datagen --packed --seconds 540 --threads 16 --seed 7 -o run7.games
  engine datagen --packed --plies 1000000 --seed 7 --append -o run7.games
  engine datagen --inspect run7.games --sample 12
  engine datagen --export run7.games run8.games -o positions.bin
  engine datagen --openings 2400 --seed 1 -o openings.epd

Without --packed and --openings every line is an EPD: a position, its game result (c9), and the search score in centipawns from the \
side to move's point of view (ce):
  8/5pk1/8/8/8/6P1/5P2/6K1 w - - c9 \"1/2-1/2\"; ce 12;

With --openings every line is a position without operations. A packed file stays below 16 MiB. Ctrl-C ends the run; all finished games are written. Default: 2 MiB hash per player, 4 MiB with --openings.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if let Some(files) = &arguments.amount.inspect {
        return inspect::run(arguments, files);
    }
    match &arguments.output {
        Some(path) if let Some(files) = &arguments.amount.export => {
            return export::write(arguments, files, path);
        }
        Some(path) if arguments.packed => return packed::write(arguments, path),
        Some(path) => write(arguments, &mut create(path)?)?,
        None => write(arguments, &mut io::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn write(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    match arguments.amount.openings {
        Some(wanted) => openings::write(arguments, wanted, out),
        None => positions::write(arguments, out),
    }
}

impl Arguments {
    fn player(&self, megabytes: usize) -> Result<Player, OutOfMemory> {
        Player::new(self.engine_options.setup(), self.engine_options.megabytes().unwrap_or(megabytes))
    }

    /// Returns the number of games, or of candidates for openings, that run in parallel.
    fn threads(&self) -> u32 {
        self.threads.unwrap_or(1)
    }

    /// Returns the number of blocks of packed games decoded in parallel.
    fn reader_threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, |threads| threads as usize)
    }

    const fn messages(&self) -> Output {
        Output { json: self.json, schema: false, quiet: self.quiet }
    }
}

/// Parses a number of plies or a range, such as `8` or `8-9`, up to [`MAX_RANDOM_PLIES`].
fn parse_plies_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let range = least.parse().and_then(|least| Ok(least..=most.parse()?));
    range
        .ok()
        .filter(|range| !range.is_empty() && *range.end() <= MAX_RANDOM_PLIES)
        .ok_or_else(|| format!("write a number of plies up to {MAX_RANDOM_PLIES} or a range, as in 8 or 8-9"))
}
