//! `engine bench`: prints the signature, compares it with an earlier bench, or runs the ladder or the
//! ablation.

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

/// Measure the search on fixed positions; compare rungs and layers
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, mut_arg("evaluator", |evaluator| evaluator.help(EVALUATOR)))]
pub struct Arguments {
    #[command(flatten)]
    positional: stockfish::Positional,
    #[command(flatten)]
    start: PositionArguments,
    /// Read the positions from a file with one EPD or FEN per line
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
    /// Measure a set of layers, and the set without each of its layers in turn
    #[arg(long, group = SIDE_BY_SIDE, conflicts_with_all = ["nodes", "movetime"])]
    ablate: bool,
    #[command(flatten)]
    comparison_options: ComparisonArguments,
    #[command(flatten)]
    export_options: export_arguments::ExportArguments,
    /// Compare with an earlier bench (a file written with --json) and list positions with different results
    #[arg(long, value_name = "FILE", conflicts_with = SIDE_BY_SIDE)]
    compare: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// Help of `--evaluator`. `engine bench` needs its own help text, because the default evaluator of `--ladder`
/// differs.
const EVALUATOR: &str = "Static evaluator [default: network; material with --ladder]";

/// Clap group of `--ladder` and `--ablate`, which exclude each other.
const SIDE_BY_SIDE: &str = "side-by-side";

/// Options that `--ladder` and `--ablate` share.
#[derive(Args, Debug)]
struct ComparisonArguments {
    /// Stop a search above N nodes and list it as not run; --ladder then skips lower rungs on that position
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), requires = SIDE_BY_SIDE, default_value_t = plan::MAX_NODES)]
    max_nodes: u64,
    /// Time every search N times and report the median; if N is above 1, one more search runs first, untimed
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1000), requires = SIDE_BY_SIDE, default_value_t = 1)]
    repeat: u32,
    /// List the results on every position, not only the totals
    #[arg(long, alias = "verbose", requires = SIDE_BY_SIDE)]
    positions: bool,
    /// Add one centipawn to the scores of this rung, or of the set without this layer, to test that the
    /// exactness check fails
    #[arg(long, value_name = "NAME", requires = SIDE_BY_SIDE, hide = true)]
    falsify: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  engine bench                          print the signature of this build
  engine bench 16 1 5 default depth     use Stockfish's argument order
  engine bench --json > before.json     save a bench before changing the program
  engine bench --compare before.json    list positions with different results
  engine bench --ladder                 compare all rungs
  engine bench --ladder --fen kiwipete --rungs alpha-beta,table --positions
  engine bench --ladder --json | jq '.totals'
  engine bench --ladder --depth 1-5 --html ladder.html
  engine bench --ladder --selective-depth 1 --svg ladder.svg
  engine bench --ablate                 remove each layer of full in turn
  engine bench --ablate --layers mate-distance --depth 6 --html layers.html

Without --ladder, --ablate, --compare and --json the last line on stdout is 'N nodes M nps'. With one thread and without a time \
limit, the node count N is the same on every run and machine. With -q, tables are not printed.

The bench searches 50 built-in positions with 16 MiB hash. --ladder uses 64 MiB hash. Only --ladder and --ablate accept \
--max-nodes, --repeat, --positions, --html, --svg, --csv and --md.

Exit code 3 means that a check failed: with --ladder, an exact rung returned a score other than minimax's; with --ablate, \
a layer of an exact set changed a score; with --compare, the search differs from the earlier bench. Code 3 also means that \
no scores could be compared, although --ladder measures two or more exact rungs, or --ablate an exact set: --max-nodes \
ended too many searches.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let cases = arguments.cases()?;
    let side_by_side = arguments.ladder.is_requested() || arguments.ablate;
    if side_by_side && arguments.thread_options.threads().is_some_and(|threads| threads > 1) {
        let why = "--ladder and --ablate need node counts that are the same on every run: remove --threads";
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
    /// Returns the positions of `--fen`, `--epd` or FILE, or else the fifty positions of the bench.
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
