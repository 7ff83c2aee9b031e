//! Tables of the ladder page with the kinds of nodes and the counts of the transposition table.

use super::table::{NO_VALUE, decimal_cell, number_cell, table};
use crate::bench::{
    ladder::report::Position,
    tally::{Kinds, TableWork},
    totals::Total,
};

const HEADINGS: [&str; 17] = [
    "rung",
    "efficiency, %",
    "pv nodes",
    "cut nodes",
    "all nodes",
    "expected cut",
    "wrong",
    "wrong, %",
    "TT probes",
    "hits",
    "usable",
    "usable, %",
    "cuts",
    "stores",
    "replaced",
    "collisions",
    "full, ‰",
];

/// Writes the table with node kinds and TT counts of all rungs of a block, summed over all positions.
pub fn totals(out: &mut String, totals: &[&Total]) {
    table(
        out,
        &HEADINGS,
        totals.iter().map(|total| row(&total.rung, total.efficiency_pct, &total.kinds, &total.table)),
    );
    out.push_str(
        "<p><small><i>Efficiency</i>: leaves of the oracle order in percent of the leaves visited, with or without TT cutoffs and mate distance pruning on both sides. A node is a <i>pv node</i> if its value is inside its search \
         window, a <i>cut node</i> if its value is at least beta, and an <i>all node</i> if its value is at most alpha. Leaves and quiescence nodes have a kind \
         too, so the three kinds sum to the nodes of the last depth. <i>Expected cut</i>: nodes of the main search where a beta cutoff was expected. \
         <i>Wrong</i>: expected cut nodes that failed low. <i>TT probes</i>: lookups in the transposition table. \
         <i>Usable</i>: hits deep enough for a cutoff. <i>Replaced</i>: entries stored over an entry of another position. \
         <i>Collisions</i>: hits whose move is illegal, because two positions share a key. Meaning and formula of each number: \
         <code>engine bench --ladder --explain-columns</code>.</small></p>\n",
    );
}

/// Writes the table with node kinds and TT counts of all rungs on one position.
pub fn position(out: &mut String, position: &Position) {
    let rows = position.rungs.iter().map(|run| row(&run.rung, run.efficiency_pct, &run.kinds, &run.table));
    table(out, &HEADINGS, rows);
}

fn row(rung: &str, efficiency: Option<f64>, kinds: &Kinds, table: &TableWork) -> Vec<String> {
    let mut cells = vec![rung.to_owned(), decimal_cell(efficiency)];
    let Kinds { pv_nodes, cut_nodes, all_nodes, expected_cut_nodes, wrong_cut_nodes, wrong_cut_pct } = *kinds;
    cells.extend([pv_nodes, cut_nodes, all_nodes, expected_cut_nodes, wrong_cut_nodes].map(number_cell));
    cells.push(decimal_cell(wrong_cut_pct));
    if table.table_probes.is_none() {
        cells.resize(HEADINGS.len(), NO_VALUE.to_owned());
        return cells;
    }
    cells.extend([table.table_probes, table.table_hits, table.table_usable_hits].map(number_cell));
    cells.push(decimal_cell(table.table_usable_pct));
    let work = [table.table_cuts, table.table_stores, table.table_replacements, table.table_collisions];
    cells.extend(work.map(number_cell));
    cells.push(decimal_cell(table.table_full_permille));
    cells
}
