//! The ladder position by position.

use std::fmt::Write as _;

use super::{
    details,
    table::{cell, number_cell, table},
};
use crate::{
    bench::{
        ladder::report::{Ladder, Position, Run},
        seed_programs::node_counts,
        tally::Rates,
    },
    text::{escape, grouped},
};

/// The positions of a block: each stands once in each, the exact block first.
pub fn positions_of<'a>(ladder: &'a Ladder, block: &str) -> impl Iterator<Item = &'a Position> {
    let exact_first = ladder.totals.first().is_some_and(|total| total.block == "exact");
    let both = ladder.totals.iter().any(|total| total.block == "selective") && exact_first;
    let half = if both { ladder.positions.len() / 2 } else { ladder.positions.len() };
    let skipped = if both && block == "selective" { half } else { 0 };
    ladder.positions.iter().skip(skipped).take(half)
}

/// How good the order was, and what the table gave.
pub fn rates(rates: &Rates) -> [String; 4] {
    [rates.cut_first_pct, rates.mean_cut_index, rates.table_hit_pct, rates.table_cut_pct].map(cell)
}

/// All rungs on one position.
pub fn write_position(out: &mut String, position: &Position) {
    let _ = writeln!(out, "<p><code>{}</code></p>", escape(&position.fen));
    let heads = [
        "rung",
        "nodes, all depths",
        "nodes, last depth",
        "leaves",
        "quiescence",
        "ms",
        "nodes/s",
        "EBF",
        "× last depth",
        "cut at 1st, %",
        "mean index",
        "table hits, %",
        "table cuts, %",
        "score",
        "best",
        "agrees",
    ];
    table(out, &heads, position.rungs.iter().map(run));
    details::position(out, position);
    if let Some(leaves) = position.oracle_leaves {
        let _ = writeln!(out, "<p>Oracle order: {} leaves.</p>", grouped(leaves));
    }
    if let Some(leaves) = position.minimal_tree_leaves {
        let _ = writeln!(out, "<p>Minimal tree: {} leaves.</p>", grouped(leaves));
    }
    if let Some(moves) = position.mean_moves {
        let _ = writeln!(out, "<p>Legal moves at the inner nodes of minimax’s tree: {moves} on average.</p>");
    }
}

fn run(run: &Run) -> Vec<String> {
    let mut cells = vec![run.rung.clone()];
    cells.extend([run.nodes, run.last_nodes, run.leaves, run.qnodes, run.time_ms, run.nps].map(number_cell));
    cells.extend([run.ebf, run.ebf_ratio].map(cell));
    cells.extend(rates(&run.rates));
    let agrees = run.agrees.map_or("", |agrees| if agrees { "yes" } else { "NO" });
    cells.extend([cell(run.score), run.best.clone().unwrap_or_default(), agrees.to_owned()]);
    cells
}

/// What the student programs counted where they and this run searched the same.
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
        "<h2>What the student programs counted</h2>\n<p>This engine grew out of programs written for courses. Minimax has no freedom, so their counts and ours must \
         be the same to the node. Their alpha-beta asks every move of the root anew and tries quiet moves before captures, so ours needs fewer.</p>\n",
    );
    table(out, &["position", "program", "rung", "depth", "their nodes", "ours"], rows.into_iter());
}
