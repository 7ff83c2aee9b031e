//! The page of the ladder.

use std::fmt::Write as _;

use super::{
    charts, details, html_page,
    positions::{positions_of, rates, seed_program_counts, write_position},
    prose,
    summary::{RungContext, describe},
    table::{cell, number_cell, table, write_details},
    write_charts, write_conditions,
};
use crate::{
    bench::{
        ladder::report::{Ladder, Position},
        totals::Total,
    },
    text::{escape, grouped},
};

const GLOSSARY: &str = "<h2>The words</h2>
<p>A chess program tries moves and replies as you do, only all of them. A <b>node</b> is one position it looks at; a <b>ply</b> is one move of \
one side; the <b>depth</b> is how many plies it looks ahead. The positions at the end are <b>leaves</b>: there it looks no further and \
judges. A <b>cut</b> is the moment when one reply is found to refute a move, so that the other replies need no look. The <b>ladder</b> starts with \
the simplest search there is and adds one idea a <b>rung</b>: what each is worth is what changes from one rung to the next.</p>
<p>Up to <code>mate-distance</code> the rungs are <b>exact</b>: they must find the very score that the simplest search finds, and this page says \
whether they did. The <b>selective</b> rungs above take risks to look deeper, as every strong program does; only games can say whether \
a risk pays, so their node counts alone are no praise.</p>
";

/// The whole page.
pub fn page(ladder: &Ladder) -> String {
    let mut body = String::new();
    summary(&mut body, ladder);
    body.push_str(GLOSSARY);
    for (block, heading) in [("exact", "The exact rungs"), ("selective", "The selective rungs")] {
        section(&mut body, ladder, block, heading);
    }
    seed_program_counts(&mut body, ladder);
    body.push_str("<h2>Every position</h2>\n");
    for position in &ladder.positions {
        let summary = format!("{}, depth {}", position.id, position.depth);
        write_details(&mut body, &summary, true, |out| write_position(out, position));
    }
    body.push_str("<h2>How it was measured</h2>\n");
    write_conditions(&mut body, &ladder.header, ladder.evaluator);
    html_page("The ladder of search", &body)
}

/// What came out, in two sentences.
fn summary(out: &mut String, ladder: &Ladder) {
    let exact: Vec<_> =
        ladder.totals.iter().filter(|total| total.block == "exact" && total.positions > 0).collect();
    if let (Some(first), Some(last)) = (exact.first(), exact.last())
        && first.rung != last.rung
    {
        let times = last.fewer_than_minimax.map_or_else(String::new, |times| {
            format!(". Over the positions that both finished that is {times:.0} times fewer (geometric mean)")
        });
        let _ = writeln!(
            out,
            "<p>To look {} plies ahead, <b>{}</b> visited {} nodes a position, <b>{}</b> {}{times}.</p>",
            last.depth,
            escape(&first.rung),
            grouped(first.last_nodes / first.positions as u64),
            escape(&last.rung),
            grouped(last.last_nodes / last.positions as u64)
        );
    }
    let runs = || ladder.positions.iter().flat_map(|position| &position.rungs);
    let wrong = runs().filter(|run| run.agrees == Some(false)).count();
    let right = runs().filter(|run| run.agrees == Some(true)).count();
    if wrong > 0 {
        let _ = writeln!(
            out,
            "<p class=\"bad\">Refuted: {wrong} scores of exact rungs differ, see the positions.</p>"
        );
    } else if right > 0 {
        let _ = writeln!(
            out,
            "<p class=\"good\">Checked: {right} scores of exact rungs compared, none differs.</p>"
        );
    }
}

fn section(out: &mut String, ladder: &Ladder, block: &str, heading: &str) {
    let totals: Vec<_> = ladder.totals.iter().filter(|total| total.block == block).collect();
    let Some(any) = totals.first() else { return };
    let depth = any.depth;
    let entries: Vec<_> = positions_of(ladder, block).collect();
    let _ = writeln!(out, "<h2>{heading}, {depth} plies deep, {} positions</h2>", entries.len());
    write_charts(out, charts::charts(ladder, block).iter());
    out.push_str("<h3>Rung by rung</h3>\n<dl>\n");
    let mut above: Option<&Total> = None;
    let minimax = totals.iter().find(|total| total.rung == "minimax").map_or(0, |total| total.positions);
    let max_nodes = ladder.header.max_nodes.unwrap_or(0);
    for &total in &totals {
        let context = RungContext { above, positions: entries.len(), minimax, max_nodes };
        let _ = writeln!(
            out,
            "<div><dt>{}</dt><dd><p>{}</p><p class=\"faint\">{}</p></dd></div>",
            escape(&total.rung),
            escape(&prose::description(&total.rung, &total.layers)),
            escape(&describe(total, &context))
        );
        above = Some(total);
    }
    out.push_str("</dl>\n<h3>All numbers</h3>\n");
    numbers(out, &totals, &entries);
    write_details(out, "Kinds of nodes, and the work of the table", false, |out| {
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
    "× last depth",
    "cut at 1st, %",
    "mean index",
    "table hits, %",
    "table cuts, %",
    "÷ above",
    "÷ minimax",
    "leaves/oracle",
    "cuts at 1, 2, 3, 4–6, 7+",
    "scores agree",
    "other moves",
];

fn numbers(out: &mut String, totals: &[&Total], entries: &[&Position]) {
    let rows = totals.iter().map(|total| {
        let small = |number: Option<usize>| number_cell(number.map(|number| number as u64));
        let mut cells = vec![total.rung.clone(), total.depth.to_string(), total.positions.to_string()];
        let counts = [total.nodes, total.last_nodes, total.leaves, total.qnodes, total.time_ms, total.nps];
        cells.extend(counts.map(grouped));
        cells.extend([total.ebf, total.ebf_ratio].map(cell));
        cells.extend(rates(&total.rates));
        cells.extend([total.fewer_than_below, total.fewer_than_minimax, total.leaves_per_oracle].map(cell));
        cells.push(total.cut_indices.map(grouped).join(" "));
        cells.extend([total.agreeing, total.other_moves].map(small));
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
        "<p><small>EBF: the width of an even tree with as many nodes; × last depth: nodes for each one of the depth before; both, and the ÷ columns, are \
         geometric means over the positions. Oracle order: the search again, with the best replies of the finished one tried first. Minimal tree: Knuth and \
         Moore’s b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves with the mean number of moves b; real trees are uneven and may pass it.</small></p>\n",
    );
}

fn growth(out: &mut String, ladder: &Ladder, block: &str) {
    let heads = [
        "rung",
        "depth",
        "nodes so far",
        "nodes",
        "leaves",
        "quiescence",
        "µs so far",
        "× last depth",
        "cuts at 1, 2, 3, 4–6, 7+",
        "look-ups",
        "hits",
        "cuts",
    ];
    let rows = ladder.growth.iter().filter(|growth| growth.block == block).map(|growth| {
        let mut cells = vec![growth.rung.clone(), growth.depth.to_string()];
        cells.extend(
            [growth.nodes, growth.last_nodes, growth.leaves, growth.qnodes, growth.time_us].map(grouped),
        );
        cells.extend([cell(growth.ebf_ratio), growth.cut_indices.map(grouped).join(" ")]);
        cells.extend([growth.table_probes, growth.table_hits, growth.table_cuts].map(grouped));
        cells
    });
    let minimal = ladder.minimal_trees.iter().filter(|trees| trees.block == block).map(|trees| {
        let blank = String::new;
        vec!["minimal tree".to_owned(), trees.depth.to_string(), blank(), blank(), grouped(trees.leaves)]
    });
    table(out, &heads, rows.chain(minimal));
}
