//! `engine book make`: makes an opening book from PGN games.

use std::{io::BufReader, ops::ControlFlow, path::PathBuf, process::ExitCode, time::Instant};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::{CastlingMode, Color};

use super::{open, refuse_shared_stdout, write};
use crate::{
    cli::{
        annotate::stream::in_order,
        exit::CHECK_FAILED,
        input,
        output::{Counted, Output, OutputFile, print_json, print_message, progress_bar},
        values::number,
    },
    engine::book::statistics::{Filter, PlayedMove, Selection, Statistics, moves},
    json::millis,
    pgn::{Collection, RawGame},
};

/// Number of rejected games that are reported one by one.
const MAX_REPORTS: u64 = 10;
/// Number of games between two updates of the progress bar.
const PROGRESS_EVERY: u64 = 1_000;

/// Make an opening book from the games of PGN files
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("output", |output| output.required(true).help("Write the book to this file; - is stdout"))
)]
pub struct Arguments {
    /// PGN files; - is stdin [default: stdin]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Use Chess960 rules for games without the header Variant
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    file: OutputFile,
    #[command(flatten)]
    messages: Output,
    /// Number of games to read in parallel
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=1024))]
    jobs: u32,
    /// Exit with code 3 if any game could not be used
    #[arg(long)]
    strict: bool,
    // The filter options come last in the struct, because clap puts every option after a help heading under
    // that heading.
    #[command(flatten)]
    filter_options: FilterArguments,
}

const EXAMPLES: &str = "\
Examples:
  engine book make games.pgn -o book.bin
  engine book make *.pgn --max-ply 20 --min-games 10 -o small.bin
  engine book make games.pgn --colour white --min-score 50 -o white.bin
  zstdcat games.pgn.zst | engine book make - -o book.bin --json

The weight of a move is 2 for each game that its side won and 1 for each draw or game without a result, as in PolyGlot. \
A move without any half point is not in the book. A book without moves is not written (exit code 3). A game with an error in the moves that are used is reported and \
skipped. The memory does not depend on the number of games.";

/// Options that select moves.
#[derive(Args, Debug)]
#[command(next_help_heading = "Filter")]
struct FilterArguments {
    /// Use the first N plies of each game
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = number::<u32>(1..=100_000))]
    max_ply: u32,
    /// Keep moves that occur in at least N games
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u32>(1..=1_000_000_000))]
    min_games: u32,
    /// Keep moves with which their side scored at least this share of the points, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = number::<u32>(0..=100))]
    min_score: u32,
    /// Keep only the moves of this side
    #[arg(long, value_name = "COLOUR", alias = "color")]
    colour: Option<Side>,
    /// Give each move the weight 1
    #[arg(long)]
    uniform: bool,
}

/// A side.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    White,
    Black,
}

/// Output of `engine book make FILE... --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MakeReport {
    /// Number of games that were used.
    games: u64,
    /// Number of games that could not be used, because they contain an error.
    rejected: u64,
    /// Number of moves of the games that were used.
    plies: u64,
    /// Number of positions in the book.
    positions: u64,
    /// Number of entries in the book: moves of its positions.
    entries: u64,
    /// Duration in milliseconds.
    time_ms: u64,
}

/// Makes the book. The exit code is 3 if the book would have no entries, and with `--strict` if a game was rejected.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Arguments { file, messages, .. } = arguments;
    let paths = input::files_or_stdin(&arguments.files)?;
    refuse_shared_stdout(file, messages)?;
    let (started, mut report) = (Instant::now(), Counts::default());
    let games = open_all(&paths)?;
    let out = open(file, &paths)?;
    let progress = progress_bar(None, Counted::Things("games"), messages.quiet);

    let selection = arguments.selection();
    let worker = move |raw: RawGame| {
        // A game that is too long comes in several pieces.
        let place = |problem: crate::pgn::Problem| {
            (!raw.continued).then(|| format!("{}: {problem}", raw.place(problem.ply())))
        };
        Some(moves(&raw, &selection).map_err(place))
    };
    let (mut statistics, mut added) = (Statistics::default(), Ok(()));
    let workers = vec![worker; arguments.jobs as usize];
    let finished = in_order(
        games,
        workers,
        || false,
        |game: Result<Vec<PlayedMove>, Option<String>>| {
            match game {
                Ok(moves) => {
                    report.games += 1;
                    report.plies += moves.len() as u64;
                    added = moves.into_iter().try_for_each(|played| statistics.add(played));
                }
                Err(Some(error)) => {
                    report.rejected += 1;
                    if report.rejected <= MAX_REPORTS {
                        progress.suspend(|| messages.remark(format_args!("skipped {error}")));
                    }
                }
                Err(None) => {}
            }
            if (report.games + report.rejected) % PROGRESS_EVERY == 0 {
                progress.set_position(report.games + report.rejected);
            }
            if added.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    let temporary = || format!("cannot write a temporary file in {}", std::env::temp_dir().display());
    added.with_context(temporary)?;
    let names: Vec<_> = paths.iter().map(|path| input::name(path)).collect();
    finished.map_err(|error| input::read_error(error, &names.join(", ")))?;
    if report.rejected > MAX_REPORTS {
        messages.remark(format_args!("skipped {} more games", report.rejected - MAX_REPORTS));
    }
    let written = write(file, out, |out| statistics.write(&arguments.filter(), out))?;
    progress.finish_and_clear();

    let Counts { games, rejected, plies } = report;
    let time_ms = millis(started.elapsed());
    let report = MakeReport {
        games,
        rejected,
        plies,
        positions: written.positions,
        entries: written.entries,
        time_ms,
    };
    if messages.json {
        print_json(&report)?;
    } else {
        report.print(messages);
    }
    if report.entries == 0 {
        let FilterArguments { min_games, min_score, .. } = arguments.filter_options;
        print_message(format_args!(
            "error: {} is not written, because no move has --min-games {min_games} and --min-score {min_score}: use \
             more games or smaller numbers",
            file.path().display()
        ));
    }
    let fails = report.entries == 0 || arguments.strict && rejected > 0;
    Ok(if fails { ExitCode::from(CHECK_FAILED) } else { ExitCode::SUCCESS })
}

/// Numbers of games and moves read so far.
#[derive(Default)]
struct Counts {
    games: u64,
    rejected: u64,
    plies: u64,
}

impl Arguments {
    fn selection(&self) -> Selection {
        let color = self.filter_options.colour.map(|side| match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        });
        let max_ply = self.filter_options.max_ply as usize;
        Selection { max_ply, color, mode: CastlingMode::from_chess960(self.chess960) }
    }

    const fn filter(&self) -> Filter {
        let FilterArguments { min_games, min_score, uniform, .. } = self.filter_options;
        Filter { min_games, min_score, uniform }
    }
}

impl MakeReport {
    fn print(&self, messages: &Output) {
        let Self { games, rejected, plies, positions, entries, time_ms } = self;
        let seconds = *time_ms as f64 / 1e3;
        messages.remark(format_args!(
            "{games} games ({rejected} skipped), {plies} plies in {seconds:.1} s: {positions} positions, {entries} \
             entries"
        ));
    }
}

/// Opens the inputs and returns their games. Messages name the input if there are several.
fn open_all(
    paths: &[PathBuf],
) -> anyhow::Result<impl Iterator<Item = std::io::Result<RawGame>> + Send + use<>> {
    let mut inputs = Vec::new();
    for path in paths {
        let name = (paths.len() > 1).then(|| input::name(path).into());
        inputs.push((name, BufReader::with_capacity(super::BUFFER, input::open_text(path)?)));
    }
    Ok(Collection::new(inputs))
}
