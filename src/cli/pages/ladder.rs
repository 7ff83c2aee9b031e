//! HTML page of `engine bench --ladder`: compares the measured rungs.

use std::fmt::Write as _;

use super::{
    charts, details, html_page,
    positions::{positions_of, rates, seed_program_counts, write_position},
    prose,
    summary::{RungContext, describe},
    table::{decimal_cell, number_cell, small, table, write_details},
    write_charts, write_conditions,
};
use crate::{
    bench::{
        ladder::report::{Ladder, Position},
        totals::Total,
    },
    explain::terms,
    text::{escape, grouped},
};

/// Terms used on the page, explained for a reader who knows chess but not search.
const GLOSSARY: &str = "<h2 id=\"terms\">Terms</h2>
<p>A chess program searches moves and replies, as a human player does, but systematically. A <b>node</b> is one position of the search, a <b>ply</b> is one move of \
one side, and the <b>depth</b> is the number of plies the program searches ahead. The positions at the end of the search are <b>leaves</b>; the evaluator gives \
each leaf a score. A <b>beta cutoff</b> ends a node early: one reply already refutes the previous move, so the other replies need not be searched. The \
<b>ladder</b> starts with the simplest search, minimax. Each <b>rung</b> of the ladder adds one idea to the rung below it.</p>
<p>The rungs up to <code>mate-distance</code> are <b>exact</b>: they must return the same score as minimax, and this page reports whether they did. The rungs above <code>mate-distance</code> are <b>selective</b>: they omit moves without proof to search deeper, as every strong program does. The scores of selective rungs can differ from minimax’s score, so a smaller node \
count alone does not show that a selective rung is better. Only games show which rung is stronger.</p>
";

/// Returns the HTML page of a ladder.
pub fn page(ladder: &Ladder) -> String {
    let mut body = String::new();
    contents(&mut body, ladder);
    summary(&mut body, ladder);
    body.push_str(GLOSSARY);
    for (block, heading) in BLOCKS {
        section(&mut body, ladder, block, heading);
    }
    seed_program_counts(&mut body, ladder);
    body.push_str("<h2 id=\"positions\">All positions</h2>\n");
    for position in &ladder.positions {
        let summary = format!("{}, depth {}", position.id, position.depth);
        write_details(&mut body, &summary, true, |out| write_position(out, position));
    }
    body.push_str("<h2 id=\"conditions\">Conditions of the measurement</h2>\n");
    write_conditions(&mut body, &ladder.header, ladder.evaluator);
    html_page("The search ladder", &body)
}

/// Returns the mean of `count` node counts with this sum, rounded as a format string rounds it: the charts print
/// the same number.
fn mean(sum: u64, count: usize) -> u64 {
    (sum as f64 / count.max(1) as f64).round_ties_even() as u64
}

/// The blocks of a ladder with their headings.
const BLOCKS: [(&str, &str); 2] = [("exact", "The exact rungs"), ("selective", "The selective rungs")];

/// Writes the table of contents.
fn contents(out: &mut String, ladder: &Ladder) {
    let blocks = BLOCKS.iter().filter(|(block, _)| ladder.totals.iter().any(|total| total.block == *block));
    let entries = [("terms", "Terms")].iter().chain(blocks);
    let entries =
        entries.chain(&[("positions", "All positions"), ("conditions", "Conditions of the measurement")]);
    let links = entries.map(|(id, heading)| format!("<a href=\"#{id}\">{heading}</a>"));
    let _ = writeln!(out, "<nav aria-label=\"Contents\">{}</nav>", links.collect::<Vec<_>>().join(" · "));
}

/// Writes the main result of the ladder and the verdict on the exact rungs. The mean node counts and their
/// quotient are over the positions that both rungs finished.
fn summary(out: &mut String, ladder: &Ladder) {
    let exact: Vec<_> =
        ladder.totals.iter().filter(|total| total.block == "exact" && total.positions > 0).collect();
    if let (Some(first), Some(last)) = (exact.first(), exact.last())
        && first.rung != last.rung
    {
        let nodes = |position: &Position, rung: &str| {
            position.rungs.iter().find(|run| run.rung == rung).and_then(|run| run.last_nodes)
        };
        let both: Vec<_> = positions_of(ladder, "exact")
            .filter_map(|position| Some([nodes(position, &first.rung)?, nodes(position, &last.rung)?]))
            .collect();
        if !both.is_empty() {
            let mean = |index: usize| mean(both.iter().map(|pair| pair[index]).sum(), both.len());
            let [more, fewer] = [mean(0), mean(1)];
            let geometric = last.fewer_than_minimax.filter(|_| first.rung == "minimax").map_or_else(
                String::new,
                |times| format!(" The geometric mean of the factors of the positions is {times:.0}, because large trees count less in it."),
            );
            let _ = writeln!(
                out,
                "<p>For a search to depth {}, <b>{}</b> needs {} nodes per position and <b>{}</b> needs {}: {:.0} times fewer (arithmetic \
                 means over the {} positions that both finished).{geometric}</p>",
                last.depth,
                escape(&first.rung),
                grouped(more),
                escape(&last.rung),
                grouped(fewer),
                more as f64 / fewer.max(1) as f64,
                both.len()
            );
        }
    }
    let runs =
        |position: &Position, agrees| position.rungs.iter().filter(|run| run.agrees == Some(agrees)).count();
    let wrong: usize = ladder.positions.iter().map(|position| runs(position, false)).sum();
    // The reference score of a position agrees with itself, so it does not count as compared.
    let right: usize = ladder.positions.iter().map(|position| runs(position, true).saturating_sub(1)).sum();
    if wrong > 0 {
        let _ = writeln!(
            out,
            "<p class=\"bad\">Refuted: {wrong} scores of exact rungs differ; see the tables of the positions.</p>"
        );
    } else if right > 0 {
        let _ = writeln!(out, "<p class=\"good\">Checked: all {right} scores of the exact rungs agree.</p>");
    } else if ladder.totals.iter().filter(|total| total.block == "exact").count() > 1 {
        let _ = writeln!(out, "<p class=\"bad\">Not checked: no scores of exact rungs were compared.</p>");
    }
}

fn section(out: &mut String, ladder: &Ladder, block: &str, heading: &str) {
    let totals: Vec<_> = ladder.totals.iter().filter(|total| total.block == block).collect();
    let Some(any) = totals.first() else { return };
    let depth = any.depth;
    let entries: Vec<_> = positions_of(ladder, block).collect();
    let _ = writeln!(out, "<h2 id=\"{block}\">{heading}: depth {depth}, {} positions</h2>", entries.len());
    let charts = charts::charts(ladder, block);
    let (first, others) = charts.split_at(charts.len().min(2));
    write_charts(out, first.iter());
    if !others.is_empty() {
        let names: Vec<_> = others.iter().map(|chart| chart.title).collect();
        write_details(out, &format!("More charts: {}", names.join("; ")), false, |out| {
            write_charts(out, others.iter());
        });
    }
    let _ = writeln!(out, "<h3>Rung by rung</h3>\n<div class=\"rungs\">");
    let mut above: Option<&Total> = None;
    let minimax = totals.iter().find(|total| total.rung == "minimax").map_or(0, |total| total.positions);
    let max_nodes = ladder.header.max_nodes.unwrap_or(0);
    for &total in &totals {
        let context = RungContext { above, positions: entries.len(), minimax, max_nodes };
        let nodes = match total.positions {
            0 => format!("not run: more than {} nodes (--max-nodes)", grouped(max_nodes)),
            positions => format!("{} nodes per position", grouped(mean(total.last_nodes, positions))),
        };
        let _ = writeln!(
            out,
            "<details id=\"{block}-{}\"><summary><b>{}</b>{}: {nodes}</summary><p>{}</p><p class=\"faint\">{}</p></details>",
            escape(&total.rung),
            escape(&total.rung),
            small(terms::rung(&total.rung)),
            escape(&prose::description(&total.rung, &total.layers)),
            escape(&describe(total, &context))
        );
        above = Some(total);
    }
    out.push_str("</div>\n");
    write_details(out, "All numbers", false, |out| numbers(out, &totals, &entries));
    write_details(out, "Kinds of nodes, and work of the transposition table", false, |out| {
        details::totals(out, &totals);
    });
    write_details(out, "Depth by depth", false, |out| growth(out, ladder, block));
}

const TOTALS: [&str; 21] = [
    "rung",
    "depth",
    "positions",
    "nodes, all depths",
    "nodes, last depth",
    "leaves",
    "quiescence",
    "ms",
    "nodes/s",
    "EBF",
    "× previous depth",
    "1st-move cutoffs, %",
    "mean cutoff index",
    "TT hits, %",
    "TT cutoffs, %",
    "÷ row above",
    "÷ minimax",
    "leaves/oracle",
    "cutoffs by move 1, 2, 3, 4–6, 7+",
    "scores agree",
    "different moves",
];

fn numbers(out: &mut String, totals: &[&Total], entries: &[&Position]) {
    let rows = totals.iter().map(|total| {
        let count = |number: Option<usize>| number_cell(number.map(|number| number as u64));
        let mut cells = vec![total.rung.clone(), total.depth.to_string(), total.positions.to_string()];
        let counts = [total.nodes, total.last_nodes, total.leaves, total.qnodes, total.time_ms, total.nps];
        cells.extend(counts.map(grouped));
        cells.extend([total.ebf, total.ebf_ratio].map(decimal_cell));
        cells.extend(rates(&total.rates));
        cells.extend(
            [total.fewer_than_below, total.fewer_than_minimax, total.leaves_per_oracle].map(decimal_cell),
        );
        cells.push(total.cut_indices.map(grouped).join(" "));
        cells.extend([total.agreeing, total.other_moves].map(count));
        cells
    });
    let reference = |name: &str, leaves: &dyn Fn(&Position) -> Option<u64>| {
        let known: Vec<u64> = entries.iter().copied().filter_map(leaves).collect();
        let blank = String::new;
        let run = known.len().to_string();
        (!known.is_empty())
            .then(|| vec![name.to_owned(), blank(), run, blank(), blank(), grouped(known.iter().sum())])
    };
    let more = [
        reference("oracle order", &|position| position.oracle_leaves),
        reference("minimal tree", &|position| position.minimal_tree_leaves),
    ];
    table(out, &TOTALS, rows.chain(more.into_iter().flatten()));
    out.push_str(
        "<p><small><i>EBF</i>: effective branching factor, the moves per node of a uniform tree with as many nodes. <i>× previous depth</i>: nodes of the last \
         depth divided by the nodes of the previous depth. <i>÷ row above</i> and <i>÷ minimax</i>: factor by which the node count is smaller. All four are \
         geometric means over the positions. <i>Oracle order</i>: leaves of a second search that tries the best replies of the finished search first, without TT cutoffs and mate distance pruning. \
         <i>Leaves/oracle</i> compares a rung that has these layers with a second search that has them too. \
         <i>Minimal tree</i>: Knuth and Moore’s b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves for perfect move ordering in a uniform tree, where b is the mean number of moves; real \
         trees are not uniform, so an exact search can visit fewer leaves.</small></p>\n",
    );
}

fn growth(out: &mut String, ladder: &Ladder, block: &str) {
    let headings = [
        "rung",
        "depth",
        "nodes so far",
        "nodes",
        "leaves",
        "quiescence",
        "µs so far",
        "× previous depth",
        "cutoffs by move 1, 2, 3, 4–6, 7+",
        "TT probes",
        "TT hits",
        "TT cutoffs",
    ];
    let rows = ladder.growth.iter().filter(|growth| growth.block == block).map(|growth| {
        let mut cells = vec![growth.rung.clone(), growth.depth.to_string()];
        cells.extend(
            [growth.nodes, growth.last_nodes, growth.leaves, growth.qnodes, growth.time_us].map(grouped),
        );
        cells.extend([decimal_cell(growth.ebf_ratio), growth.cut_indices.map(grouped).join(" ")]);
        cells.extend([growth.table_probes, growth.table_hits, growth.table_cuts].map(grouped));
        cells
    });
    let minimal = ladder.minimal_trees.iter().filter(|trees| trees.block == block).map(|trees| {
        let blank = String::new;
        vec!["minimal tree".to_owned(), trees.depth.to_string(), blank(), blank(), grouped(trees.leaves)]
    });
    table(out, &headings, rows.chain(minimal));
}
