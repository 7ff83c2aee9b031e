//! `engine book lookup`: prints the book moves of one position.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use crate::{
    chess::{
        book::{Book, BookError},
        position::{Position, Strictness},
    },
    tools::common::{
        exit::UsageError,
        input,
        output::{Output, print},
        search_arguments::{LineArguments, VariantArguments},
        table::{Column, Table},
    },
};

/// Print the book moves of a position
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct LookupArguments {
    /// Opening book; - is stdin
    #[arg(value_name = "FILE")]
    book: PathBuf,
    #[command(flatten)]
    start: LineArguments,
    #[command(flatten)]
    variant: VariantArguments,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine book lookup book.bin
  engine book lookup book.bin --moves 'e4 c5'

Without a book move only a note is printed, and the exit code is 0. Illegal moves in the book are not listed.";

pub fn run(arguments: &LookupArguments) -> anyhow::Result<ExitCode> {
    let LookupArguments { book: path, start, output, .. } = arguments;
    let line = start.line(arguments.variant.mode(), Strictness::Suite, output)?;
    let bytes = input::read_all(path, input::MOST_BYTES)?;
    let error = || UsageError(BookError::Size(input::name(path), bytes.len()).to_string());
    let book = Book::parse(&bytes).ok_or_else(error)?;
    let table = table(&book, line.position());
    match table {
        Some(table) => print(|out| write!(out, "{table}"))?,
        None => output.remark(format_args!("the book has no move for this position")),
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the book moves of a position in the order of the book; `None` if there is none.
fn table(book: &Book, position: &Position) -> Option<Table> {
    const COLUMNS: &[Column] =
        &[Column::Left("move"), Column::Left("san"), Column::Right("weight"), Column::Right("percent")];
    let moves = book.moves(position);
    let total: u64 = moves.iter().map(|(_, weight)| u64::from(*weight)).sum();
    let mut table = Table::new(COLUMNS);
    for (mv, weight) in &moves {
        let percent = (total > 0).then(|| f64::from(*weight) * 100.0 / total as f64);
        let percent = crate::support::text::decimals(percent, 1);
        table.row([position.uci(*mv), position.san(*mv), weight.to_string(), percent]);
    }
    (!moves.is_empty()).then_some(table)
}
