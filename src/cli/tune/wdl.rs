//! `engine tune wdl`: fits the WDL model to packed games.

use std::{fmt, io, num::NonZero, path::PathBuf, process::ExitCode, thread};

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser as _},
};

use crate::{
    cli::{
        datagen::archive::{Archive, PackedFile, check, load, read_blocks},
        exit::{CHECK_FAILED, UsageError},
        input,
        output::{Output, print, print_message},
        table::{Column, Table},
        values::number,
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

/// A game whose number is a multiple of this number is held out: the fit does not use the game, and the game
/// measures the fit.
const HELD_OUT: u64 = 10;

/// Fit the WDL model (win, draw, loss) and the centipawn scale to packed games
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files of engine datagen games, all played with the same evaluator; - is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Static evaluator of the games; the fit starts from its current curves and is compared with them
    /// [default: network]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(["classical", "network"]).try_map(|name| name.parse::<Evaluator>()))]
    evaluator: Option<Evaluator>,
    /// Number of blocks of games to read in parallel [default: number of cores]
    #[arg(short, long, alias = "threads", value_name = "N", value_parser = number::<u32>(1..=1024))]
    jobs: Option<u32>,
    /// Do not print progress and notes on stderr
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen games --nodes 5000 --seconds 1h -o run.games
  engine tune wdl run.games

The model has two logistic curves, one for winning and one for losing. The score at which winning is as likely as not, \
and the width of the curves, are linear functions of the material of both sides (pawn 1, knight 3, bishop 3, rook 5, \
queen 9). Scores are search scores in the units of the evaluator, from the side to move's point of view; mate scores \
are skipped. Every tenth game is held out.

A reported score of 100 centipawns is the score with which half of the games are won if material worth 58 pawns is on \
the board, as in Stockfish. Stronger players draw more often, so fit the model to games with the nodes per move for \
which scores will be reported.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Games { training, held_out, complete } = arguments.read()?;
    if training.positions() == 0 {
        return Err(UsageError(
            "the input files contain no positions with a score: use files of engine datagen games".to_owned(),
        )
        .into());
    }
    let evaluator = arguments.evaluator.unwrap_or(Setup::playing().eval.evaluator);
    let current = evaluator.curve();
    let fitted = fit(&training, current);
    for (part, tally) in [("training", &training), ("held out", &held_out)] {
        arguments.remark(format_args!(
            "{part}: {} positions, log-likelihood {:.5} with the old curves, {:.5} with the new curves",
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

/// Counts of scores and results of the games, separately for fitting and for held-out games.
struct Games {
    training: Tally,
    held_out: Tally,
    /// Whether all games of the files could be read.
    complete: bool,
}

impl Arguments {
    fn remark(&self, text: fmt::Arguments<'_>) {
        if !self.quiet {
            print_message(text);
        }
    }

    fn read(&self) -> anyhow::Result<Games> {
        let files = input::files_or_stdin(&self.files)?;
        check(&files)?;
        let messages = Output { json: false, schema: false, quiet: self.quiet };
        let progress = messages.progress(files.len(), "files");
        let all = || thread::available_parallelism().map_or(1, NonZero::get);
        let jobs = self.jobs.map_or_else(all, |jobs| jobs as usize);
        let mut games = Games { training: Tally::default(), held_out: Tally::default(), complete: true };
        let (mut archive, mut number) = (Archive::default(), 0_u64);
        for path in &files {
            let bytes = load(path)?;
            let blocks = archive.add_file(path, &bytes, &messages)?;
            let first = number;
            read_blocks(jobs, &blocks, scored_positions, |(positions, sound)| {
                games.complete &= sound;
                for game in positions {
                    number += 1;
                    let held_out = number.is_multiple_of(HELD_OUT);
                    let tally = if held_out { &mut games.held_out } else { &mut games.training };
                    for position in game {
                        tally.count(position.units, position.material, position.half_points);
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
            self.remark(format_args!("some games could not be read; the fit uses only the readable games"));
        }
        Ok(games)
    }

    /// Prints the number of games of a file, their nodes per move and their network, because the fitted model
    /// is valid only for games of that playing strength.
    fn describe(&self, file: &PackedFile, games: u64) {
        let nodes = file.nodes.map_or_else(|| "unknown".to_owned(), |nodes| nodes.to_string());
        let network = match (&file.network, &file.engine) {
            (Some(network), _) => format!("network {network}"),
            (None, Some(_)) => "no network".to_owned(),
            // The header of the file is damaged.
            (None, None) => "network unknown".to_owned(),
        };
        self.remark(format_args!("{}: {games} games at {nodes} nodes per move, {network}", file.file));
    }
}

/// Returns a table of predicted and observed wins, draws and losses in permille of the positions, one row for
/// each range of material and score that has positions.
fn table(tally: &Tally, curve: &Curve) -> Table {
    const COLUMNS: &[Column] = &[
        Column::Right("material"),
        Column::Right("score from"),
        Column::Right("positions"),
        Column::Right("predicted: won"),
        Column::Right("drawn"),
        Column::Right("lost"),
        Column::Right("observed: won"),
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

/// Writes the fitted curves as the lines of Rust that belong in `src/evaluate/wdl.rs`.
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
