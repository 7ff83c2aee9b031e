//! HTML page of `engine bench --ablate`: compares a set of layers with the same set without each layer.

use std::fmt::Write as _;

use super::{
    Chart,
    bars::{Bar, saved_bars},
    html_page,
    table::{cell, decimal_cell, number_cell, small, table, write_details},
    write_charts, write_conditions,
};
use crate::{
    bench::{
        ablation::{
            Loss, Total,
            report::{Ablation, Run},
        },
        measure::Measurement,
    },
    explain::terms,
    text::{escape, grouped},
};

/// Returns the charts of an ablation: nodes and time without each layer. Omits charts without bars.
pub fn charts(ablation: &Ablation) -> Vec<Chart> {
    let chart = |file: &str, title: &'static str, caption: &str, times: fn(&Loss) -> Option<f64>| {
        let rows = ablation.without.iter().filter_map(|without| {
            Some(Bar { name: without.layer.name().to_owned(), nodes: 100.0 * times(without)?, times: None })
        });
        let mut rows: Vec<_> = rows.collect();
        for row in &mut rows {
            row.times = Some(100.0 / row.nodes);
        }
        rows.sort_by(|one, other| other.nodes.total_cmp(&one.nodes));
        Chart { file: file.to_owned(), title, caption: caption.to_owned(), svg: saved_bars(title, &rows) }
    };
    let nodes = "Nodes of the set without the layer, for 100 nodes of the whole set, on a logarithmic scale. Added: without the layer the search visits more \
                 nodes, so the layer saves nodes. Saved: without the layer the search visits fewer nodes, so the layer adds nodes; such a \
                 layer can still make the program stronger. All values are geometric means over the positions, in the last iteration.";
    let time = "Time to depth of the set without the layer, for 100 units of time of the whole set, on a logarithmic scale. Times vary \
                from run to run; the option --repeat reduces the variation.";
    let charts = [
        chart("ablation-nodes", "Nodes without each layer", nodes, |without| without.times_nodes),
        chart("ablation-time", "Time without each layer", time, |without| without.times_time),
    ];
    charts.into_iter().filter(|chart| !chart.svg.is_empty()).collect()
}

const HEADINGS: [&str; 10] = [
    "without",
    "kind",
    "positions",
    "nodes, all depths",
    "nodes, last depth",
    "ms",
    "nodes/s",
    "× nodes",
    "× time",
    "different scores, different moves",
];

/// Returns the HTML page of an ablation.
pub fn page(ablation: &Ablation) -> String {
    let mut body = String::new();
    let _ = writeln!(
        body,
        "<p>This page shows an ablation: the set <code>{}</code> searches to depth {} with all its layers, and without each of its layers in turn. The ladder shows what a \
         layer adds to the layers below it; the ablation shows what the whole set loses without the layer. Ladder and ablation often differ, because layers overlap.</p>",
        escape(&ablation.set),
        ablation.depth
    );
    let proof = if ablation.exact {
        "All layers of the set are exact, so no score may change."
    } else {
        "The set is selective, so scores and moves may change without a layer. If the search without a layer visits fewer \
         nodes, that search can be better or can miss more; only games can decide which."
    };
    let _ = writeln!(body, "<p>{proof}</p>");
    write_charts(&mut body, charts(ablation).iter());
    body.push_str("<h2>Layer by layer</h2>\n<dl>\n");
    for without in &ablation.without {
        let _ = writeln!(
            body,
            "<div><dt>without {}{}</dt><dd><p>{}</p><p class=\"faint\">{}</p></dd></div>",
            escape(without.layer.name()),
            small(terms::layer(without.layer)),
            escape(without.layer.idea()),
            escape(&describe(without))
        );
    }
    body.push_str("</dl>\n<h2>All numbers</h2>\n");
    let mut first = vec!["(none)".to_owned(), String::new()];
    first.extend(total(&ablation.whole));
    table(&mut body, &HEADINGS, std::iter::once(first).chain(ablation.without.iter().map(row)));
    body.push_str("<h2>All positions</h2>\n");
    for position in &ablation.positions {
        write_details(&mut body, &position.id, true, |out| {
            let _ = writeln!(out, "<p><code>{}</code></p>", escape(&position.fen));
            let rows =
                position.without.iter().map(|without| run(without.layer.name(), without.measured.as_ref()));
            let rows = std::iter::once(run("(none)", position.whole.as_ref())).chain(rows);
            table(out, &["without", "nodes, all depths", "nodes, last depth", "ms", "score", "best"], rows);
        });
    }
    body.push_str("<h2>Conditions of the measurement</h2>\n");
    write_conditions(&mut body, &ablation.header, ablation.evaluator);
    html_page("Effect of each layer", &body)
}

fn describe(without: &Loss) -> String {
    let (Some(nodes), Some(time)) = (without.times_nodes, without.times_time) else {
        return "Not run: the search exceeded the node limit on every position.".to_owned();
    };
    format!(
        "Without this layer the search visits {nodes:.2} times the nodes and takes {time:.2} times the time on {} position{}; the score differs on {} and the best move on {} of them.",
        without.total.positions,
        if without.total.positions == 1 { "" } else { "s" },
        without.other_scores,
        without.other_moves
    )
}

fn total(total: &Total) -> Vec<String> {
    let mut cells = vec![total.positions.to_string()];
    cells.extend([total.nodes, total.last_nodes, total.time_ms, total.nps].map(grouped));
    cells
}

fn row(without: &Loss) -> Vec<String> {
    let kind = if without.exact { "exact" } else { "selective" };
    let mut cells = vec![without.layer.name().to_owned(), kind.to_owned()];
    cells.extend(total(&without.total));
    cells.extend([without.times_nodes, without.times_time].map(decimal_cell));
    cells.push(format!("{} {}", without.other_scores, without.other_moves));
    cells
}

fn run(name: &str, run: Option<&Measurement>) -> Vec<String> {
    let Run { nodes, last_nodes, time_ms, score, best } = Run::from(run);
    let mut cells = vec![name.to_owned()];
    cells.extend([nodes, last_nodes, time_ms].map(number_cell));
    cells.extend([cell(score), best.unwrap_or_default()]);
    cells
}
