//! `engine bench --ladder`: compares the rungs and checks that the exact rungs return the same scores.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::Args;

use super::{BenchArguments, SIDE_BY_SIDE, page, picture};
use crate::{
    chess::positions::Case,
    search::{Algorithm, rungs::UnknownAlgorithm},
    support::{json::Header, replace::Replacement},
    tools::{
        bench::{
            ladder::{self, report::Ladder},
            plan::{self, LadderPlan, PlanStep},
            verdict::{self, LadderVerdict},
        },
        common::{
            exit::{CHECK_FAILED, UsageError},
            output::{OutputFile, print_message, refuse_existing, refuse_input_as_output, write_file},
            search_arguments::depth_parser,
        },
    },
};

mod columns;
mod depths;
mod meanings;
mod positions;
mod tables;

/// The option `--ladder`, and the options that require `--ladder`.
#[derive(Args, Debug)]
pub struct LadderOptions {
    /// Compare the rungs: exact rungs at --depth, selective ones at --selective-depth
    #[arg(long, group = SIDE_BY_SIDE, conflicts_with_all = ["layers", "nodes", "movetime"])]
    ladder: bool,
    /// Measure these rungs or sets of layers, in this order [default: all but random]
    ///
    /// 'network' is 'full' with the neural network as evaluator, and the last one of the default.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = parse_step, requires = "ladder", conflicts_with = "ablate")]
    rungs: Vec<PlanStep>,
    /// Search to this depth in plies when comparing selective rungs
    #[arg(long, value_name = "PLIES", value_parser = depth_parser(), requires = "ladder", conflicts_with = "ablate", default_value_t = plan::SELECTIVE_DEPTH)]
    selective_depth: i32,
    /// Write an HTML page with charts and numbers to this file
    #[arg(long, value_name = "FILE", requires = "ladder", conflicts_with = "ablate")]
    html: Option<PathBuf>,
    /// Write a picture of the node counts to this SVG file
    #[arg(long, value_name = "FILE", requires = "ladder", conflicts_with = "ablate")]
    svg: Option<PathBuf>,
    /// Print the meaning and the formula of every column, and exit
    #[arg(long, requires = "ladder", conflicts_with = "ablate")]
    explain_columns: bool,
}

impl LadderOptions {
    /// Returns whether `--ladder` was given.
    pub const fn is_requested(&self) -> bool {
        self.ladder
    }

    /// Returns the options `--html` and `--svg` with their files.
    fn pictures(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        [("--html", &self.html), ("--svg", &self.svg)]
            .into_iter()
            .filter_map(|(option, path)| Some((option, path.as_deref()?)))
    }

    /// Checks before a long measurement that the files of `--html` and `--svg` can be written.
    ///
    /// # Errors
    /// [`UsageError`] if two outputs are the same file, or if a file is an input, or exists and `--force` is not given; an
    /// I/O error if a file cannot be created.
    pub fn check_pictures(&self, inputs: &[PathBuf], output: &OutputFile) -> anyhow::Result<()> {
        let mut others = vec![output.path()];
        for (option, path) in self.pictures() {
            if others.contains(&path) {
                let why = format!("{option}: {} is also another output: use another name", path.display());
                return Err(UsageError(why).into());
            }
            others.push(path);
            refuse_input_as_output(path, inputs)?;
            refuse_existing(path, output.replacement.force)?;
            Replacement::new(path).with_context(|| format!("{option}: cannot write {}", path.display()))?;
        }
        Ok(())
    }

    /// Writes the files of `--html` and `--svg`.
    ///
    /// # Errors
    /// An I/O error if a file cannot be written.
    fn write_pictures(&self, ladder: &Ladder, force: bool) -> anyhow::Result<()> {
        for (option, path) in self.pictures() {
            let text = if option == "--html" { page::html(ladder)? } else { picture::svg(ladder) };
            write_file(path, text.as_bytes(), force).context(option)?;
        }
        Ok(())
    }
}

/// Parses `network`, a rung, or a set of layers; `random` is refused because it does not search.
fn parse_step(text: &str) -> Result<PlanStep, String> {
    let network = PlanStep::network();
    if text.eq_ignore_ascii_case(&network.rung) {
        return Ok(network);
    }
    let algorithm: Algorithm = text.parse().map_err(|error: UnknownAlgorithm| error.to_string())?;
    if algorithm == Algorithm::Random {
        return Err("random does not search, so it has no nodes to count: leave it out, and begin with minimax as the lowest rung".to_owned());
    }
    Ok(PlanStep { rung: text.to_owned(), algorithm, evaluator: None })
}

pub fn run(arguments: &BenchArguments, cases: &[Case]) -> anyhow::Result<ExitCode> {
    if arguments.ladder.explain_columns {
        arguments.file.print(columns::explain)?;
        return Ok(ExitCode::SUCCESS);
    }
    let plan = plan(arguments);
    let progress = arguments.output.progress(plan.blocks().len() * cases.len(), "searched positions");
    let blocks = ladder::run(&plan, cases, || progress.inc(1))?;
    progress.finish_and_clear();
    let verdict = verdict::check_scores(&blocks);
    let record = Ladder::new(Header::new(plan.megabytes), &plan, &blocks);
    arguments.ladder.write_pictures(&record, arguments.file.replacement.force)?;
    if arguments.json_option.json {
        arguments.file.print_json(record)?;
        verdict.disagreements.iter().for_each(|disagreement| print_message(format_args!("{disagreement}")));
        if verdict.is_unverified() {
            print_message(format_args!("{UNVERIFIED}"));
        }
    } else {
        arguments.file.print(|out| {
            if !arguments.output.quiet {
                tables::header(out, &record.header)?;
                for block in &blocks {
                    tables::block(out, block, &plan, arguments.comparison_options.positions)?;
                }
                if arguments.limit_options.depths().is_some_and(|(first, last)| first < last) {
                    depths::write(out, &record)?;
                }
                tables::legend(out)?;
            }
            tables::verdict(out, &verdict)
        })?;
    }
    Ok(code(&verdict))
}

/// Verdict if none of the scores that should be compared could be compared.
const UNVERIFIED: &str = "verdict: NOT VERIFIED: no two exact rungs finished a search of the same position, \
    so no scores were compared: raise --max-nodes, or reduce --depth";

fn code(verdict: &LadderVerdict) -> ExitCode {
    if verdict.holds() { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) }
}

fn plan(arguments: &BenchArguments) -> LadderPlan {
    let BenchArguments { engine_options, terms_option, limit_options, ladder, comparison_options, .. } =
        arguments;
    let defaults = LadderPlan::default();
    LadderPlan {
        steps: if ladder.rungs.is_empty() { defaults.steps } else { ladder.rungs.clone() },
        depth: limit_options.depths().map_or(defaults.depth, |(_, last)| last),
        least_depth: limit_options.depths().map_or(defaults.least_depth, |(first, last)| {
            if first == last { defaults.least_depth } else { first }
        }),
        selective_depth: ladder.selective_depth,
        max_nodes: comparison_options.max_nodes,
        megabytes: engine_options.megabytes().unwrap_or(defaults.megabytes),
        eval: terms_option.applied_to(engine_options.eval.config(&defaults.eval)),
        repeat: comparison_options.repeat as usize,
    }
}
