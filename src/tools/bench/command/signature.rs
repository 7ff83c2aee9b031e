//! `engine bench` without `--ladder` and `--ablate`: prints the results per position and the signature.
//!
//! Test servers parse the last lines: `OpenBench` reads stdout and stderr together from the last line
//! upwards, Fishtest reads stderr only. Without `--json`, the last four lines of the output
//! therefore have a fixed format, and no line may follow these four lines.

use std::process::ExitCode;

use super::BenchArguments;
use crate::{
    chess::positions::Case,
    engine::signature::{self, BenchPlan, Signature},
    search::Setup,
    support::{json::millis, text::or_dash},
    tools::{
        bench::record::Bench,
        common::{
            output::{is_stdout, print_message},
            table::{
                Column::{Left, Right},
                Table,
            },
        },
    },
};

pub fn run(arguments: &BenchArguments, cases: &[Case]) -> anyhow::Result<ExitCode> {
    let BenchArguments {
        positional,
        engine_options,
        thread_options,
        limit_options,
        json_option,
        output,
        file,
        ..
    } = arguments;
    let defaults = BenchPlan::default();
    let setup = engine_options.setup();
    let plan = BenchPlan {
        setup: Setup { eval: arguments.terms_option.applied_to(setup.eval.clone()), ..setup },
        limits: positional.limits()?.or(limit_options.limits()?).unwrap_or(defaults.limits),
        megabytes: positional.megabytes.or(engine_options.megabytes()).unwrap_or(defaults.megabytes),
        threads: positional.thread_count.or(thread_options.threads).unwrap_or(defaults.threads),
        tablebases: arguments.tablebase_options.probing()?,
    };
    let progress = output.progress(cases.len(), "positions");
    let bench = signature::run(&plan, cases, || false, || progress.inc(1))?;
    progress.finish_and_clear();
    if json_option.json {
        file.print_json(Bench::new(&plan, &bench))?;
        return Ok(ExitCode::SUCCESS);
    }
    let is_stdout = is_stdout(file.path());
    let mut text = if output.quiet { String::new() } else { table(&bench).to_string() };
    if is_stdout {
        file.print(|out| write!(out, "{text}"))?;
        text.clear();
    }
    let (nodes, nps) = (bench.nodes(), bench.nps());
    print_message(format_args!("Total time (ms) : {}", millis(bench.time())));
    print_message(format_args!("Nodes searched  : {nodes}"));
    print_message(format_args!("Nodes/second    : {nps}"));
    file.print(|out| writeln!(out, "{text}{nodes} nodes {nps} nps"))?;
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
