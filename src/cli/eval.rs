//! `engine eval`: the value of a position taken apart, by term and by the man on the square.

use std::{
    fmt::Write as _,
    io::{self, Write},
    process::ExitCode,
};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::{CastlingMode, File, Rank, Square};

use super::{
    output::{Output, print, print_json},
    search_arguments::{SearchArguments, parse_case},
    table::{
        Column::{self, Left, Right},
        Table,
    },
};
use crate::{
    evaluate::{Evaluator, Wdl, breakdown::Breakdown},
    position::{Position, Strictness},
    score::Score,
    search::Setup,
    text::pawns,
};

/// Take the static value of a position apart, by term and by piece
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The position, quoted or in several words: a FEN, startpos, or a name such as kiwipete
    #[arg(value_name = "FEN|NAME", default_value = "startpos", conflicts_with = "position")]
    fen: Vec<String>,
    /// The position
    #[arg(long = "fen", value_name = "FEN|NAME")]
    position: Option<String>,
    #[command(flatten)]
    engine_options: SearchArguments,
    /// Read castling rights as in Chess960
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine eval kiwipete
  engine eval --evaluator classical kiwipete
  engine eval --evaluator material '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  engine eval --json kiwipete | jq '.terms[] | {term, value}'

All numbers are pawns, for White. A piece is worth what the value changes by
when it is taken off the board. Only `classical` and `material` are sums of terms.";

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

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let fen = arguments.fen.join(" ");
    let (text, place) = arguments.position.as_deref().map_or((fen.as_str(), ""), |text| (text, "--fen: "));
    let mode = CastlingMode::from_chess960(arguments.chess960);
    let position = parse_case(text, place, mode, Strictness::Game, &arguments.output)?.position;
    let setup = arguments.engine_options.setup();
    let breakdown = Breakdown::of(&position, &setup.eval);
    if arguments.output.json {
        print_json(Evaluation::new(&position, &setup, breakdown))?;
    } else {
        print(|out| write(out, &position, setup.eval.evaluator, &breakdown))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// `engine eval --json`: the value of a position and where it comes from. Numbers without a unit are centipawns for White.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Evaluation {
    /// The position.
    fen: String,
    /// The side to move: `w` or `b`.
    turn: char,
    /// Who judged.
    evaluator: &'static str,
    /// The value for the side to move.
    score: Score,
    /// The value for White.
    score_white: Score,
    /// Chances of the side to move in permille: to win, to draw, to lose.
    wdl: [u16; 3],
    /// Where the value comes from.
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
        writeln!(out, "phase {phase} of 24: the value lies between mg (24) and eg (0)")?;
    }
    if breakdown.adjustment != 0 {
        writeln!(out, "{} beyond the sum, by what is known of such endings", pawns(breakdown.adjustment))?;
    }
    let turn = if position.turn().is_white() { "White" } else { "Black" };
    writeln!(out, "{} for White by {evaluator}; {turn} is to move", pawns(breakdown.value))
}

/// The board with what each man is worth below it.
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
