//! `engine book merge`: joins several opening books to one.

use std::{path::PathBuf, process::ExitCode, time::Instant};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use super::{open, read, refuse_shared_stdout, write};
use crate::{
    cli::output::{Output, OutputFile, print_json},
    engine::book::merge::{Join, merge},
    json::millis,
};

/// Join opening books to one
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("output", |output| output.required(true).help("Write the book to this file; - is stdout"))
)]
pub struct Arguments {
    /// Opening books; - is stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    file: OutputFile,
    #[command(flatten)]
    messages: Output,
    /// Take the moves of a position only from the first book that contains it
    #[arg(long)]
    first: bool,
}

const EXAMPLES: &str = "\
Examples:
  engine book merge mine.bin theirs.bin -o book.bin
  engine book merge --first mine.bin theirs.bin -o book.bin

Equal moves of a position become one entry with the sum of the weights; its learn field is that of the first book with \
the move. With --first, a position has the moves of the first book that contains it, as with PolyGlot's merge-book.";

/// Output of `engine book merge FILE... --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MergeReport {
    /// Number of entries in all books that were read.
    read: u64,
    /// Number of positions in the new book.
    positions: u64,
    /// Number of entries in the new book: moves of its positions.
    entries: u64,
    /// Duration in milliseconds.
    time_ms: u64,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Arguments { files, file, messages, first } = arguments;
    refuse_shared_stdout(file, messages)?;
    let started = Instant::now();
    file.check(files)?;
    let books = files.iter().map(|path| read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let out = open(file, files)?;
    let join = if *first { Join::First } else { Join::Add };
    let written = write(file, out, |out| merge(&books, join, out))?;
    let report = MergeReport {
        read: books.iter().map(|book| book.entries().len() as u64).sum(),
        positions: written.positions,
        entries: written.entries,
        time_ms: millis(started.elapsed()),
    };
    if messages.json {
        print_json(&report)?;
    } else {
        let MergeReport { read, positions, entries, .. } = report;
        messages.remark(format_args!("{read} entries read: {positions} positions, {entries} entries"));
    }
    Ok(ExitCode::SUCCESS)
}
