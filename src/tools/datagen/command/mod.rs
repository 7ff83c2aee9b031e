//! `engine datagen`: self-play games, training positions from them and their searches, labels of a teacher, and
//! openings for matches.

mod export;
mod games;
mod inspect;
mod label;
mod leaves;
mod openings;

use std::{io::BufReader, ops::RangeInclusive, path::PathBuf, process::ExitCode};

use clap::{Args, Subcommand};

use crate::{
    engine::{openings::random::Starts, player::Player},
    search::tt::table::OutOfMemory,
    tools::{
        common::{
            exit::UsageError,
            input,
            output::{Output, print_message},
            search_arguments::{JobArguments, SearchArguments, SeedArguments, VariantArguments},
            suites::read_starts,
        },
        datagen::viriformat::{ReadError, ScoredGame, StoredGames},
    },
};

const MAX_RANDOM_PLIES: u32 = 60;

/// Generate self-play training data, or openings for matches
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct DatagenArguments {
    #[command(subcommand)]
    command: DatagenCommand,
}

/// Subcommands of `engine datagen`, in the order in which the help lists them.
#[derive(Debug, Subcommand)]
enum DatagenCommand {
    Games(Box<games::DatagenGamesArguments>),
    Openings(Box<openings::DatagenOpeningsArguments>),
    Export(Box<export::DatagenExportArguments>),
    Inspect(Box<inspect::DatagenInspectArguments>),
    Leaves(Box<leaves::DatagenLeavesArguments>),
    Label(Box<label::DatagenLabelArguments>),
}

const EXAMPLES: &str = "\
Examples:
  engine datagen games --seconds 540 --jobs 16 --seed 7 -o run7.vf
  engine datagen inspect run7.vf
  engine datagen export run7.vf -o positions.bin
  engine datagen openings --openings 2400 -o openings.epd

Use 'engine datagen COMMAND --help' for the options of a command.";

pub fn run(arguments: &DatagenArguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        DatagenCommand::Games(arguments) => games::run(arguments),
        DatagenCommand::Openings(arguments) => openings::run(arguments),
        DatagenCommand::Export(arguments) => export::run(arguments),
        DatagenCommand::Inspect(arguments) => inspect::run(arguments),
        DatagenCommand::Leaves(arguments) => leaves::run(arguments),
        DatagenCommand::Label(arguments) => label::run(arguments),
    }
}

/// Options of the subcommands that play games or search openings.
#[derive(Args, Debug)]
#[command(mut_arg("chess960", |option| {
    option.help("Begin each game at a random start position of Chess960 instead of the start position of chess")
}))]
struct SelfPlayArguments {
    #[command(flatten)]
    variant: VariantArguments,
    /// Begin each game at a random position of this file, one EPD or FEN per line (- for stdin), such as endings;
    /// with --chess960 their castling rights are those of Chess960
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    job_options: JobArguments,
    #[command(flatten)]
    seed_option: SeedArguments,
    #[command(flatten)]
    messages: Output,
}

impl SelfPlayArguments {
    fn player(&self, megabytes: usize) -> Result<Player, OutOfMemory> {
        Player::new(self.engine_options.setup(), self.engine_options.megabytes().unwrap_or(megabytes))
    }

    /// Returns the start positions that `--chess960` and `--starts` select.
    ///
    /// # Errors
    /// If the file of `--starts` cannot be read; [`UsageError`] if it has no position in which the game is open.
    /// Other lines are reported and left out.
    fn starts(&self) -> anyhow::Result<Starts> {
        match &self.starts {
            Some(path) => {
                Ok(Starts::Listed(read_starts(input::open_text(path)?, path, self.variant.mode())?.into()))
            }
            None if self.variant.chess960 => Ok(Starts::Chess960),
            None => Ok(Starts::Standard),
        }
    }
}

/// Calls `take` for every game of the files, in their order, with the number of the game over all files, counted
/// from 1. An incomplete last game, as a killed process leaves it, is skipped with a message.
///
/// # Errors
/// An I/O error if a file cannot be read; [`UsageError`] if it is not in viriformat; the error of `take`.
pub(in crate::tools) fn for_each_game(
    files: &[PathBuf],
    mut take: impl FnMut(u64, ScoredGame) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut number = 0;
    for path in files {
        let mut games = StoredGames::new(BufReader::with_capacity(1 << 20, input::open(path)?));
        loop {
            match games.next_game() {
                Ok(Some(game)) => {
                    number += 1;
                    take(number, game)?;
                }
                Ok(None) => break,
                Err(error @ ReadError::Incomplete(_)) => {
                    print_message(format_args!("warning: {}: {error}: it is skipped", input::name(path)));
                    break;
                }
                Err(ReadError::Io(error)) => return Err(input::read_error(error, &input::name(path))),
                Err(error) => {
                    return Err(UsageError(format!("cannot read {}: {error}", input::name(path))).into());
                }
            }
        }
    }
    Ok(())
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
