//! `engine datagen`: games against itself, whole or for positions to tune an evaluator with; and openings for matches.

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

const MOST_RANDOM_PLIES: u32 = 60;

/// Play against itself and write quiet positions with the results of their games, whole games packed, or openings for matches
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "options are independent of each other")]
pub struct Arguments {
    #[command(flatten)]
    amount: Amount,
    /// Nodes to a move, the depth under way is finished; or to an opening [default: 2000; 1000 with --packed; 100000 with --openings]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Random moves each game begins with: so many, or between two numbers [default: 8-9; 8-10 with --openings]
    #[arg(long, value_name = "PLIES", value_parser = parse_plies_range)]
    random_plies: Option<RangeInclusive<u32>>,
    /// Write whole games with their scores, in about two bytes a ply
    #[arg(long, requires = "output", conflicts_with_all = UNPACKED)]
    packed: bool,
    /// Go on with a file of packed games: a torn block at its end is cut off, a new worker of the run plays on
    #[arg(long, requires = "packed", conflicts_with_all = UNPACKED)]
    append: bool,
    /// The worker of the run: with the seed it decides the games, and no two may be the same [default: the next of the file]
    #[arg(long, value_name = "N", requires = "packed", conflicts_with_all = UNPACKED)]
    worker: Option<u32>,
    /// What `engine bench` tells of this engine, for the header of a packed file
    #[arg(long, value_name = "NODES", requires = "packed", conflicts_with_all = UNPACKED)]
    signature: Option<u64>,
    /// Positions taken of one game, at most
    #[arg(long, value_name = "N", default_value_t = 12, conflicts_with = "openings")]
    per_game: usize,
    /// The same seed gives the same file, whatever the number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at a time; or blocks that are read at a time [default: 1; one a core with --export and --inspect]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    #[command(flatten)]
    engine_options: SearchArguments,
    /// Where to write, game by game; it must not exist, but for --append [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The game that --inspect shows, from 1
    #[arg(long, value_name = "N", conflicts_with_all = AMOUNTS, conflicts_with = "export", value_parser = value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Print one JSON object
    #[arg(long, conflicts_with_all = AMOUNTS)]
    json: bool,
    /// No progress bar and no remarks
    #[arg(short, long)]
    quiet: bool,
    // Last, since what follows a heading stands under it.
    #[command(flatten)]
    filter_options: export::FilterArguments,
}

/// How much of what, or what of which files.
#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
struct Amount {
    /// Games to play
    #[arg(long, value_name = "N", conflicts_with_all = ["positions", "openings"], value_parser = value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Positions to write; the last game is written whole
    #[arg(long, value_name = "N", conflicts_with = "openings", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Openings to write: one side is somewhat better, White as often as Black
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    openings: Option<u64>,
    /// Moves with scores to write; the last game is written whole
    #[arg(long, value_name = "N", requires = "packed", value_parser = value_parser!(u64).range(1..))]
    plies: Option<u64>,
    /// Seconds to play, at most; games under way are dropped then
    #[arg(long, value_name = "N", requires = "packed", value_parser = value_parser!(u64).range(1..))]
    seconds: Option<u64>,
    /// Read packed games and write what a trainer reads: 36 bytes for each position that is worth it, in the order of the games
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "output", conflicts_with_all = PLAYING)]
    export: Option<Vec<PathBuf>>,
    /// Read packed games and tell what is in them
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = PLAYING, conflicts_with_all = ["export", "output"])]
    inspect: Option<Vec<PathBuf>>,
}

/// What is not for packed games.
const UNPACKED: [&str; 3] = ["positions", "openings", "per_game"];

/// What says that games are to be played.
const AMOUNTS: [&str; 5] = ["games", "positions", "openings", "plies", "seconds"];

/// What leaves nothing to choose positions from.
const NO_EXPORT: [&str; 6] = ["games", "positions", "openings", "plies", "seconds", "inspect"];

/// What has no meaning where nothing is played.
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

A line is an EPD: position, c9 with the result of its game, ce with the score in centipawns for the side to move:
  8/5pk1/8/8/8/6P1/5P2/6K1 w - - c9 \"1/2-1/2\"; ce 12;
Openings are bare positions. A packed file ends below 16 MiB; Ctrl-C ends it in good order.";

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

    /// Games at a time.
    fn threads(&self) -> u32 {
        self.threads.unwrap_or(1)
    }

    /// Blocks that are read at a time.
    fn reader_threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, |threads| threads as usize)
    }

    const fn messages(&self) -> Output {
        Output { json: self.json, schema: false, quiet: self.quiet }
    }
}

/// Reads `8` or `8-9`.
fn parse_plies_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let range = least.parse().and_then(|least| Ok(least..=most.parse()?));
    range
        .ok()
        .filter(|range| !range.is_empty() && *range.end() <= MOST_RANDOM_PLIES)
        .ok_or_else(|| format!("write one number or two, at most {MOST_RANDOM_PLIES}, as in 8 or 8-9"))
}
