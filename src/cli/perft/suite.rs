//! `engine perft --suite`: checks the perft counts of an EPD file, up to the depth of `--max-depth`.

use std::{
    io::{self, Write},
    path::Path,
    process::ExitCode,
    time::Duration,
};

use schemars::JsonSchema;
use serde::Serialize;

use super::{Arguments, count, write_totals};
use crate::{
    cli::{
        exit::{CHECK_FAILED, UsageError},
        input, search_arguments,
    },
    epd::Record,
    json::millis,
    position::Strictness,
    search::nodes_per_second,
};

/// Output of `engine perft --suite FILE --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SuiteReport {
    /// Path of the suite file.
    suite: String,
    /// Number of positions in the suite.
    positions: usize,
    /// Number of perft counts that were checked; a position has one perft count per depth.
    checked: usize,
    /// Number of perft counts that differ from the counts that the suite expects.
    failed: usize,
    /// Sum of the leaf nodes of all checked perft counts.
    leaves: u64,
    /// Total time of all checked perft counts, in milliseconds.
    time_ms: u64,
    /// Leaf nodes counted per second: the leaf nodes of all checked perft counts divided by the total time.
    nps: u64,
    /// Results of the counts, one per position and depth.
    results: Vec<Check>,
}

/// Result of one count: one position at one depth.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Check {
    /// Name of the position: its EPD id, or its FEN if it has no id.
    id: String,
    /// FEN of the position.
    fen: String,
    /// Depth of the count, in plies.
    depth: u32,
    /// Number of leaf nodes that the suite file gives for this position and depth.
    expected: u64,
    /// Number of leaf nodes that the engine counted.
    counted: u64,
    /// Whether `counted` equals `expected`.
    holds: bool,
}

/// Columns of CSV, TSV and Markdown: JSON paths.
const COLUMNS: &[&str] = &["id", "fen", "depth", "expected", "counted", "holds"];

pub fn run(arguments: &Arguments, path: &Path) -> anyhow::Result<ExitCode> {
    let records = search_arguments::load_suite(path, arguments.mode(), Strictness::Suite)?;
    let max_depth = arguments.max_depth.unwrap_or(u32::MAX);
    let expected: Vec<_> =
        records.iter().map(|record| expected_counts(record, path)).collect::<Result<_, _>>()?;
    let progress = arguments.output.progress(records.len(), "positions");
    let mut time = Duration::ZERO;
    let mut results = Vec::new();
    for (record, expected_counts) in records.iter().zip(expected) {
        for (depth, expected) in expected_counts.into_iter().filter(|(depth, _)| *depth <= max_depth) {
            let count = count(arguments, &record.position, depth)?;
            time += count.time;
            let (id, fen) = (record.id(), record.position.to_string());
            let (counted, holds) = (count.leaves, count.leaves == expected);
            results.push(Check { id, fen, depth, expected, counted, holds });
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    let leaves = results.iter().map(|check| check.counted).sum();
    let suite = SuiteReport {
        suite: input::name(path),
        positions: records.len(),
        checked: results.len(),
        failed: results.iter().filter(|check| !check.holds).count(),
        leaves,
        time_ms: millis(time),
        nps: nodes_per_second(leaves, time),
        results,
    };
    let code = if suite.failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) };
    if arguments.output.json {
        arguments.file.print_json(suite)?;
    } else if let Some(format) = arguments.table_options.format() {
        arguments.file.print(|out| format.write(out, COLUMNS, &suite.results))?;
    } else {
        arguments.file.print(|out| report(out, &suite, time))?;
    }
    Ok(code)
}

/// Reads the expected counts of an EPD record, such as `D1 20; D2 400`, as pairs of depth and count.
fn expected_counts(record: &Record, path: &Path) -> Result<Vec<(u32, u64)>, UsageError> {
    let mut expected_counts = Vec::new();
    for (code, operands) in &record.operations {
        let Some(depth) = code.strip_prefix(['D', 'd']).and_then(|depth| depth.parse().ok()) else {
            continue;
        };
        let Some(count) = operands.first().and_then(|count| count.parse().ok()) else {
            let (path, id) = (input::name(path), record.id());
            return Err(UsageError(format!(
                "cannot read {path}: position '{id}': {code} needs a count, such as D3 8902"
            )));
        };
        expected_counts.push((depth, count));
    }
    if expected_counts.is_empty() {
        let (path, id) = (input::name(path), record.id());
        return Err(UsageError(format!(
            "cannot read {path}: position '{id}' has no counts: write them as D1 20; D2 400;"
        )));
    }
    Ok(expected_counts)
}

fn report(out: &mut dyn Write, suite: &SuiteReport, time: Duration) -> io::Result<()> {
    for Check { id, depth, expected, counted, .. } in suite.results.iter().filter(|check| !check.holds) {
        writeln!(out, "{id}, depth {depth}: counted {counted}, expected {expected}")?;
    }
    let SuiteReport { positions, checked, failed, leaves, .. } = suite;
    writeln!(out, "{positions} positions, {checked} counts checked, {failed} wrong")?;
    write_totals(out, *leaves, time)
}
