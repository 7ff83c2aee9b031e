//! `engine bench --compare FILE`: compares this bench with an earlier bench, position by position.

use std::{fmt, io, io::Write, path::Path, process::ExitCode};

use anyhow::Context as _;

use super::{Arguments, ablation::ratio_cell};
use crate::{
    bench::{
        comparison::{Change, Comparison, compare, report::ComparisonReport},
        signature::report::Bench,
    },
    cli::{
        exit::{CHECK_FAILED, UsageError},
        output::Output,
        table::{
            Column::{Left, Right},
            Table,
        },
    },
    text::or_dash,
};

/// Columns of CSV, TSV and Markdown: JSON paths.
const COLUMNS: &[&str] = &[
    "id",
    "fen",
    "nodes_before",
    "nodes_now",
    "times_nodes",
    "depth_before",
    "depth_now",
    "score_before_cp",
    "score_before_mate",
    "score_now_cp",
    "score_now_mate",
    "best_before",
    "best_now",
];

/// Hint for a file that is not a bench record.
const REMEDY: &str = "create the file with: engine bench --json -o FILE";

/// Bench record that was read from a file, with the name of the file, for comparison with the current bench.
#[derive(Debug)]
pub struct PreviousBench {
    name: String,
    bench: Bench,
}

impl PreviousBench {
    /// Reads a file written by `engine bench --json`.
    ///
    /// # Errors
    /// An I/O error if the file cannot be read; [`UsageError`] if the file does not contain a bench record.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let text = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
        let bench = Bench::read(&String::from_utf8_lossy(&text))
            .map_err(|error| UsageError(format!("cannot read {name}: {error}: {REMEDY}")))?;
        Ok(Self { name, bench })
    }

    /// Compares the earlier bench with the bench `now` and prints the differences. The exit code is 3 if the
    /// benches differ.
    ///
    /// # Errors
    /// [`UsageError`] if the limits differ or no position is in both benches; an I/O error if the output
    /// cannot be written.
    pub fn compare_with(&self, now: &Bench, arguments: &Arguments) -> anyhow::Result<ExitCode> {
        let Self { name, bench: before } = self;
        let Arguments { output, file, export_options, .. } = arguments;
        if before.limits != now.limits {
            return Err(UsageError(format!(
                "cannot compare with {name}: that bench was measured with {}, and this bench with {}; use the same limits",
                before.limits, now.limits
            ))
            .into());
        }
        self.remark_differences(now, output);
        let comparison = compare(&before.positions, &now.positions);
        if comparison.common() == 0 {
            return Err(UsageError(format!(
                "cannot compare with {name}: that bench has none of the positions of this bench; use the same --epd or --fen"
            ))
            .into());
        }
        if output.json {
            file.print_json(ComparisonReport::new(before, now, &comparison))?;
        } else if let Some(format) = export_options.table_options.format() {
            let report = ComparisonReport::new(before, now, &comparison);
            file.print(|out| format.write(out, COLUMNS, &report.changed))?;
        } else {
            file.print(|out| {
                if !output.quiet {
                    details(out, before, now, &comparison)?;
                }
                verdict(out, before, now, &comparison)
            })?;
        }
        Ok(if comparison.is_same() { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) })
    }

    /// Prints a note, unless `--quiet` is set, for each of these settings that differs between the two
    /// benches: layers, evaluator, network, hash size.
    fn remark_differences(&self, now: &Bench, output: &Output) {
        let Self { name, bench: before } = self;
        let remark = |setting: &str, before: &dyn fmt::Display, now: &dyn fmt::Display| {
            let (before, now) = (before.to_string(), now.to_string());
            if before != now {
                output.remark(format_args!(
                    "note: {name} was measured with {setting} {before}, and this bench with {now}"
                ));
            }
        };
        remark("layers", &before.rung, &now.rung);
        remark("evaluator", &before.evaluator, &now.evaluator);
        let net = |bench: &Bench| bench.net.clone().unwrap_or_else(|| "none".to_owned());
        remark("network", &net(before), &net(now));
        remark("hash table size (MiB)", &before.header.hash, &now.header.hash);
    }
}

fn details(out: &mut dyn Write, before: &Bench, now: &Bench, comparison: &Comparison<'_>) -> io::Result<()> {
    if !comparison.changed.is_empty() {
        write!(out, "{}", table(&comparison.changed))?;
    }
    for (rows, place) in [
        (&comparison.missing, "position only in the earlier bench"),
        (&comparison.added, "position only in this bench"),
    ] {
        for row in rows {
            writeln!(out, "{place}: {}", row.id)?;
        }
    }
    writeln!(out, "unchanged: {} of {} positions", comparison.unchanged, comparison.common())?;
    writeln!(
        out,
        "nodes:     {} before, {} now, geometric mean {}",
        before.nodes,
        now.nodes,
        ratio_cell(comparison.times_nodes)
    )?;
    writeln!(out, "speed:     {} nps before, {} now", before.nps, now.nps)
}

fn table(changed: &[Change<'_>]) -> Table {
    let mut table =
        Table::new(&[Left("id"), Right("before"), Right("now"), Right("nodes"), Left("score"), Left("best")]);
    for change in changed {
        let Change { before, now } = change;
        table.row([
            now.id.clone(),
            before.nodes.to_string(),
            now.nodes.to_string(),
            ratio_cell(change.times_nodes()),
            change_cell(&before.score, &now.score),
            change_cell(&or_dash(before.best.as_ref()), &or_dash(now.best.as_ref())),
        ]);
    }
    table
}

/// Returns `before -> now`, or only `now` if the two values are equal.
fn change_cell(before: &dyn fmt::Display, now: &dyn fmt::Display) -> String {
    let (before, now) = (before.to_string(), now.to_string());
    if before == now { now } else { format!("{before} -> {now}") }
}

fn verdict(out: &mut dyn Write, before: &Bench, now: &Bench, comparison: &Comparison<'_>) -> io::Result<()> {
    if comparison.is_same() {
        return writeln!(out, "verdict: the same search: {} nodes", now.nodes);
    }
    let changed = comparison.changed.len() + comparison.missing.len() + comparison.added.len();
    writeln!(
        out,
        "verdict: DIFFERENT: {} nodes before, {} now, {changed} positions changed",
        before.nodes, now.nodes
    )
}
