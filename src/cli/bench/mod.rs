//! `engine bench`: the signature, alone or beside an earlier one; the rungs side by side; a set without each of its layers.

mod ablation;
mod comparison;
mod export_arguments;
mod ladder;
mod limit_arguments;
mod signature;
mod stockfish;

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, value_parser};
use shakmaty::CastlingMode;

use super::{
    exit::UsageError,
    output::Output,
    search_arguments::{PositionArguments, SearchArguments, ThreadArguments, load_suite},
};
use crate::{
    bench::{self, Case, plan},
    position::Strictness,
};

/// Count nodes and time on fixed positions; compare rungs, layers and builds, and prove that the exact rungs agree
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, mut_arg("evaluator", |evaluator| evaluator.help(EVALUATOR)))]
pub struct Arguments {
    #[command(flatten)]
    positional: stockfish::Positional,
    #[command(flatten)]
    start: PositionArguments,
    /// The positions: a file of EPD lines or FENs
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    epd: Option<PathBuf>,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    thread_options: ThreadArguments,
    #[command(flatten)]
    limit_options: limit_arguments::LimitArguments,
    #[command(flatten)]
    ladder: ladder::Options,
    /// Leave the layers of the set out one at a time: what would be lost?
    #[arg(long, group = SIDE_BY_SIDE, conflicts_with_all = ["nodes", "movetime"])]
    ablate: bool,
    #[command(flatten)]
    comparison_options: ComparisonArguments,
    #[command(flatten)]
    export_options: export_arguments::ExportArguments,
    /// Show on which positions the search differs from an earlier bench: a file that --json wrote
    #[arg(long, value_name = "FILE", conflicts_with = SIDE_BY_SIDE)]
    compare: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// Only here the usual one is not always the same.
const EVALUATOR: &str = "Who judges the horizon [default: network; material with --ladder]";

/// `--ladder` and `--ablate`, of which only one can be asked for.
const SIDE_BY_SIDE: &str = "side-by-side";

/// What both of them can be told.
#[derive(Args, Debug)]
struct ComparisonArguments {
    /// Give a search up beyond so many nodes; with --ladder do not try the rungs below it there
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), requires = SIDE_BY_SIDE, default_value_t = plan::MAX_NODES)]
    max_nodes: u64,
    /// Time every search so often, after one that warms up; the median counts
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1000), requires = SIDE_BY_SIDE, default_value_t = 1)]
    repeat: u32,
    /// List every position, not only the totals
    #[arg(long, alias = "verbose", requires = SIDE_BY_SIDE)]
    positions: bool,
    /// Add a centipawn to the scores of this rung, or without this layer, to see the proof fail
    #[arg(long, value_name = "NAME", requires = SIDE_BY_SIDE, hide = true)]
    falsify: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  engine bench                                    the signature of this build
  engine bench 16 1 5 default depth               to depth 5, in Stockfish's spelling
  engine bench --ladder                           all rungs: exact ones at depth 4, selective ones at depth 8
  engine bench --ladder --fen kiwipete --depth 3 --rungs minimax,alpha-beta,alpha-beta+table --positions
  engine bench --ladder --json | jq '.totals'
  engine bench --ladder --depth 1-5 --html ladder.html       a page with charts that explains itself
  engine bench --ablate                           the full search without each layer in turn
  engine bench --ablate --layers mate-distance --depth 6 --repeat 5 --html layers.html
  engine bench --json > before.json               and after a change:
  engine bench --compare before.json              on which positions has the search changed?

The last line on stdout is 'N nodes M nps'; N is the same on every run and machine.
Exit code 3 says with --ladder that an exact rung disagrees with minimax, with --ablate that a layer of an exact set changes
a score, and with --compare that the search is another.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let cases = arguments.cases()?;
    let side_by_side = arguments.ladder.is_requested() || arguments.ablate;
    if side_by_side && arguments.thread_options.threads().is_some_and(|threads| threads > 1) {
        let why = "--ladder and --ablate count nodes that are the same on every run: leave --threads away";
        return Err(UsageError(why.to_owned()).into());
    }
    if side_by_side {
        arguments.export_options.check_writable()?;
    }
    if arguments.ladder.is_requested() {
        ladder::run(arguments, &cases)
    } else if arguments.ablate {
        ablation::run(arguments, &cases)
    } else {
        signature::run(arguments, &cases)
    }
}

impl Arguments {
    /// The positions that were asked for, or the frozen ones.
    fn cases(&self) -> anyhow::Result<Vec<Case>> {
        let mode = CastlingMode::Standard;
        if let Some(case) = self.start.case(mode, Strictness::Game, &self.output)? {
            return Ok(vec![case]);
        }
        match self.epd.as_deref().or(self.positional.file()) {
            None => Ok(bench::positions()),
            Some(path) => Ok(load_suite(path, mode, Strictness::Game)?.into_iter().map(Case::from).collect()),
        }
    }
}
