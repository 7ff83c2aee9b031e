//! `engine perft`: counts the leaf nodes of the legal move tree of a position, or checks the counts of a
//! perft suite.

pub mod suite;

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::{CastlingMode, Chess};

use super::{
    exit::UsageError,
    flat::TableArguments,
    output::{Output, OutputFile},
    search_arguments::{LineArguments, megabytes_parser},
    values::number,
};
use crate::{
    json::millis,
    position::{
        Move, Position, Strictness,
        perft::{divide_by, perft},
        perft_table::PerftTable,
    },
    search::{nodes_per_second, tt::table::OutOfMemory},
};

/// Upper limit of the argument DEPTH, in plies. From the start position, counting to a greater depth would
/// take more than a lifetime.
const MOST_PLIES: u64 = 30;

/// Name of the command.
pub const NAME: &str = "perft";
/// The argument DEPTH in errors of clap.
pub const DEPTH: &str = "[DEPTH]";

/// Count leaf nodes of the legal move tree, or check a perft suite
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, mut_arg("json", |json| json.conflicts_with_all(["csv", "tsv", "md"])))]
pub struct Arguments {
    /// Depth in plies
    #[arg(value_parser = number::<u32>(0..=MOST_PLIES), required_unless_present = "suite", conflicts_with = "suite")]
    depth: Option<u32>,
    #[command(flatten)]
    start: LineArguments,
    /// Use Chess960 notation for castling rights and castling moves
    #[arg(long)]
    chess960: bool,
    /// Also print the count of each root move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Check the counts (D1 20; D2 400;) of this EPD file; - is stdin
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "fen", "moves"])]
    suite: Option<PathBuf>,
    /// Skip counts of the suite beyond this depth
    #[arg(long, value_name = "PLIES", value_parser = number::<u32>(0..=MOST_PLIES), requires = "suite")]
    max_depth: Option<u32>,
    /// Hash size in MiB for stored counts [default: no hash table]
    ///
    /// Stored counts make perft faster, but it no longer measures move generation.
    #[arg(long, value_name = "MIB", value_parser = megabytes_parser())]
    hash: Option<u32>,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=1024))]
    threads: u32,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    file: OutputFile,
    #[command(flatten)]
    table_options: TableArguments,
}

const EXAMPLES: &str = "\
Examples:
  engine perft 6
  engine perft 4 kiwipete --divide
  engine perft 3 --moves 'e4 e5 Nf3'
  engine perft --suite positions/perft.epd --max-depth 4

The directory positions is part of the source code. With --suite, the exit code is 3 if a count differs from the count in the suite.";

/// Columns of CSV, TSV and Markdown: JSON paths.
const COLUMNS: &[&str] = &["fen", "depth", "leaves", "time_ms", "nps"];
/// Columns of CSV, TSV and Markdown with `--divide`: JSON paths.
const DIVIDE_COLUMNS: &[&str] = &["move", "leaves"];

/// Output of `engine perft DEPTH --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Perft {
    /// FEN of the root position.
    fen: String,
    /// Depth of the count, in plies.
    depth: u32,
    /// Number of leaf nodes, that is, of sequences of `depth` legal moves from the position.
    leaves: u64,
    /// Time of the count, in milliseconds.
    time_ms: u64,
    /// Leaf nodes counted per second.
    nps: u64,
    /// Number of leaf nodes below each root move; `null` without `--divide` or at depth 0.
    divide: Option<Vec<Share>>,
}

/// Leaf nodes below one root move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Share {
    /// Root move in UCI notation.
    #[serde(rename = "move")]
    mv: String,
    /// Number of leaf nodes below this root move.
    leaves: u64,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    arguments.file.check(arguments.suite.as_slice())?;
    match (&arguments.suite, arguments.depth) {
        (Some(path), _) => suite::run(arguments, path),
        (None, Some(depth)) => run_position(arguments, depth),
        (None, None) => {
            Err(UsageError("the depth is missing: use, for example, engine perft 6".to_owned()).into())
        }
    }
}

impl Arguments {
    const fn mode(&self) -> CastlingMode {
        if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    fn position(&self) -> Result<Position, UsageError> {
        Ok(self.start.line(self.mode(), Strictness::Suite, &self.output)?.position().clone())
    }
}

/// Result of one `perft` run on one position: the number of leaf nodes and the time of the count.
struct Count {
    leaves: u64,
    time: Duration,
    /// Number of leaf nodes below each root move; `None` without `--divide` or at depth 0.
    divided: Option<Vec<(Move, u64)>>,
}

/// Counts the leaf nodes below `position` at `depth` plies. Uses a hash table only if `--hash` is given.
fn count(arguments: &Arguments, position: &Position, depth: u32) -> anyhow::Result<Count> {
    let started = Instant::now();
    let Some(megabytes) = arguments.hash else {
        return Ok(count_with(perft, arguments, position, depth, started));
    };
    let table = PerftTable::new(megabytes as usize).ok_or(OutOfMemory(megabytes as usize))?;
    let perft_with_table = |chess: &Chess, depth| table.perft(chess, depth);
    Ok(count_with(perft_with_table, arguments, position, depth, started))
}

fn count_with(
    perft: impl Fn(&Chess, u32) -> u64 + Sync,
    arguments: &Arguments,
    position: &Position,
    depth: u32,
    started: Instant,
) -> Count {
    let chess = position.chess();
    if depth == 0 || arguments.threads == 1 && !arguments.divide {
        let leaves = perft(chess, depth);
        return Count { leaves, time: started.elapsed(), divided: None };
    }
    let divided =
        divide_by(chess, depth, arguments.threads as usize, |chess, depth| Some(perft(chess, depth)));
    let divided = divided.unwrap_or_default();
    let leaves = divided.iter().map(|(_, leaves)| leaves).sum();
    Count { leaves, time: started.elapsed(), divided: arguments.divide.then_some(divided) }
}

fn run_position(arguments: &Arguments, depth: u32) -> anyhow::Result<ExitCode> {
    let position = arguments.position()?;
    let count = count(arguments, &position, depth)?;
    let shares = count.divided.as_ref().map(|divided| {
        divided
            .iter()
            .map(|(mv, leaves)| Share { mv: position.uci(*mv), leaves: *leaves })
            .collect::<Vec<_>>()
    });
    let format = arguments.table_options.format();
    if !arguments.output.json && format.is_none() {
        arguments.file.print(|out| {
            for Share { mv, leaves } in shares.iter().flatten() {
                writeln!(out, "{mv}: {leaves}")?;
            }
            if shares.is_some() {
                writeln!(out)?;
            }
            write_totals(out, count.leaves, count.time)
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    let record = Perft {
        fen: position.to_string(),
        depth,
        leaves: count.leaves,
        time_ms: millis(count.time),
        nps: nodes_per_second(count.leaves, count.time),
        divide: shares,
    };
    match (format, &record.divide) {
        (None, _) => arguments.file.print_json(record)?,
        (Some(format), None) => arguments.file.print(|out| format.write(out, COLUMNS, &[&record]))?,
        (Some(format), Some(shares)) => {
            arguments.file.print(|out| format.write(out, DIVIDE_COLUMNS, shares))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes leaf nodes, time and speed in the format of other engines, so that scripts for other engines can
/// parse the totals.
fn write_totals(out: &mut dyn Write, leaves: u64, time: Duration) -> io::Result<()> {
    let nps = nodes_per_second(leaves, time);
    writeln!(out, "Nodes searched: {leaves}\nTime (ms): {}\nNodes/second: {nps}", millis(time))
}
