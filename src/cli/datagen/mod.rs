//! `engine datagen`: self-play games, training positions from them, and openings for matches.

pub(super) mod archive;
pub(super) mod export;
pub(super) mod games;
pub(super) mod inspect;
pub(super) mod openings;
pub(super) mod positions;

use std::{
    ops::RangeInclusive,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Args, Subcommand};
use shakmaty::CastlingMode;

use super::{
    exit::UsageError,
    input,
    output::{Output, is_stdout, print_message},
    search_arguments::{SearchArguments, read_starts},
    values::number,
};
use crate::{
    engine::player::Player, json::Header, lab::openings::random::Starts, search::tt::table::OutOfMemory,
};

const MAX_RANDOM_PLIES: u32 = 60;

/// Generate self-play training data, or openings for matches
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// Subcommands of `engine datagen`, in the order in which the help lists them.
#[derive(Debug, Subcommand)]
enum Command {
    Games(Box<games::Arguments>),
    Positions(Box<positions::Arguments>),
    Openings(Box<openings::Arguments>),
    Export(Box<export::Arguments>),
    Inspect(Box<inspect::Arguments>),
}

const EXAMPLES: &str = "\
Examples:
  engine datagen games --seconds 540 --jobs 16 --seed 7 -o run7.games
  engine datagen inspect run7.games
  engine datagen export run7.games -o positions.bin
  engine datagen positions --positions 300k -o selfplay.epd
  engine datagen openings --openings 2400 -o openings.epd

Use 'engine datagen COMMAND --help' for the options of a command.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Command::Games(arguments) => games::run(arguments),
        Command::Positions(arguments) => positions::run(arguments),
        Command::Openings(arguments) => openings::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Inspect(arguments) => inspect::run(arguments),
    }
}

/// Options of the subcommands that play games or search openings.
#[derive(Args, Debug)]
struct PlayArguments {
    /// Begin each game at a random start position of Chess960 instead of the start position of chess
    #[arg(long)]
    chess960: bool,
    /// Begin each game at a random position of this file, one EPD or FEN per line (- for stdin), such as endings;
    /// with --chess960 their castling rights are those of Chess960
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,
    #[command(flatten)]
    engine_options: SearchArguments,
    /// Number of games or candidates in parallel, each searched by one thread
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=1024))]
    jobs: u32,
    /// Seed for the random moves; the same seed gives the same data with any number of jobs
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Print a summary of the run as one JSON object on stdout
    #[arg(long)]
    json: bool,
    /// Print the JSON Schema of the --json output and exit
    #[arg(long)]
    schema: bool,
    #[command(flatten)]
    messages: MessageArguments,
}

impl PlayArguments {
    fn player(&self, megabytes: usize) -> Result<Player, OutOfMemory> {
        Player::new(self.engine_options.setup(), self.engine_options.megabytes().unwrap_or(megabytes))
    }

    /// Returns the header of the summary; `megabytes` is the default hash size.
    fn header(&self, megabytes: usize) -> Header {
        let hash = self.engine_options.megabytes().unwrap_or(megabytes);
        Header { seed: Some(self.seed), ..Header::new(hash) }
    }

    /// Refuses `--json` if the data are also written to standard output.
    ///
    /// # Errors
    /// [`UsageError`] if `path` is standard output and `--json` is given.
    fn refuse_two_outputs(&self, path: &Path) -> Result<(), UsageError> {
        if self.json && is_stdout(path) {
            let message = "--json: stdout is also the output of the data: name a file with --output";
            return Err(UsageError(message.to_owned()));
        }
        Ok(())
    }

    /// Returns the start positions that `--chess960` and `--starts` select.
    ///
    /// # Errors
    /// If the file of `--starts` cannot be read; [`UsageError`] if a line of it is not a position or the game is
    /// already over in a position.
    fn starts(&self) -> anyhow::Result<Starts> {
        let mode = CastlingMode::from_chess960(self.chess960);
        match &self.starts {
            Some(path) => {
                Ok(Starts::Listed(read_starts(input::open_text(path)?, path, mode, "--starts")?.into()))
            }
            None if self.chess960 => Ok(Starts::Chess960),
            None => Ok(Starts::Standard),
        }
    }
}

/// Options of the subcommands that read packed games.
#[derive(Args, Debug)]
struct ReadArguments {
    /// Number of blocks of games to read in parallel [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = number::<u32>(1..=1024))]
    jobs: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print the JSON Schema of the --json output and exit
    #[arg(long)]
    schema: bool,
    #[command(flatten)]
    messages: MessageArguments,
}

impl ReadArguments {
    /// Returns the number of blocks of packed games decoded in parallel.
    fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, |jobs| jobs as usize)
    }
}

/// The options `--quiet` and `--verbose`.
#[derive(Args, Debug)]
struct MessageArguments {
    /// Do not print progress and notes on stderr
    #[arg(short, long)]
    quiet: bool,
    /// Print a summary on stderr at the end, even with --quiet
    #[arg(short, long)]
    verbose: bool,
}

impl MessageArguments {
    const fn output(&self) -> Output {
        Output { json: false, schema: false, quiet: self.quiet }
    }

    /// Prints the summary of a run on standard error.
    fn summary(&self, text: std::fmt::Arguments<'_>) {
        if self.verbose || !self.quiet {
            print_message(text);
        }
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
