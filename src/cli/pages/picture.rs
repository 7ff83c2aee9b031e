//! The picture of the ladder for the front page: one row per rung, with a bar for its node count, or with a
//! note if the rung exceeded the node limit.
//!
//! The picture contains no times and no machine, so the same search gives the same file everywhere. Its style
//! sheet has colours for light and dark mode, and the background is opaque, because GitHub shows the picture
//! as an `<img>`.

use super::{
    positions::positions_of,
    scale::{Axis, Scale},
    svg::{rectangle, stroke, text},
};
use crate::{
    bench::{ladder::report::Ladder, totals::Total},
    explain::terms,
    text::{escape, grouped, short, shorten},
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
/// Height of a bar, in pixels.
const BAR: f64 = 20.0;
/// Maximum length of a rung name, in characters.
const NAME: usize = 27;

/// Returns the picture of the exact rungs as the text of an SVG file, or of the selective rungs if the ladder
/// has no exact rung.
pub fn ladder_picture(ladder: &Ladder) -> String {
    let is_exact = ladder.totals.iter().any(|total| total.block == "exact");
    let block = if is_exact { "exact" } else { "selective" };
    let totals: Vec<_> = ladder.totals.iter().filter(|total| total.block == block).collect();
    let all = positions_of(ladder, block).count();
    let title = format!("Nodes searched by each {block} rung of the ladder");
    let depth = totals.first().map_or(0, |total| total.depth);
    let positions = if all == 1 { "1 position".to_owned() } else { format!("{all} positions") };
    let bottom = TOP + ROW * totals.len() as f64;

    let mut body = String::new();
    text(&mut body, "title", MARGIN, 34.0, &title);
    let conditions = format!("{positions}, depth {depth}, evaluator {}. {}", ladder.evaluator, idea(&totals));
    text(&mut body, "", MARGIN, 58.0, conditions);
    let (class, scores) = score_line(&totals, all);
    text(&mut body, class, MARGIN, 80.0, scores);
    let finished = totals.iter().filter(|total| total.positions == all);
    let scale = bar_scale(finished.map(|total| total.nodes));
    draw_axis(&mut body, &scale, bottom);
    for (index, total) in totals.iter().enumerate() {
        row(&mut body, total, &scale, TOP + ROW * index as f64, all);
    }
    let middle = f64::midpoint(BARS.0, BARS.1);
    let label =
        "nodes below the root, all iterations (logarithmic scale: each line is 10 times the line before)";
    text(&mut body, "faint mid", middle - 40.0, bottom + 40.0, label);

    let height = bottom + 56.0;
    let title = escape(&title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"{title}\">\n<title>{title}</title>\n<style>{STYLE}</style>\n<rect class=\"page\" x=\".5\" y=\".5\" width=\"{}\" \
         height=\"{}\" rx=\"6\"/>\n{body}</svg>\n",
        WIDTH - 1.0,
        height - 1.0
    )
}

/// Returns a sentence for a picture of two or more rungs in which each rung has all layers of the rung above
/// it, otherwise an empty string.
fn idea(totals: &[&Total]) -> &'static str {
    let is_ladder = totals.windows(2).all(|pair| pair[1].layers.starts_with(&pair[0].layers));
    if totals.len() > 1 && is_ladder { "Each rung adds one idea to the rung above it." } else { "" }
}

/// Returns the CSS class and the text of the line that compares the scores of the rungs.
fn score_line(totals: &[&Total], all: usize) -> (&'static str, String) {
    let wrong: usize = totals.iter().filter_map(|total| Some(total.positions - total.agreeing?)).sum();
    if wrong > 0 {
        return ("bad", format!("The exactness check failed: {wrong} scores differ."));
    }
    let [first, .., last] = totals else { return ("", String::new()) };
    if totals.iter().any(|total| !total.exact) {
        return ("", "Selective rungs can return different scores.".to_owned());
    }
    if totals.iter().filter(|total| total.positions > 0).count() < 2 {
        return ("bad", "No scores were compared.".to_owned());
    }
    if totals.iter().any(|total| total.positions < all) {
        return ("", "All finished searches of a position return the same score.".to_owned());
    }
    let times = first.nodes as f64 / last.nodes.max(1) as f64;
    let saving = if times >= 2.0 {
        format!("; the last needs {times:.0} times fewer nodes than the first")
    } else {
        String::new()
    };
    ("", format!("All rungs return the same score{saving}."))
}

fn row(body: &mut String, total: &Total, scale: &Scale, y: f64, all: usize) {
    let term = terms::short(&total.rung);
    let name_y = if term.is_some() { y + 14.0 } else { y + 21.0 };
    text(body, "", MARGIN, name_y, shorten(&total.rung, NAME));
    if let Some(term) = term {
        text(body, "faint", MARGIN, y + 29.0, term);
    }
    let label_y = y + 21.0;
    if total.positions < all {
        let missing = all - total.positions;
        text(
            body,
            "faint",
            BARS.0 + 6.0,
            label_y,
            format!("node limit exceeded on {missing} of {all} positions"),
        );
        return;
    }
    let end = place(scale, total.nodes.max(1) as f64);
    let tooltip = format!("{}: {} nodes", total.rung, grouped(total.nodes));
    rectangle(body, "bar", (BARS.0, y + 6.0), (end - BARS.0, BAR), &tooltip);
    text(body, "number", end + 7.0, label_y, grouped(total.nodes));
    body.push('\n');
}

/// Returns the logarithmic scale of the bars. The scale starts at a power of ten that is 10 to 100 times
/// smaller than the smallest count.
fn bar_scale(counts: impl Iterator<Item = u64> + Clone) -> Scale {
    let least = counts.clone().min().unwrap_or_default().max(1);
    let most = counts.max().unwrap_or_default().max(1);
    Scale::between(Axis::Log, 10_f64.powi(least.ilog10().cast_signed() - 1), most as f64)
}

/// Returns the horizontal position of a node count, in pixels.
fn place(scale: &Scale, nodes: f64) -> f64 {
    BARS.0 + (BARS.1 - BARS.0) * scale.share(nodes)
}

/// Draws a grid line with its label at every power of ten on the scale.
fn draw_axis(body: &mut String, scale: &Scale, bottom: f64) {
    for tick in
        (0..20).map(|power| 10_f64.powi(power)).filter(|tick| (0.0..=1.0).contains(&scale.share(*tick)))
    {
        let x = place(scale, tick);
        stroke(body, "grid", (x, TOP - 4.0), (x, bottom + 4.0));
        text(body, "faint mid", x, bottom + 20.0, short(tick));
    }
    body.push('\n');
}
