//! `engine tune wdl`: fits the WDL model to self-play games.

use std::{io, path::PathBuf, process::ExitCode};

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser as _},
};

use crate::{
    evaluate::{
        Evaluator,
        wdl::{Curve, material_in_pawns},
    },
    search::Setup,
    tools::{
        common::{
            exit::UsageError,
            input,
            output::{Output, print},
            table::{Column, Table},
        },
        datagen::{command::for_each_game, viriformat::half_points},
        tune::wdl::{
            fit::{fit, log_likelihood},
            reliability::{MATERIALS, SCORES, reliability},
            tally::ResultTally,
        },
    },
};

/// A game whose number is a multiple of this number is held out: the fit does not use the game, and the game
/// measures the fit.
const HELD_OUT: u64 = 10;

/// Fit the WDL model (win, draw, loss) and the centipawn scale to self-play games
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct TuneWdlArguments {
    /// Files of engine datagen games, all played with the same evaluator; - is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Static evaluator of the games; the fit starts from its current curves and is compared with them
    /// [default: network]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(["classical", "network"]).try_map(|name| name.parse::<Evaluator>()))]
    evaluator: Option<Evaluator>,
    #[command(flatten)]
    messages: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen games --nodes 5000 --seconds 1h -o run.vf
  engine tune wdl run.vf

The model has two logistic curves, one for winning and one for losing. The score at which winning is as likely as not, \
and the width of the curves, are linear functions of the material of both sides (pawn 1, knight 3, bishop 3, rook 5, \
queen 9). Scores are search scores in the units of the evaluator, from the side to move's point of view; scores of 3,000 \
units or more, and mate scores, are skipped. Every tenth game is held out.

A reported score of 100 centipawns is the score with which half of the games are won if material worth 58 pawns is on \
the board, as in Stockfish. Stronger players draw more often, so fit the model to games with the nodes per move for \
which scores will be reported.";

pub fn run(arguments: &TuneWdlArguments) -> anyhow::Result<ExitCode> {
    let [training, held_out] = arguments.read()?;
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
        arguments.messages.remark(format_args!(
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
    Ok(ExitCode::SUCCESS)
}

impl TuneWdlArguments {
    /// Counts the scores and results of the games, separately for fitting and for held-out games.
    fn read(&self) -> anyhow::Result<[ResultTally; 2]> {
        let files = input::files_or_stdin(&self.files)?;
        let (mut tallies, mut games) = ([ResultTally::default(), ResultTally::default()], 0);
        for_each_game(&files, |number, game| {
            let tally = &mut tallies[usize::from(number.is_multiple_of(HELD_OUT))];
            let mut position = game.start;
            for ply in game.plies {
                let half_points = half_points(game.outcome, position.turn());
                tally.count(ply.score, material_in_pawns(&position), half_points);
                position = position.play(ply.mv);
            }
            games = number;
            Ok(())
        })?;
        self.messages.remark(format_args!("{games} games"));
        Ok(tallies)
    }
}

/// Returns a table of predicted and observed wins, draws and losses in permille of the positions, one row for
/// each range of material and score that has positions.
fn table(tally: &ResultTally, curve: &Curve) -> Table {
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
