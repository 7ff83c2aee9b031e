//! `engine bench` without `--ladder` and `--ablate`: prints the results per position and the signature, or,
//! with `--compare`, the differences from an earlier bench.
//!
//! Test servers parse the last lines: `OpenBench` reads stdout and stderr together from the last line
//! upwards, Fishtest reads stderr only. Without `--json`, `--compare`, `--csv`, `--tsv` and `--md`, the last
//! four lines of the output therefore have a fixed format, and no line may follow these four lines.

use std::process::ExitCode;

use super::{Arguments, comparison::PreviousBench};
use crate::{
    bench::{
        Case,
        signature::{self, Plan, Signature, report::Bench},
    },
    cli::{
        output::{is_stdout, print_message},
        table::{
            Column::{Left, Right},
            Table,
        },
    },
    json::millis,
    text::or_dash,
};

/// Columns of CSV, TSV and Markdown: JSON paths.
const COLUMNS: &[&str] = &[
    "id",
    "fen",
    "depth",
    "nodes",
    "time_ms",
    "nps",
    "score_cp",
    "score_mate",
    "score_white_cp",
    "score_white_mate",
    "wdl_win",
    "wdl_draw",
    "wdl_loss",
    "best",
];

pub fn run(arguments: &Arguments, cases: &[Case]) -> anyhow::Result<ExitCode> {
    let Arguments {
        positional, engine_options, thread_options, limit_options, output, compare, file, ..
    } = arguments;
    let previous = compare.as_deref().map(PreviousBench::read).transpose()?;
    let defaults = Plan::default();
    let plan = Plan {
        setup: engine_options.setup(),
        limits: positional.limits()?.or(limit_options.limits()?).unwrap_or(defaults.limits),
        megabytes: positional.megabytes().or(engine_options.megabytes()).unwrap_or(defaults.megabytes),
        threads: positional.threads().or(thread_options.threads()).unwrap_or(defaults.threads),
        tablebases: arguments.tablebase_options.probing()?,
    };
    let progress = output.progress(cases.len(), "positions");
    let bench = signature::run(&plan, cases, || progress.inc(1))?;
    progress.finish_and_clear();
    if let Some(previous) = previous {
        return previous.compare_with(&Bench::new(&plan, &bench), arguments);
    }
    if output.json {
        file.print_json(Bench::new(&plan, &bench))?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(format) = arguments.export_options.table_options.format() {
        file.print(|out| format.write(out, COLUMNS, &bench.rows))?;
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
