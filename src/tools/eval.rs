//! `engine eval`: prints the static evaluation of a position, split by evaluation term and by piece.

use std::{
    fmt::Write as _,
    io::{self, Write},
    process::ExitCode,
};

use clap::Args;
use serde::Serialize;
use shakmaty::{File, Rank, Square};

use crate::{
    chess::{
        position::{Position, Strictness},
        score::Score,
    },
    evaluate::{Evaluator, Wdl, breakdown::Breakdown},
    search::Setup,
    support::text::pawns,
    tools::common::{
        output::{JsonArguments, Output, print, print_json},
        search_arguments::{EvalArguments, LineArguments, VariantArguments},
        table::{
            Column::{self, Left, Right},
            Table,
        },
    },
};

/// Show the static evaluation of a position by term and by piece
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct EvalCommandArguments {
    #[command(flatten)]
    start: LineArguments,
    #[command(flatten)]
    engine_options: EvalArguments,
    #[command(flatten)]
    variant: VariantArguments,
    #[command(flatten)]
    json_option: JsonArguments,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine eval kiwipete
  engine eval --evaluator classical kiwipete
  engine eval --evaluator material '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  engine eval --moves 'e4 e5 Nf3'
  engine eval --evaluator classical --json | jq '.terms[] | {term, value}'

The text output shows all values in pawns, from White's point of view. The number below a piece on the board is the value of this piece: \
the evaluation minus the evaluation without the piece. The network evaluator has no terms, so it prints no table of terms.";

const TERMS: &[Column] = &[
    Left("term"),
    Right("White mg"),
    Right("eg"),
    Right("Black mg"),
    Right("eg"),
    Right("sum mg"),
    Right("eg"),
    Right("value"),
];

pub fn run(arguments: &EvalCommandArguments) -> anyhow::Result<ExitCode> {
    let line = arguments.start.line(arguments.variant.mode(), Strictness::Game, &arguments.output)?;
    let position = line.position();
    let defaults = Setup::playing();
    let setup = Setup { eval: arguments.engine_options.config(&defaults.eval), ..defaults };
    let breakdown = Breakdown::of(position, &setup.eval);
    if arguments.json_option.json {
        print_json(Evaluation::new(position, &setup, breakdown))?;
    } else {
        print(|out| write(out, position, setup.eval.evaluator, &breakdown))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Output of `engine eval --json`: static evaluation of a position by term and by piece. Numbers are
/// centipawns from White's point of view unless their description names another unit or side.
#[derive(Debug, Serialize)]
pub struct Evaluation {
    /// FEN of the evaluated position.
    fen: String,
    /// Side to move: `w` or `b`.
    turn: char,
    /// Name of the evaluator: `material`, `classical` or `network`.
    evaluator: &'static str,
    /// Static evaluation from the side to move's point of view.
    score: Score,
    /// Static evaluation from White's point of view.
    score_white: Score,
    /// Win, draw and loss probabilities of the side to move, in permille.
    wdl: [u16; 3],
    /// Contributions of the evaluation terms and of the pieces to the static evaluation.
    #[serde(flatten)]
    breakdown: Breakdown,
}

impl Evaluation {
    fn new(position: &Position, setup: &Setup, breakdown: Breakdown) -> Self {
        let score = setup.evaluate(position);
        let Wdl { win, draw, loss } = setup.eval.evaluator.wdl(score, position);
        Self {
            fen: position.to_string(),
            turn: position.turn().char(),
            evaluator: setup.eval.evaluator.name(),
            score: setup.eval.evaluator.normalised(score),
            score_white: Score::cp(breakdown.value),
            wdl: [win, draw, loss],
            breakdown,
        }
    }
}

fn write(
    out: &mut dyn Write,
    position: &Position,
    evaluator: Evaluator,
    breakdown: &Breakdown,
) -> io::Result<()> {
    write!(out, "{}", board(breakdown))?;
    writeln!(out, "\n{position}\n")?;
    if !breakdown.parts.is_empty() {
        let mut table = Table::new(TERMS);
        for part in &breakdown.parts {
            let [white, black] = [&part.white, &part.black].map(|value| [value.middlegame, value.endgame]);
            let sum = [white[0] - black[0], white[1] - black[1]];
            let cells = [white, black, sum].concat().into_iter().chain([part.value]);
            table.row(std::iter::once(part.name.to_owned()).chain(cells.map(pawns)));
        }
        writeln!(out, "{table}")?;
    }
    if let Some(phase) = breakdown.phase {
        writeln!(out, "game phase {phase} of 24 (24: middlegame values mg only; 0: endgame values eg only)")?;
    }
    if breakdown.adjustment != 0 {
        let adjustment = pawns(breakdown.adjustment);
        writeln!(out, "endgame adjustment {adjustment} (because of drawish material or an elementary mate)")?;
    }
    let turn = if position.turn().is_white() { "White" } else { "Black" };
    let value = pawns(breakdown.value);
    writeln!(out, "static evaluation {value} from White's point of view ({evaluator}); {turn} to move")
}

/// Draws the board as text, with the value of each piece, if it has one, in pawns below the letter of the
/// piece.
fn board(breakdown: &Breakdown) -> String {
    let rule = format!("  {}+\n", "+-------".repeat(8));
    let piece_on = |square: Square| breakdown.pieces.iter().find(|piece| piece.square == square);
    let mut text = rule.clone();
    for rank in Rank::ALL.into_iter().rev() {
        let (mut names, mut values) = (format!("{} ", rank.char()), "  ".to_owned());
        for file in File::ALL {
            let piece = piece_on(Square::from_coords(file, rank));
            let value = piece.and_then(|piece| piece.value).map(pawns).unwrap_or_default();
            let _ = write!(names, "|{:^7}", piece.map_or(' ', |piece| piece.piece.char()));
            let _ = write!(values, "|{value:^7}");
        }
        let _ = write!(text, "{names}|\n{values}|\n{rule}");
    }
    text.push_str("      a       b       c       d       e       f       g       h\n");
    text
}
