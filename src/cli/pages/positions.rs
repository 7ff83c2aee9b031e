//! Tables of the ladder page for single positions.

use std::fmt::Write as _;

use super::{
    details,
    table::{cell, decimal_cell, number_cell, table},
};
use crate::{
    bench::{
        ladder::report::{Ladder, Position, Run},
        seed_programs::node_counts,
        tally::Rates,
    },
    text::{escape, grouped},
};

/// Returns the positions of a block. The output record of the ladder lists all positions of the exact block
/// before those of the selective block.
pub fn positions_of<'a>(ladder: &'a Ladder, block: &str) -> impl Iterator<Item = &'a Position> {
    let exact_first = ladder.totals.first().is_some_and(|total| total.block == "exact");
    let both = ladder.totals.iter().any(|total| total.block == "selective") && exact_first;
    let half = if both { ladder.positions.len() / 2 } else { ladder.positions.len() };
    let skipped = if both && block == "selective" { half } else { 0 };
    ladder.positions.iter().skip(skipped).take(half)
}

/// Returns four table cells: share of first-move cutoffs, mean cutoff index, TT hits and TT cutoffs.
pub fn rates(rates: &Rates) -> [String; 4] {
    [rates.cut_first_pct, rates.mean_cut_index, rates.table_hit_pct, rates.table_cut_pct].map(decimal_cell)
}

/// Writes the results of all rungs on one position.
pub fn write_position(out: &mut String, position: &Position) {
    let _ = writeln!(out, "<p><code>{}</code></p>", escape(&position.fen));
    let headings = [
        "rung",
        "nodes, all depths",
        "nodes, last depth",
        "leaves",
        "leaves of its oracle",
        "quiescence",
        "ms",
        "nodes/s",
        "EBF",
        "× previous depth",
        "1st-move cutoffs, %",
        "mean cutoff index",
        "TT hits, %",
        "TT cutoffs, %",
        "score",
        "best",
        "agrees",
    ];
    table(out, &headings, position.rungs.iter().map(run));
    details::position(out, position);
    if let Some(leaves) = position.oracle_leaves {
        let _ = writeln!(
            out,
            "<p>Oracle order without the layers table and mate-distance: {} leaves.</p>",
            grouped(leaves)
        );
    }
    if let Some(leaves) = position.minimal_tree_leaves {
        let _ = writeln!(out, "<p>Minimal tree: {} leaves.</p>", grouped(leaves));
    }
    if let Some(moves) = position.mean_moves {
        let _ =
            writeln!(out, "<p>Mean number of legal moves at the inner nodes of minimax’s tree: {moves}.</p>");
    }
}

fn run(run: &Run) -> Vec<String> {
    let mut cells = vec![run.rung.clone()];
    cells.extend([run.nodes, run.last_nodes, run.leaves, run.oracle_leaves].map(number_cell));
    cells.extend([run.qnodes, run.time_ms, run.nps].map(number_cell));
    cells.extend([run.ebf, run.ebf_ratio].map(decimal_cell));
    cells.extend(rates(&run.rates));
    let agrees = run.agrees.map_or("", |agrees| if agrees { "yes" } else { "NO" });
    cells.extend([cell(run.score), run.best.clone().unwrap_or_default(), agrees.to_owned()]);
    cells
}

/// Writes a table that compares the node counts of the student programs with Glulam's, for the positions and
/// the depth of the exact block. Writes nothing if no node count is known.
pub fn seed_program_counts(out: &mut String, ladder: &Ladder) {
    let mut rows = Vec::new();
    for position in positions_of(ladder, "exact") {
        for figure in
            node_counts(&position.fen, position.depth).filter(|figure| figure.depth == position.depth)
        {
            let Some(run) = position.rungs.iter().find(|run| run.rung == figure.rung) else { continue };
            let place = [position.id.clone(), figure.program.to_owned(), figure.rung.to_owned()];
            let mut cells = place.to_vec();
            cells.extend([figure.depth.to_string(), grouped(figure.nodes), number_cell(run.last_nodes)]);
            rows.push(cells);
        }
    }
    if rows.is_empty() {
        return;
    }
    out.push_str(
        "<h2>Node counts of the student programs</h2>\n<p>Glulam goes back to programs written by students for courses. The node count of minimax is fully determined, \
         so minimax must have exactly the same counts in those programs and in Glulam. The alpha-beta of the students searches every root move with a full \
         window and tries quiet moves before captures, so Glulam’s alpha-beta needs fewer nodes.</p>\n",
    );
    table(
        out,
        &["position", "program", "rung", "depth", "nodes of the program", "nodes of Glulam"],
        rows.into_iter(),
    );
}
