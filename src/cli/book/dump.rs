//! `engine book dump`: prints all entries of an opening book.

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use super::read;
use crate::{
    cli::{
        flat::{TableArguments, cell},
        output::OutputFile,
    },
    engine::book::entry::Entry,
    json::Versioned,
};

/// Print all entries of an opening book
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("csv", |csv| csv.conflicts_with("jsonl")),
    mut_arg("tsv", |tsv| tsv.conflicts_with("jsonl")),
    mut_arg("md", |md| md.conflicts_with("jsonl"))
)]
pub struct Arguments {
    /// Opening book; - is stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    output: OutputFile,
    /// Print one JSON object per entry
    #[arg(long)]
    jsonl: bool,
    /// Print the JSON Schema of the --jsonl output and exit
    #[arg(long)]
    schema: bool,
    /// Do not print progress and notes on stderr
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    table_options: TableArguments,
}

const EXAMPLES: &str = "\
Examples:
  engine book dump book.bin | head
  engine book dump book.bin --jsonl
  engine book dump book.bin --csv -o book.csv

The entries are sorted by the key of the position. A book does not contain the positions themselves, so castling is \
written as it is stored: king takes rook (e1h1). engine book lookup prints the moves of one position.";

/// Columns of the tables: JSON fields.
const COLUMNS: &[&str] = &["key", "move", "weight", "learn"];

/// Output of `engine book dump FILE --jsonl`: one entry per line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EntryRecord {
    /// Key of the position, 16 hexadecimal digits.
    key: String,
    /// Move in UCI notation, castling as "king takes own rook"; `null` if the promotion piece is invalid.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// Weight of the move.
    weight: u16,
    /// Field for programs that learn; usually 0.
    learn: u32,
}

impl From<&Entry> for EntryRecord {
    fn from(entry: &Entry) -> Self {
        let Entry { key, weight, learn, .. } = *entry;
        Self { key: format!("{key:016x}"), mv: entry.uci(), weight, learn }
    }
}

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    arguments.output.check(std::slice::from_ref(&arguments.file))?;
    let book = read(&arguments.file)?;
    arguments.output.print(|out| {
        arguments.write_header(out)?;
        book.entries().iter().try_for_each(|entry| arguments.write_entry(out, &entry.into()))
    })?;
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn write_header(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.table_options.format() {
            _ if self.jsonl => Ok(()),
            Some(format) => out.write_all(&format.header(COLUMNS.iter().copied())?),
            None => writeln!(out, "key               move   weight  learn"),
        }
    }

    fn write_entry(&self, out: &mut dyn Write, record: &EntryRecord) -> io::Result<()> {
        match self.table_options.format() {
            _ if self.jsonl => writeln!(out, "{}", serde_json::to_string(&Versioned::new(record))?),
            Some(format) => {
                let value = serde_json::to_value(record)?;
                let cells: Vec<_> = COLUMNS.iter().map(|column| cell(&value, column)).collect();
                out.write_all(&format.row(&cells)?)
            }
            None => {
                let EntryRecord { key, mv, weight, learn } = record;
                writeln!(out, "{key}  {:5}  {weight:6}  {learn:5}", mv.as_deref().unwrap_or("?"))
            }
        }
    }
}
