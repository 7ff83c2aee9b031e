//! `engine datagen`: games against itself, for positions to tune an evaluator with; and openings for matches.

mod openings;
mod positions;

use std::{
    io::{self, Write},
    ops::RangeInclusive,
    path::PathBuf,
    process::ExitCode,
};

use clap::{Args, value_parser};

use super::{
    choose::How,
    output::{Output, create},
};
use crate::{search::table::OutOfMemory, selfplay::Player};

const MOST_RANDOM_PLIES: u32 = 60;

/// Play against itself and write quiet positions with the results of their games, or openings for matches
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    amount: Amount,
    /// Nodes to a move, the depth under way is finished; or to an opening [default: 2000; 100000 with --openings]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Random moves each game begins with: so many, or between two numbers [default: 8-9; 8-10 with --openings]
    #[arg(long, value_name = "PLIES", value_parser = plies_range)]
    random_plies: Option<RangeInclusive<u32>>,
    /// Positions taken of one game, at most
    #[arg(long, value_name = "N", default_value_t = 12, conflicts_with = "openings")]
    per_game: usize,
    /// The same seed gives the same file, whatever the number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    threads: u32,
    #[command(flatten)]
    how: How,
    /// Where to write, game by game; it must not exist [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// No progress bar and no remarks
    #[arg(short, long)]
    quiet: bool,
}

/// How much of what.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct Amount {
    /// Games to play
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Positions to write; the last game is written whole
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Openings to write: one side is somewhat better, White as often as Black
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    openings: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen --games 20
  engine datagen --positions 300000 --nodes 1000 --threads 2 -o selfplay.epd
  engine datagen --openings 2400 --seed 1 -o openings.epd

A line is an EPD: position, c9 with the result of its game, ce with the score in centipawns for the side to move:
  8/5pk1/8/8/8/6P1/5P2/6K1 w - - c9 \"1/2-1/2\"; ce 12;
Openings are bare positions.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.output {
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
        Player::new(self.how.setup(), self.how.megabytes().unwrap_or(megabytes))
    }

    const fn talk(&self) -> Output {
        Output { json: false, schema: false, quiet: self.quiet }
    }
}

/// Reads `8` or `8-9`.
fn plies_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let range = least.parse().and_then(|least| Ok(least..=most.parse()?));
    range
        .ok()
        .filter(|range| !range.is_empty() && *range.end() <= MOST_RANDOM_PLIES)
        .ok_or_else(|| format!("write one number or two, at most {MOST_RANDOM_PLIES}, as in 8 or 8-9"))
}
