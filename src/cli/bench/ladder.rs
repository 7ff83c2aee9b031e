//! `engine bench --ladder`: compares the rungs and checks that the exact rungs return the same scores.

use std::process::ExitCode;

use clap::Args;

use super::{Arguments, SIDE_BY_SIDE};
use crate::{
    bench::{
        Case,
        ladder::{self, Block, report::Ladder},
        plan::{self, Plan, Step},
        verdict::{self, Verdict},
    },
    cli::{exit::CHECK_FAILED, output::print_message, search_arguments::depth_parser},
    json::Header,
    search::{Algorithm, rungs::UnknownAlgorithm},
};

mod columns;
mod depths;
mod meanings;
mod positions;
mod tables;

/// The option `--ladder`, and the options that require `--ladder`.
#[derive(Args, Debug)]
pub struct Options {
    /// Compare the rungs: exact rungs at --depth, selective ones at --selective-depth
    #[arg(long, group = SIDE_BY_SIDE, conflicts_with_all = ["rung", "layers", "nodes", "movetime"])]
    ladder: bool,
    /// Measure these rungs or sets of layers, in this order [default: all but random]
    ///
    /// 'network' is 'full' with the neural network as evaluator, and the last one of the default.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = parse_step, requires = "ladder")]
    rungs: Vec<Step>,
    /// Search to this depth in plies when comparing selective rungs
    #[arg(long, value_name = "PLIES", value_parser = depth_parser(), requires = "ladder", default_value_t = plan::SELECTIVE_DEPTH)]
    selective_depth: i32,
    /// Print the meaning and the formula of every column, and exit
    #[arg(long, requires = "ladder")]
    explain_columns: bool,
}

impl Options {
    /// Returns whether `--ladder` was given.
    pub const fn is_requested(&self) -> bool {
        self.ladder
    }
}

/// Parses `network`, a rung, or a set of layers; `random` is refused because it does not search.
fn parse_step(text: &str) -> Result<Step, String> {
    let network = Step::network();
    if text.eq_ignore_ascii_case(&network.rung) {
        return Ok(network);
    }
    let algorithm: Algorithm = text.parse().map_err(|error: UnknownAlgorithm| error.to_string())?;
    if algorithm == Algorithm::Random {
        return Err("random does not search, so it has no nodes to count: leave it out, and begin with minimax as the lowest rung".to_owned());
    }
    Ok(Step { rung: text.to_owned(), algorithm, evaluator: None })
}

pub fn run(arguments: &Arguments, cases: &[Case]) -> anyhow::Result<ExitCode> {
    if arguments.ladder.explain_columns {
        arguments.file.print(columns::explain)?;
        return Ok(ExitCode::SUCCESS);
    }
    let plan = plan(arguments);
    let progress = arguments.output.progress(plan.blocks().len() * cases.len(), "searched positions");
    let mut blocks = ladder::run(&plan, cases, || progress.inc(1))?;
    progress.finish_and_clear();
    if let Some(rung) = &arguments.comparison_options.falsify {
        falsify(&mut blocks, rung);
    }
    let verdict = verdict::check_scores(&blocks);
    let record = Ladder::new(Header::new(plan.megabytes), &plan, &blocks);
    arguments.export_options.ladder(&record, &arguments.file, arguments.output.quiet)?;
    if arguments.output.json || !arguments.export_options.prints_tables() {
        if arguments.output.json {
            arguments.file.print_json(record)?;
        }
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

fn code(verdict: &Verdict) -> ExitCode {
    if verdict.holds() { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) }
}

fn plan(arguments: &Arguments) -> Plan {
    let Arguments { engine_options, limit_options, ladder, comparison_options, .. } = arguments;
    let defaults = Plan::default();
    Plan {
        steps: if ladder.rungs.is_empty() { defaults.steps } else { ladder.rungs.clone() },
        depth: limit_options.depths().map_or(defaults.depth, |(_, last)| last),
        least_depth: limit_options.depths().map_or(defaults.least_depth, |(first, last)| {
            if first == last { defaults.least_depth } else { first }
        }),
        selective_depth: ladder.selective_depth,
        max_nodes: comparison_options.max_nodes,
        megabytes: engine_options.megabytes().unwrap_or(defaults.megabytes),
        eval: engine_options.eval.config(&defaults.eval),
        repeat: comparison_options.repeat as usize,
    }
}

/// Adds 1 (one centipawn, or one ply in mate scores) to every score of `rung`, to test that the exactness
/// check fails.
fn falsify(blocks: &mut [Block], rung: &str) {
    let rows = blocks.iter_mut().flat_map(|block| &mut block.entries).flat_map(|entry| &mut entry.rows);
    for row in rows.filter(|row| row.rung == rung) {
        if let Some(measured) = &mut row.measured {
            measured.score = measured.score + 1;
        }
    }
}
