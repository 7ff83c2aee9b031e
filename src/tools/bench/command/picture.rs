//! Picture of the ladder for the front page (`--svg`): one bar per exact rung, with its node count.
//!
//! The picture has no times and names no machine, so the same search gives the same file everywhere. Its style
//! sheet has colours for light and dark mode.

use std::fmt::{Display, Write as _};

use crate::{
    support::text::{escape, grouped, short, shorten},
    tools::{
        bench::{ladder::report::Ladder, totals::RungTotal},
        explain::terms,
    },
};

const STYLE: &str = include_str!("picture.css");

/// Width of the picture, in pixels.
const WIDTH: f64 = 700.0;
/// Horizontal position of the rung names, in pixels.
const MARGIN: f64 = 18.0;
/// Horizontal positions of the left and the right end of the bars, in pixels.
const BARS: (f64, f64) = (222.0, 596.0);
/// Vertical position of the top of the first row, in pixels.
const TOP: f64 = 104.0;
/// Height of a row, in pixels.
const ROW: f64 = 38.0;
/// Maximum length of a rung name, in characters.
const NAME: usize = 27;

/// Returns the picture of the exact rungs as the text of an SVG file, or of the selective rungs if the ladder
/// has no exact rung.
pub fn svg(ladder: &Ladder) -> String {
    let block = ladder.totals.first().map_or("exact", |total| total.block);
    let totals: Vec<_> = ladder.totals.iter().filter(|total| total.block == block).collect();
    let depth = totals.first().map_or(0, |total| total.depth);
    let all = ladder.positions.iter().filter(|position| position.block == block).count();
    let title = format!("Nodes searched by each {block} rung of the ladder");
    let bottom = TOP + ROW * totals.len() as f64;

    let mut body = String::new();
    text(&mut body, "title", MARGIN, 34.0, &title);
    let positions = if all == 1 { "1 position".to_owned() } else { format!("{all} positions") };
    let conditions = format!(
        "{positions}, depth {depth}, evaluator {}. Each rung adds one idea to the rung above it.",
        ladder.evaluator
    );
    text(&mut body, "", MARGIN, 58.0, conditions);
    let (class, scores) = score_line(&totals);
    text(&mut body, class, MARGIN, 80.0, scores);
    let finished = || totals.iter().filter(|total| total.positions == all).map(|total| total.nodes.max(1));
    let (least, most) = (finished().min().unwrap_or(1), finished().max().unwrap_or(1) as f64);
    let from = 10_f64.powi(least.ilog10().cast_signed() - 1);
    let place = |nodes: f64| BARS.0 + (BARS.1 - BARS.0) * (nodes / from).ln() / (most / from).ln();
    for tick in (-1..20).map(|power| 10_f64.powi(power)).filter(|tick| (from..=most).contains(tick)) {
        let (x, top, end) = (place(tick), TOP - 4.0, bottom + 4.0);
        let _ = write!(
            body,
            "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{top:.1}\" x2=\"{x:.1}\" y2=\"{end:.1}\"/>"
        );
        text(&mut body, "faint mid", x, bottom + 20.0, short(tick));
    }
    body.push('\n');
    for (index, total) in totals.iter().enumerate() {
        let y = TOP + ROW * index as f64;
        let term = terms::short(&total.rung);
        let name_y = if term.is_some() { y + 14.0 } else { y + 21.0 };
        text(&mut body, "", MARGIN, name_y, shorten(&total.rung, NAME));
        if let Some(term) = term {
            text(&mut body, "faint", MARGIN, y + 29.0, term);
        }
        if total.positions < all {
            let note = format!("node limit exceeded on {} of {all} positions", all - total.positions);
            text(&mut body, "faint", BARS.0 + 6.0, y + 21.0, note);
            continue;
        }
        let (end, nodes) = (place(total.nodes.max(1) as f64), grouped(total.nodes));
        let _ = write!(
            body,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"20.0\"><title>{}: {nodes} nodes</title></rect>",
            BARS.0,
            y + 6.0,
            end - BARS.0,
            escape(&total.rung)
        );
        text(&mut body, "number", end + 7.0, y + 21.0, nodes);
        body.push('\n');
    }
    let label =
        "nodes below the root, all iterations (logarithmic scale: each line is 10 times the line before)";
    text(&mut body, "faint mid", f64::midpoint(BARS.0, BARS.1) - 40.0, bottom + 40.0, label);
    frame(&escape(&title), bottom + 56.0, &body)
}

fn frame(title: &str, height: f64, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"{title}\">\n<title>{title}</title>\n<style>{STYLE}</style>\n<rect class=\"page\" x=\".5\" y=\".5\" width=\"{}\" \
         height=\"{}\" rx=\"6\"/>\n{body}</svg>\n",
        WIDTH - 1.0,
        height - 1.0
    )
}

/// Returns the CSS class and the text of the line that compares the scores of the rungs.
fn score_line(totals: &[&RungTotal]) -> (&'static str, String) {
    let wrong: usize = totals.iter().filter_map(|total| Some(total.positions - total.agreeing?)).sum();
    if wrong > 0 {
        return ("bad", format!("The exactness check failed: {wrong} scores differ."));
    }
    match totals {
        [first, .., last]
            if first.exact
                && last.exact
                && first.positions > 0
                && totals.iter().all(|total| total.positions == first.positions) =>
        {
            let times = first.nodes as f64 / last.nodes.max(1) as f64;
            let end = format!("the last needs {times:.0} times fewer nodes than the first.");
            ("", format!("All rungs return the same score; {end}"))
        }
        _ => ("", String::new()),
    }
}

/// Writes an SVG text element with the text `what`, escaped for XML.
fn text(out: &mut String, class: &str, x: f64, y: f64, what: impl Display) {
    let what = escape(&what.to_string());
    let _ = write!(out, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{what}</text>");
}
