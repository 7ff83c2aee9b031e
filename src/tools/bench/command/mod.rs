//! `engine bench`: prints the signature, or runs the ladder or the ablation.

mod ablation;
mod ladder;
mod limit_arguments;
mod page;
mod picture;
mod signature;
mod stockfish;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;

use crate::{
    chess::{position::Strictness, positions::Case},
    engine,
    tools::{
        bench::plan,
        common::{
            exit::UsageError,
            output::{JsonArguments, Output, OutputFile},
            search_arguments::{
                PositionArguments, SearchArguments, TablebaseArguments, TermsArguments, ThreadArguments,
                VariantArguments,
            },
            suites::load_suite,
            values::{AT_LEAST_1, number},
        },
    },
};

/// Measure the search on fixed positions; compare rungs and layers
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("evaluator", |evaluator| evaluator.help(EVALUATOR)),
    mut_arg("hash", |hash| hash.help("Hash size in MiB [default: 16; 64 with --ladder]")),
    mut_arg("syzygy", |syzygy| syzygy.conflicts_with(SIDE_BY_SIDE))
)]
pub struct BenchArguments {
    #[command(flatten)]
    positional: stockfish::Positional,
    #[command(flatten)]
    start: PositionArguments,
    /// Read the positions from a file with one EPD or FEN per line; - is stdin
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    epd: Option<PathBuf>,
    #[command(flatten)]
    variant: VariantArguments,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    terms_option: TermsArguments,
    #[command(flatten)]
    thread_options: ThreadArguments,
    #[command(flatten)]
    tablebase_options: TablebaseArguments,
    #[command(flatten)]
    limit_options: limit_arguments::BenchLimitArguments,
    #[command(flatten)]
    ladder: ladder::LadderOptions,
    /// Measure a set of layers, and the set without each of its layers in turn
    #[arg(long, group = SIDE_BY_SIDE, conflicts_with_all = ["nodes", "movetime"])]
    ablate: bool,
    #[command(flatten)]
    comparison_options: ComparisonArguments,
    #[command(flatten)]
    json_option: JsonArguments,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    file: OutputFile,
}

/// Help of `--evaluator`. `engine bench` needs its own help text, because the default evaluator of `--ladder`
/// differs.
const EVALUATOR: &str =
    "Evaluator: material, classical or network [default: network; material with --ladder]";

/// Clap group of `--ladder` and `--ablate`, which exclude each other.
const SIDE_BY_SIDE: &str = "side-by-side";

/// Options that `--ladder` and `--ablate` share.
#[derive(Args, Debug)]
struct ComparisonArguments {
    /// Stop a search above N nodes and list it as not run
    ///
    /// --ladder then skips lower rungs on that position.
    #[arg(long, value_name = "N", value_parser = number::<u64>(AT_LEAST_1), requires = SIDE_BY_SIDE, default_value_t = plan::MAX_NODES)]
    max_nodes: u64,
    /// Time every search N times and report the median
    ///
    /// If N is above 1, one more search runs first, untimed.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=1000), requires = SIDE_BY_SIDE, default_value_t = 1)]
    repeat: u32,
    /// List the results on every position, not only the totals
    #[arg(long, requires = SIDE_BY_SIDE)]
    positions: bool,
}

const EXAMPLES: &str = "\
Examples:
  engine bench                          print the signature of this build
  engine bench 16 1 5 default depth     use Stockfish's argument order
  engine bench --json -o bench.json     save the results of all positions
  engine bench --ladder --depth 1-5 --html ladder.html
  engine bench --ablate --layers mate-distance --depth 6

Without --ladder, --ablate and --json the last line on stdout is 'N nodes M nps'. With one thread and without a time \
limit, the node count N is the same on every run and machine. With -q, tables are not printed.

The bench searches 50 built-in positions. Only --ladder and --ablate accept --max-nodes, --repeat and --positions.

Exit code 3 means that a check failed: with --ladder, an exact rung returned a score other than minimax's; with --ablate, \
a layer of an exact set changed a score. Code 3 also means that no scores could be compared, although --ladder measures \
two or more exact rungs, or --ablate an exact set: --max-nodes ended too many searches.";

pub fn run(arguments: &BenchArguments) -> anyhow::Result<ExitCode> {
    let inputs: Vec<_> = arguments.suite().map(Path::to_owned).into_iter().collect();
    arguments.file.check(&inputs)?;
    arguments.ladder.check_pictures(&inputs, &arguments.file)?;
    let cases = arguments.cases()?;
    let side_by_side = arguments.ladder.is_requested() || arguments.ablate;
    if side_by_side && arguments.thread_options.threads.is_some_and(|threads| threads > 1) {
        let why = "--ladder and --ablate need node counts that are the same on every run: remove --threads";
        return Err(UsageError(why.to_owned()).into());
    }
    if arguments.ladder.is_requested() {
        ladder::run(arguments, &cases)
    } else if arguments.ablate {
        ablation::run(arguments, &cases)
    } else {
        signature::run(arguments, &cases)
    }
}

impl BenchArguments {
    /// Returns the file of `--epd` or FILE.
    fn suite(&self) -> Option<&Path> {
        self.epd.as_deref().or(self.positional.file())
    }

    /// Returns the positions of `--fen`, `--epd` or FILE, or else the fifty positions of the bench.
    fn cases(&self) -> anyhow::Result<Vec<Case>> {
        let mode = self.variant.mode();
        if let Some(case) = self.start.case(mode, Strictness::Game, &self.output)? {
            return Ok(vec![case]);
        }
        match self.suite() {
            None => Ok(engine::signature::positions()),
            Some(path) => Ok(load_suite(path, mode, Strictness::Game)?.into_iter().map(Case::from).collect()),
        }
    }
}
