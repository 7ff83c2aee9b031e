//! `engine book`: makes, merges and reads opening books in PolyGlot format.
#![doc = include_str!("README.md")]

pub(super) mod dump;
pub(super) mod lookup;
pub(super) mod make;
pub(super) mod merge;

use std::{
    io::{self, BufWriter, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::{Args, Subcommand};

use super::{
    exit::UsageError,
    input,
    output::{Destination, Output, OutputFile, cannot_write, is_stdout},
};
use crate::engine::book::{Book, BookError, statistics::Written};

const BUFFER: usize = 1 << 20;

/// Make, merge and read opening books in PolyGlot format
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// Subcommands of `engine book`, in the order in which the help lists them.
#[derive(Debug, Subcommand)]
enum Command {
    Make(Box<make::Arguments>),
    Merge(Box<merge::Arguments>),
    Dump(Box<dump::Arguments>),
    Lookup(Box<lookup::Arguments>),
}

const EXAMPLES: &str = "\
Examples:
  engine book make games.pgn -o book.bin
  engine book merge mine.bin theirs.bin -o book.bin
  engine book dump book.bin
  engine book lookup book.bin --moves 'e4 e5'

Use 'engine book COMMAND --help' for the options of a command. engine play --book FILE plays from a book, and in UCI \
the options OwnBook and BookFile.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Command::Make(arguments) => make::run(arguments),
        Command::Merge(arguments) => merge::run(arguments),
        Command::Dump(arguments) => dump::run(arguments),
        Command::Lookup(arguments) => lookup::run(arguments),
    }
}

/// Reads a book: a file, a pipe, or standard input.
fn read(path: &Path) -> anyhow::Result<Book> {
    let bytes = input::read_all(path, input::MOST_BYTES)?;
    let error = || UsageError(BookError::Size(input::name(path), bytes.len()).to_string());
    Ok(Book::parse(&bytes).ok_or_else(error)?)
}

/// Refuses standard output for both the book and the JSON object.
fn refuse_shared_stdout(file: &OutputFile, messages: &Output) -> Result<(), UsageError> {
    if messages.json && is_stdout(file.path()) {
        let text = "--output -: stdout is also the output of --json: name a file, or remove --json";
        return Err(UsageError(text.to_owned()));
    }
    Ok(())
}

/// Opens the output of a new book. `inputs` are the files that the command reads.
fn open(file: &OutputFile, inputs: &[PathBuf]) -> anyhow::Result<BufWriter<Destination>> {
    Ok(BufWriter::with_capacity(BUFFER, file.open(inputs)?))
}

/// Writes a book with `write` and finishes the output. A book without entries is not written: no file is created
/// or replaced.
fn write(
    file: &OutputFile,
    mut out: BufWriter<Destination>,
    write: impl FnOnce(&mut BufWriter<Destination>) -> io::Result<Written>,
) -> anyhow::Result<Written> {
    let result = write(&mut out).and_then(|written| {
        out.flush()?;
        let out = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        if written.entries > 0 {
            out.finish()?;
        }
        Ok(written)
    });
    result.with_context(|| cannot_write(file.path()))
}
