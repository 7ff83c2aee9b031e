//! `engine book lookup`: prints the book moves of one position.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::CastlingMode;

use super::read;
use crate::{
    cli::{
        flat::TableArguments,
        output::{Output, OutputFile},
        search_arguments::LineArguments,
        table::{Column, Table},
    },
    engine::book::{Book, entry},
    position::{Position, Strictness},
};

/// Print the book moves of a position
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, mut_arg("json", |json| json.conflicts_with_all(["csv", "tsv", "md"])))]
pub struct Arguments {
    /// Opening book; - is stdin
    #[arg(value_name = "FILE")]
    book: PathBuf,
    #[command(flatten)]
    start: LineArguments,
    /// Use Chess960 notation for castling rights and castling moves
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    file: OutputFile,
    #[command(flatten)]
    table_options: TableArguments,
}

const EXAMPLES: &str = "\
Examples:
  engine book lookup book.bin
  engine book lookup book.bin --moves 'e4 c5'
  engine book lookup book.bin kiwipete --json

Without a book move the list is empty, and the exit code is 0. Illegal moves in the book are not listed.";

/// Columns of the tables: JSON fields of the moves.
const COLUMNS: &[&str] = &["move", "san", "weight", "percent", "learn"];

/// Output of `engine book lookup FILE --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Lookup {
    /// FEN of the position.
    fen: String,
    /// Key of the position, 16 hexadecimal digits.
    key: String,
    /// Book moves, in the order of the book.
    moves: Vec<BookMove>,
}

/// One book move of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct BookMove {
    /// Move in UCI notation.
    #[serde(rename = "move")]
    mv: String,
    /// Move in SAN.
    san: String,
    /// Weight of the move.
    weight: u16,
    /// Share of the weight in the sum of all weights of the position, in percent; `null` if all weights are 0.
    percent: Option<f64>,
    /// Field for programs that learn; usually 0.
    learn: u32,
}

impl Lookup {
    fn new(book: &Book, position: &Position) -> Self {
        let moves = book.moves_with_entries(position);
        let total: u64 = moves.iter().map(|(_, entry)| u64::from(entry.weight)).sum();
        // One decimal is enough for the share of a move.
        let percent = |weight: u16| (f64::from(weight) * 1_000.0 / total as f64).round() / 10.0;
        let moves = moves.into_iter().map(|(mv, entry)| BookMove {
            mv: position.uci(mv),
            san: position.san(mv),
            weight: entry.weight,
            percent: (total > 0).then(|| percent(entry.weight)),
            learn: entry.learn,
        });
        let key = format!("{:016x}", entry::key(position));
        Self { fen: position.to_string(), key, moves: moves.collect() }
    }

    fn table(&self) -> Table {
        const COLUMNS: &[Column] = &[
            Column::Left("move"),
            Column::Left("san"),
            Column::Right("weight"),
            Column::Right("percent"),
            Column::Right("learn"),
        ];
        let mut table = Table::new(COLUMNS);
        for BookMove { mv, san, weight, percent, learn } in &self.moves {
            let percent = crate::text::decimals(*percent, 1);
            table.row([mv.clone(), san.clone(), weight.to_string(), percent, learn.to_string()]);
        }
        table
    }
}

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Arguments { book, start, file, output, table_options, .. } = arguments;
    file.check(std::slice::from_ref(book))?;
    let mode = CastlingMode::from_chess960(arguments.chess960);
    let line = start.line(mode, Strictness::Suite, output)?;
    let lookup = Lookup::new(&read(book)?, line.position());
    if lookup.moves.is_empty() {
        output.remark(format_args!("the book has no move for this position"));
    }
    if output.json {
        file.print_json(&lookup)?;
    } else if let Some(format) = table_options.format() {
        file.print(|out| format.write(out, COLUMNS, &lookup.moves))?;
    } else if !lookup.moves.is_empty() {
        file.print(|out| write!(out, "{}", lookup.table()))?;
    }
    Ok(ExitCode::SUCCESS)
}
