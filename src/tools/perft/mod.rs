//! `engine perft`: counts the leaf nodes of the legal move tree of a position, or checks the counts of a
//! perft suite.

mod suite;

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::Args;

use crate::{
    chess::position::{
        Move, Position, Strictness,
        perft::{divide_by, perft},
    },
    search::nodes_per_second,
    support::json::millis,
    tools::common::{
        exit::UsageError,
        output::{Output, print},
        search_arguments::{LineArguments, ThreadArguments, VariantArguments},
        values::number,
    },
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
#[command(
    after_help = EXAMPLES,
    mut_arg("threads", |threads| threads.help("Number of threads [default: 1]"))
)]
pub struct PerftArguments {
    /// Depth in plies; with --suite, skip the counts beyond this depth
    #[arg(value_parser = number::<u32>(0..=MOST_PLIES), required_unless_present_any = ["suite", "plies"])]
    depth: Option<u32>,
    /// The same as DEPTH
    #[arg(long = "depth", value_name = "PLIES", value_parser = number::<u32>(0..=MOST_PLIES), conflicts_with = "depth")]
    plies: Option<u32>,
    #[command(flatten)]
    start: LineArguments,
    #[command(flatten)]
    variant: VariantArguments,
    /// Also print the count of each root move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Check the counts (D1 20; D2 400;) of this EPD file; - is stdin
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "fen", "moves"])]
    suite: Option<PathBuf>,
    #[command(flatten)]
    thread_options: ThreadArguments,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine perft 6
  engine perft 4 kiwipete --divide
  engine perft 3 --moves 'e4 e5 Nf3'
  engine perft 4 --suite positions/perft.epd

The directory positions is part of the source code. With --suite, the exit code is 3 if a count differs from the count in the suite.";

impl PerftArguments {
    /// Returns the depth in plies, if it is given.
    fn depth(&self) -> Option<u32> {
        self.depth.or(self.plies)
    }
}

pub fn run(arguments: &PerftArguments) -> anyhow::Result<ExitCode> {
    match (&arguments.suite, arguments.depth()) {
        (Some(path), _) => suite::run(arguments, path),
        (None, Some(depth)) => run_position(arguments, depth),
        (None, None) => {
            Err(UsageError("the depth is missing: use, for example, engine perft 6".to_owned()).into())
        }
    }
}

/// Result of one `perft` run on one position: the number of leaf nodes and the time of the count.
struct Count {
    leaves: u64,
    time: Duration,
    /// Number of leaf nodes below each root move; empty without `--divide` or at depth 0.
    divided: Vec<(Move, u64)>,
}

/// Counts the leaf nodes below `position` at `depth` plies.
fn count(arguments: &PerftArguments, position: &Position, depth: u32) -> Count {
    let started = Instant::now();
    let chess = position.chess();
    let threads = arguments.thread_options.threads.unwrap_or(1);
    if depth == 0 || threads == 1 && !arguments.divide {
        let leaves = perft(chess, depth);
        return Count { leaves, time: started.elapsed(), divided: Vec::new() };
    }
    let divided = divide_by(chess, depth, threads, |chess, depth| Some(perft(chess, depth)));
    let mut divided = divided.unwrap_or_default();
    let leaves = divided.iter().map(|(_, leaves)| leaves).sum();
    if !arguments.divide {
        divided.clear();
    }
    Count { leaves, time: started.elapsed(), divided }
}

fn run_position(arguments: &PerftArguments, depth: u32) -> anyhow::Result<ExitCode> {
    let line = arguments.start.line(arguments.variant.mode(), Strictness::Suite, &arguments.output)?;
    let position = line.position();
    let count = count(arguments, position, depth);
    print(|out| {
        for (mv, leaves) in &count.divided {
            writeln!(out, "{}: {leaves}", position.uci(*mv))?;
        }
        if !count.divided.is_empty() {
            writeln!(out)?;
        }
        write_totals(out, count.leaves, count.time)
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Writes leaf nodes, time and speed in the format of other engines, so that scripts for other engines can
/// parse the totals.
fn write_totals(out: &mut dyn Write, leaves: u64, time: Duration) -> io::Result<()> {
    let nps = nodes_per_second(leaves, time);
    writeln!(out, "Nodes searched: {leaves}\nTime (ms): {}\nNodes/second: {nps}", millis(time))
}
