//! `engine perft --suite`: checks the perft counts of an EPD file.

use std::{path::Path, process::ExitCode, time::Duration};

use super::{PerftArguments, count, write_totals};
use crate::{
    chess::{epd::Record, position::Strictness},
    tools::common::{
        exit::{CHECK_FAILED, UsageError},
        input,
        output::print,
        suites,
    },
};

pub fn run(arguments: &PerftArguments, path: &Path) -> anyhow::Result<ExitCode> {
    let records = suites::load_suite(path, arguments.variant.mode(), Strictness::Suite)?;
    let max_depth = arguments.depth().unwrap_or(u32::MAX);
    let expected: Vec<_> =
        records.iter().map(|record| expected_counts(record, path)).collect::<Result<_, _>>()?;
    let progress = arguments.output.progress(records.len(), "positions");
    let (mut time, mut leaves, mut checked, mut wrong) = (Duration::ZERO, 0, 0, Vec::new());
    for (record, expected_counts) in records.iter().zip(expected) {
        for (depth, expected) in expected_counts.into_iter().filter(|(depth, _)| *depth <= max_depth) {
            let count = count(arguments, &record.position, depth);
            time += count.time;
            leaves += count.leaves;
            checked += 1;
            if count.leaves != expected {
                let id = record.id();
                wrong.push(format!("{id}, depth {depth}: counted {}, expected {expected}", count.leaves));
            }
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    print(|out| {
        for line in &wrong {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{} positions, {checked} counts checked, {} wrong", records.len(), wrong.len())?;
        write_totals(out, leaves, time)
    })?;
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) })
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
