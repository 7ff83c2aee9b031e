//! `engine tune outlook`: what scores promise, fitted to packed games.

use std::{fmt, io, num::NonZero, path::PathBuf, process::ExitCode, thread};

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser as _},
    value_parser,
};

use crate::{
    cli::{
        datagen::archive::{Archive, PackedFile, check, load, read_blocks},
        exit::{CHECK_FAILED, UsageError},
        output::{Output, print, print_message},
        table::{Column, Table},
    },
    evaluate::{Evaluator, wdl::Curve},
    lab::{
        data::packed::scored_positions::scored_positions,
        tune::wdl::{
            fit::{fit, log_likelihood},
            reliability::{MATERIALS, SCORES, reliability},
            tally::Tally,
        },
    },
    search::Setup,
};

/// Every so many games one is held out.
const HELD_OUT: u64 = 10;

/// Fit what scores promise, as `UCI_ShowWDL` tells it, and the size of the pawn they are told in, to games of engine datagen --packed
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files of packed games, all of the evaluator
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Who judged the games: its numbers are where the fit begins, and what it is compared with [default: network]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(["classical", "network"]).try_map(|name| name.parse::<Evaluator>()))]
    evaluator: Option<Evaluator>,
    /// Threads that read [default: all]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// No progress bar and no remarks
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen --packed --nodes 5000 --seconds 3600 -o games.bin
  engine tune outlook games.bin

Two logistic curves, for winning and for losing; the score at which a win is as likely as not and the width of the curve are straight
lines over the material of both sides, 1-3-3-5-9. Every tenth game is held out. Scores are those of the search, for the side to move,
in the evaluator's own units; mates are left out. A pawn of scores that are told is the score with which half the games are won with 58
pawns' worth of material on the board, as Stockfish has it. Between players who see more draws are more frequent: fit to games of the
nodes that scores are told of.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Games { training, held_out, complete } = arguments.read()?;
    if training.positions() == 0 {
        return Err(UsageError("there is no score to learn from in what was given".to_owned()).into());
    }
    let evaluator = arguments.evaluator.unwrap_or(Setup::playing().eval.evaluator);
    let current = evaluator.curve();
    let fitted = fit(&training, current);
    for (part, tally) in [("learned from", &training), ("held out", &held_out)] {
        arguments.remark(format_args!(
            "{} positions {part}: log-likelihood {:.5} before, {:.5} after",
            tally.positions(),
            log_likelihood(tally, &current),
            log_likelihood(tally, &fitted)
        ));
    }
    let mut all = training;
    all.add(&held_out);
    print(|out| {
        write!(out, "{}", table(&all, &fitted))?;
        write_source(out, evaluator, &fitted)
    })?;
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) })
}

/// What was read.
struct Games {
    training: Tally,
    held_out: Tally,
    /// Whether all of it could be.
    complete: bool,
}

impl Arguments {
    fn remark(&self, text: fmt::Arguments<'_>) {
        if !self.quiet {
            print_message(text);
        }
    }

    fn read(&self) -> anyhow::Result<Games> {
        check(&self.files)?;
        let messages = Output { json: false, schema: false, quiet: self.quiet };
        let progress = messages.progress(self.files.len(), "read");
        let all = || thread::available_parallelism().map_or(1, NonZero::get);
        let threads = self.threads.map_or_else(all, |threads| threads as usize);
        let mut games = Games { training: Tally::default(), held_out: Tally::default(), complete: true };
        let (mut archive, mut number) = (Archive::default(), 0_u64);
        for path in &self.files {
            let bytes = load(path)?;
            let blocks = archive.add_file(path, &bytes, &messages)?;
            let first = number;
            read_blocks(threads, &blocks, scored_positions, |(positions, sound)| {
                games.complete &= sound;
                for game in positions {
                    number += 1;
                    let held_out = number.is_multiple_of(HELD_OUT);
                    let tally = if held_out { &mut games.held_out } else { &mut games.training };
                    for position in game {
                        tally.count(position.units, position.men, position.half_points);
                    }
                }
                Ok(())
            })?;
            progress.inc(1);
            if let Some(file) = archive.files.last() {
                self.describe(file, number - first);
            }
        }
        progress.finish_and_clear();
        games.complete &= archive.is_complete();
        if !games.complete {
            self.remark(format_args!("not all could be read; what follows is of the rest"));
        }
        Ok(games)
    }

    /// At which strength the games of a file were played: what is fitted hangs on it.
    fn describe(&self, file: &PackedFile, games: u64) {
        let nodes = file.nodes.map_or_else(|| "unknown".to_owned(), |nodes| nodes.to_string());
        let network =
            file.network.as_ref().map_or_else(|| "no net is told".to_owned(), |net| format!("net {net}"));
        self.remark(format_args!("{}: {games} games at {nodes} nodes a move, {network}", file.file));
    }
}

/// Promised and seen, in permille, by material and score.
fn table(tally: &Tally, curve: &Curve) -> Table {
    const COLUMNS: &[Column] = &[
        Column::Right("material"),
        Column::Right("score from"),
        Column::Right("positions"),
        Column::Right("promised: won"),
        Column::Right("drawn"),
        Column::Right("lost"),
        Column::Right("seen: won"),
        Column::Right("drawn"),
        Column::Right("lost"),
    ];
    let mut table = Table::new(COLUMNS);
    for (material, bands) in MATERIALS.iter().zip(reliability(tally, curve)) {
        for (score, band) in SCORES.iter().zip(bands).filter(|(_, band)| band.positions > 0) {
            let numbers = [band.predicted, band.observed].map(|sums| band.permille(sums)).concat();
            let row_header = [format!("{material}-"), score.to_string(), band.positions.to_string()];
            table.row(row_header.into_iter().chain(numbers.into_iter().map(|number| format!("{number:.0}"))));
        }
    }
    table
}

/// The lines for the source.
fn write_source(out: &mut dyn io::Write, evaluator: Evaluator, curve: &Curve) -> io::Result<()> {
    let Curve { even, even_by_pawn, width, width_by_pawn } = curve;
    let name = evaluator.name().to_uppercase();
    writeln!(out, "\nsrc/evaluate/wdl.rs")?;
    writeln!(out, "const {name}: Scale = Scale {{")?;
    writeln!(out, "    pawn: {:.0},", curve.pawn())?;
    writeln!(
        out,
        "    curve: Curve {{ even: {even:.1}, even_by_pawn: {even_by_pawn:.2}, width: {width:.1}, width_by_pawn: {width_by_pawn:.2} }},"
    )?;
    writeln!(out, "}};")
}
