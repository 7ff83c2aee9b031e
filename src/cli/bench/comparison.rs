//! `engine bench --compare FILE`: this bench beside an earlier one, and on which positions they differ.

use std::{fmt, io, io::Write, path::Path, process::ExitCode};

use anyhow::Context as _;

use super::ablation::ratio_cell;
use crate::{
    bench::{
        comparison::{Change, Comparison, compare, report::ComparisonReport},
        signature::report::Bench,
    },
    cli::{
        exit::{CHECK_FAILED, UsageError},
        output::{Output, print, print_json},
        table::{
            Column::{Left, Right},
            Table,
        },
    },
    text::or_dash,
};

/// How such a file is made.
const REMEDY: &str = "write it again: engine bench --json > FILE";

/// An earlier bench and where it was found.
#[derive(Debug)]
pub struct PreviousBench {
    name: String,
    bench: Bench,
}

impl PreviousBench {
    /// Reads the file that `engine bench --json` has written.
    ///
    /// # Errors
    /// If the file cannot be read, or [`UsageError`] if there is something else in it.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let text = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
        let bench = Bench::read(&String::from_utf8_lossy(&text))
            .map_err(|error| UsageError(format!("{name}: {error}; {REMEDY}")))?;
        Ok(Self { name, bench })
    }

    /// Compares, and tells what has changed: exit code 3 if anything has.
    ///
    /// # Errors
    /// [`UsageError`] if the two cannot be compared, and what stdout says.
    pub fn compare_with(&self, now: &Bench, output: &Output) -> anyhow::Result<ExitCode> {
        let Self { name, bench: before } = self;
        if before.limits != now.limits {
            return Err(UsageError(format!(
                "{name} was measured with {}, and this bench with {}: ask for the same limits",
                before.limits, now.limits
            ))
            .into());
        }
        self.remark_differences(now, output);
        let comparison = compare(&before.positions, &now.positions);
        if comparison.common() == 0 {
            return Err(UsageError(format!(
                "{name} has none of these positions: ask for the same --epd or --fen"
            ))
            .into());
        }
        if output.json {
            print_json(ComparisonReport::new(before, now, &comparison))?;
        } else {
            print(|out| {
                if !output.quiet {
                    details(out, before, now, &comparison)?;
                }
                verdict(out, before, now, &comparison)
            })?;
        }
        Ok(if comparison.is_same() { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) })
    }

    /// Tells what was measured in another way on purpose or by mistake.
    fn remark_differences(&self, now: &Bench, output: &Output) {
        let Self { name, bench: before } = self;
        let remark = |what: &str, before: &dyn fmt::Display, now: &dyn fmt::Display| {
            let (before, now) = (before.to_string(), now.to_string());
            if before != now {
                output.remark(format_args!(
                    "note: {name} was measured with {what} {before}, and this bench with {now}"
                ));
            }
        };
        remark("the layers", &before.rung, &now.rung);
        remark("the evaluator", &before.evaluator, &now.evaluator);
        let net = |bench: &Bench| bench.net.clone().unwrap_or_else(|| "none".to_owned());
        remark("the net", &net(before), &net(now));
        remark("a table in MB of", &before.header.hash, &now.header.hash);
    }
}

fn details(out: &mut dyn Write, before: &Bench, now: &Bench, comparison: &Comparison<'_>) -> io::Result<()> {
    if !comparison.changed.is_empty() {
        write!(out, "{}", table(&comparison.changed))?;
    }
    for (rows, what) in [(&comparison.missing, "not searched now"), (&comparison.added, "not in the file")] {
        for row in rows {
            writeln!(out, "{what}: {}", row.id)?;
        }
    }
    writeln!(out, "unchanged: {} of {} positions", comparison.unchanged, comparison.common())?;
    writeln!(
        out,
        "nodes:     {} before, {} now, {} in the geometric mean",
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

/// What it was and what it is, or one word if that is the same.
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
