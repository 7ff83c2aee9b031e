//! `engine perft --suite`: every count that a file states, counted again.

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
        output::{print, print_json},
        search_arguments,
    },
    epd::Record,
    json::millis,
    position::Strictness,
    search::nodes_per_second,
};

/// `engine perft --suite FILE --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SuiteReport {
    /// The file.
    suite: String,
    /// Positions in it.
    positions: usize,
    /// Counts that were compared.
    checked: usize,
    /// Those that differed.
    failed: usize,
    /// Leaves counted in all.
    leaves: u64,
    /// The time the counts took.
    time_ms: u64,
    /// Leaves a second.
    nps: u64,
    /// One a count.
    results: Vec<Check>,
}

/// One count of a suite.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Check {
    /// The position.
    id: String,
    /// The position as FEN.
    fen: String,
    /// Plies.
    depth: u32,
    /// What the suite says.
    expected: u64,
    /// What was counted.
    counted: u64,
    /// Whether that is the same.
    holds: bool,
}

pub fn run(arguments: &Arguments, path: &Path) -> anyhow::Result<ExitCode> {
    let records = search_arguments::load_suite(path, arguments.mode(), Strictness::Suite)?;
    let max_depth = arguments.max_depth.unwrap_or(u32::MAX);
    let expected: Vec<_> =
        records.iter().map(|record| expected_counts(record, path)).collect::<Result<_, _>>()?;
    let progress = arguments.output.progress(records.len(), "perft");
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
        suite: path.display().to_string(),
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
        print_json(suite)?;
    } else {
        print(|out| report(out, &suite, time))?;
    }
    Ok(code)
}

/// The depths a line speaks of, with its counts: `D1 20; D2 400`.
fn expected_counts(record: &Record, path: &Path) -> Result<Vec<(u32, u64)>, UsageError> {
    let mut expected_counts = Vec::new();
    for (code, operands) in &record.operations {
        let Some(depth) = code.strip_prefix(['D', 'd']).and_then(|depth| depth.parse().ok()) else {
            continue;
        };
        let Some(count) = operands.first().and_then(|count| count.parse().ok()) else {
            let (path, id) = (path.display(), record.id());
            return Err(UsageError(format!("{path}, {id}: {code} needs a count, as in D3 8902")));
        };
        expected_counts.push((depth, count));
    }
    if expected_counts.is_empty() {
        let (path, id) = (path.display(), record.id());
        return Err(UsageError(format!("{path}, {id}: states no counts; write them as D1 20; D2 400;")));
    }
    Ok(expected_counts)
}

fn report(out: &mut dyn Write, suite: &SuiteReport, time: Duration) -> io::Result<()> {
    for Check { id, depth, expected, counted, .. } in suite.results.iter().filter(|check| !check.holds) {
        writeln!(out, "{id}, depth {depth}: counted {counted}, but the suite says {expected}")?;
    }
    let SuiteReport { positions, checked, failed, leaves, .. } = suite;
    writeln!(out, "{positions} positions, {checked} counts, {failed} wrong")?;
    write_totals(out, *leaves, time)
}
