//! The ladder in detail: what the nodes turned out to be, and what the table did.

use super::table::{NO_VALUE, cell, number_cell, table};
use crate::bench::{
    ladder::report::Position,
    tally::{Kinds, TableWork},
    totals::Total,
};

const HEADS: [&str; 17] = [
    "rung",
    "efficiency, %",
    "pv nodes",
    "cut nodes",
    "all nodes",
    "expected cut",
    "wrong",
    "wrong, %",
    "table probes",
    "hits",
    "usable",
    "usable, %",
    "cuts",
    "stores",
    "replaced",
    "collisions",
    "full, ‰",
];

/// The rungs of a block over all positions.
pub fn totals(out: &mut String, totals: &[&Total]) {
    table(
        out,
        &HEADS,
        totals.iter().map(|total| row(&total.rung, total.efficiency_pct, &total.kinds, &total.table)),
    );
    out.push_str(
        "<p><small>Efficiency: the leaves of the oracle order in percent of those visited. A node is <i>pv</i> if its value lay inside the window it was asked \
         with, <i>cut</i> if it reached beta, <i>all</i> if it did not exceed alpha; leaves and the nodes of quiescence are of a kind too, so the three add up to \
         the nodes of the last depth. <i>Wrong</i>: expected to be cut, but every move failed low. <i>Usable</i>: the table knew the position deep enough to end \
         the node. <i>Replaced</i>: stored in the place of another position. <i>Collisions</i>: the stored move is not legal here, so two positions share a key. \
         What each number means, and its formula: <code>engine bench --ladder --explain-columns</code>.</small></p>\n",
    );
}

/// The rungs on one position.
pub fn position(out: &mut String, position: &Position) {
    let rows = position.rungs.iter().map(|run| row(&run.rung, run.efficiency_pct, &run.kinds, &run.table));
    table(out, &HEADS, rows);
}

fn row(rung: &str, efficiency: Option<f64>, kinds: &Kinds, table: &TableWork) -> Vec<String> {
    let mut cells = vec![rung.to_owned(), cell(efficiency)];
    let Kinds { pv_nodes, cut_nodes, all_nodes, expected_cut_nodes, wrong_cut_nodes, wrong_cut_pct } = *kinds;
    cells.extend([pv_nodes, cut_nodes, all_nodes, expected_cut_nodes, wrong_cut_nodes].map(number_cell));
    cells.push(cell(wrong_cut_pct));
    if table.table_probes.is_none() {
        cells.resize(HEADS.len(), NO_VALUE.to_owned());
        return cells;
    }
    cells.extend([table.table_probes, table.table_hits, table.table_usable_hits].map(number_cell));
    cells.push(cell(table.table_usable_pct));
    let work = [table.table_cuts, table.table_stores, table.table_replacements, table.table_collisions];
    cells.extend(work.map(number_cell));
    cells.push(cell(table.table_full_permille));
    cells
}
