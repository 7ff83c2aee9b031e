//! Text output of the ladder, position by position.

use std::io::{self, Write};

use super::{
    columns::{POSITION, POSITION_ORDER},
    tables::{not_run_cells, order_rates, table_rates},
};
use crate::{
    support::{
        json::millis,
        text::{decimals, or_dash},
    },
    tools::{
        bench::{
            ladder::{LadderEntry, Row},
            measure::Measurement,
            seed_programs::{NodeCount, node_counts},
            tally::{Kinds, Rates, TableWork},
            totals::ebf_ratio,
            verdict::agrees,
        },
        common::table::{Column, Table},
    },
};

/// Writes the results of all rungs on one position.
pub fn write(out: &mut dyn Write, entry: &LadderEntry) -> io::Result<()> {
    writeln!(out, "{}, depth {}\n{}\n", entry.id, entry.depth, entry.fen)?;
    writeln!(out, "{}", table(POSITION, entry, answer_cells))?;
    write!(out, "{}", table(POSITION_ORDER, entry, order_cells))?;
    if let Some(leaves) = entry.oracle_leaves {
        writeln!(out, "oracle order: {leaves} leaves, without table and mate-distance")?;
    }
    if let (Some(leaves), Some(moves)) = (entry.minimal_tree_leaves, entry.mean_moves) {
        writeln!(out, "minimal tree: {leaves} leaves, with {moves:.2} moves per node on average")?;
    }
    seed_program_counts(out, entry)?;
    writeln!(out)
}

fn table(
    columns: &'static [Column],
    entry: &LadderEntry,
    cells: impl Fn(&Row, &Measurement, &LadderEntry) -> Vec<String>,
) -> Table {
    let mut table = Table::new(columns);
    for row in &entry.rows {
        let run = row.measured.as_ref();
        table.row(run.map_or_else(|| not_run_cells(&row.rung, columns.len()), |run| cells(row, run, entry)));
    }
    table
}

fn answer_cells(row: &Row, run: &Measurement, entry: &LadderEntry) -> Vec<String> {
    let mut cells = vec![row.rung.clone()];
    let counts = [run.nodes, run.last.nodes, run.last.leaves, run.last.qnodes];
    cells.extend(counts.map(|count| count.to_string()));
    let agrees = agrees(row, &entry.rows).map(|agrees| if agrees { "yes" } else { "NO" });
    cells.extend([run.displayed.to_string(), or_dash(run.best.as_ref()), or_dash(agrees)]);
    cells
}

fn order_cells(row: &Row, run: &Measurement, entry: &LadderEntry) -> Vec<String> {
    let mut cells = vec![
        row.rung.clone(),
        millis(run.time).to_string(),
        decimals(Some(run.last.branching_factor(entry.depth)), 2),
        decimals(ebf_ratio(row, entry.depth), 2),
    ];
    let rates = Rates::new(&run.last);
    cells.extend(order_rates(&rates, &Kinds::new(Some(&run.last))));
    cells.extend(table_rates(&rates, &TableWork::new(row.algorithm, Some(&run.last), None)));
    cells
}

/// Writes the known node counts of the student programs on this position, each with the count of this run,
/// for the rungs and depths that this run measured.
fn seed_program_counts(out: &mut dyn Write, entry: &LadderEntry) -> io::Result<()> {
    for figure in node_counts(&entry.fen, entry.depth) {
        let Some(row) = entry.rows.iter().find(|row| row.rung == figure.rung) else { continue };
        let Some(ours) = row.stage(figure.depth).map(|stage| stage.counts.nodes) else { continue };
        let NodeCount { program, rung, depth, nodes, same, .. } = figure;
        let why = if *same {
            ""
        } else {
            " (the student program searches every root move with a full window and tries quiet moves first)"
        };
        writeln!(
            out,
            "student program {program}: {rung}, depth {depth}: {nodes} nodes, this run: {ours}{why}"
        )?;
    }
    Ok(())
}
