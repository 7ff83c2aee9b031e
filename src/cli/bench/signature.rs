//! `engine bench` without `--ladder` and `--ablate`: prints the results per position and the signature, or,
//! with `--compare`, the differences from an earlier bench.
//!
//! Test servers parse the last lines: `OpenBench` reads stdout and stderr together from the last line
//! upwards, Fishtest reads stderr only. Without `--json` and `--compare`, the last four lines of the output
//! therefore have a fixed format, and no line may follow them.

use std::process::ExitCode;

use super::{Arguments, comparison::PreviousBench};
use crate::{
    bench::{
        Case,
        signature::{self, Plan, Signature, report::Bench},
    },
    cli::{
        output::{print, print_json, print_message},
        table::{
            Column::{Left, Right},
            Table,
        },
    },
    json::millis,
    text::or_dash,
};

pub fn run(arguments: &Arguments, cases: &[Case]) -> anyhow::Result<ExitCode> {
    let Arguments { positional, engine_options, thread_options, limit_options, output, compare, .. } =
        arguments;
    let previous = compare.as_deref().map(PreviousBench::read).transpose()?;
    let defaults = Plan::default();
    let plan = Plan {
        setup: engine_options.setup(),
        limits: positional.limits()?.or(limit_options.limits()?).unwrap_or(defaults.limits),
        megabytes: positional.megabytes().or(engine_options.megabytes()).unwrap_or(defaults.megabytes),
        threads: positional.threads().or(thread_options.threads()).unwrap_or(defaults.threads),
    };
    let progress = output.progress(cases.len(), "bench");
    let bench = signature::run(&plan, cases, || progress.inc(1))?;
    progress.finish_and_clear();
    if let Some(previous) = previous {
        return previous.compare_with(&Bench::new(&plan, &bench), output);
    }
    if output.json {
        print_json(Bench::new(&plan, &bench))?;
        return Ok(ExitCode::SUCCESS);
    }
    if !output.quiet {
        print(|out| write!(out, "{}", table(&bench)))?;
    }
    let (nodes, nps) = (bench.nodes(), bench.nps());
    print_message(format_args!("Total time (ms) : {}", millis(bench.time())));
    print_message(format_args!("Nodes searched  : {nodes}"));
    print_message(format_args!("Nodes/second    : {nps}"));
    print(|out| writeln!(out, "{nodes} nodes {nps} nps"))?;
    Ok(ExitCode::SUCCESS)
}

fn table(bench: &Signature) -> Table {
    let mut table =
        Table::new(&[Left("id"), Right("depth"), Right("nodes"), Right("ms"), Right("score"), Left("best")]);
    for row in &bench.rows {
        table.row([
            row.id.clone(),
            row.depth.to_string(),
            row.nodes.to_string(),
            millis(row.time).to_string(),
            row.score.to_string(),
            or_dash(row.best.as_ref()),
        ]);
    }
    table
}
