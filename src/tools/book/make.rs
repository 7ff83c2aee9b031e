//! `engine book make`: makes an opening book from PGN games.

use std::{
    io::{BufReader, Write as _},
    path::PathBuf,
    process::ExitCode,
    time::Instant,
};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use shakmaty::Color;

use crate::{
    chess::pgn::{Collection, RawGame},
    tools::{
        book::statistics::{BookFilter, MoveSelection, Statistics, moves},
        common::{
            exit::CHECK_FAILED,
            input,
            output::{Counted, Output, OutputFile, cannot_write, print_message, progress_bar},
            search_arguments::VariantArguments,
            values::number,
        },
    },
};

/// Number of rejected games that are reported one by one.
const MAX_REPORTS: u64 = 10;
/// Size of the buffer of an input in bytes.
const BUFFER: usize = 1 << 20;
/// Number of games between two updates of the progress bar.
const PROGRESS_EVERY: u64 = 1_000;

/// Make an opening book from the games of PGN files
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("output", |output| output.required(true).help("Write the book to this file; - is stdout"))
)]
pub struct MakeArguments {
    /// PGN files; - is stdin [default: stdin]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    variant: VariantArguments,
    #[command(flatten)]
    file: OutputFile,
    #[command(flatten)]
    messages: Output,
    // The filter options come last in the struct, because clap puts every option after a help heading under
    // that heading.
    #[command(flatten)]
    filter_options: BookFilterArguments,
}

const EXAMPLES: &str = "\
Examples:
  engine book make games.pgn -o book.bin
  engine book make *.pgn --max-ply 20 --min-games 10 -o small.bin
  engine book make games.pgn --colour white --min-score 50 -o white.bin
  zstdcat games.pgn.zst | engine book make - -o book.bin

The weight of a move is 2 for each game that its side won and 1 for each draw or game without a result, as in PolyGlot. \
A move without any half point is not in the book. A book without moves is not written (exit code 3). A game with an error in the moves that are used is reported and \
skipped. The counts are kept in memory: about 30 bytes per position and move.";

/// Options that select moves.
#[derive(Args, Debug)]
#[command(next_help_heading = "Filter")]
struct BookFilterArguments {
    /// Use the first N plies of each game
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = number::<u32>(1..=100_000))]
    max_ply: u32,
    /// Keep moves that occur in at least N games
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u16>(1..=16_383))]
    min_games: u16,
    /// Keep moves with which their side scored at least this share of the points, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = number::<u32>(0..=100))]
    min_score: u32,
    /// Keep only the moves of this side
    #[arg(long, value_name = "COLOUR", alias = "color")]
    colour: Option<BookSide>,
}

/// A side.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum BookSide {
    White,
    Black,
}

/// Makes the book. The exit code is 3 if the book would have no entries: it is then not written.
pub fn run(arguments: &MakeArguments) -> anyhow::Result<ExitCode> {
    let MakeArguments { file, messages, .. } = arguments;
    let paths = input::files_or_stdin(&arguments.files)?;
    let started = Instant::now();
    let games = open_all(&paths)?;
    let mut out = file.open(&paths)?;
    let progress = progress_bar(None, Counted::Things("games"), messages.quiet);
    let (selection, mut statistics) = (arguments.selection(), Statistics::default());
    let (mut used, mut rejected, mut plies) = (0_u64, 0_u64, 0);
    let names = || paths.iter().map(|path| input::name(path)).collect::<Vec<_>>().join(", ");
    for raw in games {
        let raw = raw.map_err(|error| input::read_error(error, &names()))?;
        match moves(&raw, &selection) {
            Ok(moves) => {
                used += 1;
                plies += moves.len();
                for played in moves {
                    statistics.add(played);
                }
            }
            // A game that is too long comes in several pieces.
            Err(_) if raw.continued => {}
            Err(problem) => {
                rejected += 1;
                if rejected <= MAX_REPORTS {
                    let place = raw.place(problem.ply());
                    progress.suspend(|| messages.remark(format_args!("skipped {place}: {problem}")));
                }
            }
        }
        if (used + rejected) % PROGRESS_EVERY == 0 {
            progress.set_position(used + rejected);
        }
    }
    progress.finish_and_clear();
    if rejected > MAX_REPORTS {
        messages.remark(format_args!("skipped {} more games", rejected - MAX_REPORTS));
    }
    let mut bytes = Vec::new();
    let written = statistics.write(arguments.filter(), &mut bytes)?;
    messages.remark(format_args!(
        "{used} games ({rejected} skipped), {plies} plies in {:.1} s: {} positions, {} entries",
        started.elapsed().as_secs_f64(),
        written.positions,
        written.entries
    ));
    if written.entries == 0 {
        let BookFilterArguments { min_games, min_score, .. } = arguments.filter_options;
        let reason = if used == 0 {
            "the input has no game that can be read".to_owned()
        } else {
            format!(
                "no move has --min-games {min_games} and --min-score {min_score}: use more games or smaller numbers"
            )
        };
        print_message(format_args!("error: {} is not written, because {reason}", file.path().display()));
        return Ok(ExitCode::from(CHECK_FAILED));
    }
    out.write_all(&bytes).and_then(|()| out.finish()).with_context(|| cannot_write(file.path()))?;
    Ok(ExitCode::SUCCESS)
}

impl MakeArguments {
    fn selection(&self) -> MoveSelection {
        let color = self.filter_options.colour.map(|side| match side {
            BookSide::White => Color::White,
            BookSide::Black => Color::Black,
        });
        let max_ply = self.filter_options.max_ply as usize;
        MoveSelection { max_ply, color, mode: self.variant.mode() }
    }

    const fn filter(&self) -> BookFilter {
        let BookFilterArguments { min_games, min_score, .. } = self.filter_options;
        BookFilter { min_games, min_score }
    }
}

/// Opens the inputs and returns their games. Messages name the input if there are several.
fn open_all(paths: &[PathBuf]) -> anyhow::Result<impl Iterator<Item = std::io::Result<RawGame>> + use<>> {
    let mut inputs = Vec::new();
    for path in paths {
        let name = (paths.len() > 1).then(|| input::name(path).into());
        inputs.push((name, BufReader::with_capacity(BUFFER, input::open_text(path)?)));
    }
    Ok(Collection::new(inputs))
}
