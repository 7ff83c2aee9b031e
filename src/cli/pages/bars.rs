//! Bar charts with one bar per rung or layer: node counts with savings, and shares of a total.

use super::{
    svg::{drawing, rectangle, text},
    table::NO_VALUE,
};
use crate::text::{short, shorten};

/// Horizontal position of the right end of the bars, in SVG units.
const RIGHT: f64 = 316.0;
/// Smallest and largest horizontal position of the left end of the bars, in SVG units.
const LEFT: (f64, f64) = (120.0, 200.0);
/// Approximate width of a letter, in SVG units.
const LETTER: f64 = 6.6;
/// Height of a row, in SVG units.
const ROW: f64 = 18.0;
/// Height of a bar, in SVG units.
const BAR: f64 = 12.0;

/// Row of a chart that [`saved_bars`] draws.
pub struct Bar {
    /// Name of the rung or layer.
    pub name: String,
    /// Node count of a rung. For a layer: nodes or time without the layer, in percent of the whole set.
    pub nodes: f64,
    /// Factor by which the compared search has more nodes (or takes more time): the search of the rung in the
    /// row above, or, for a layer, of the whole set. Below 1 the compared search has fewer. `None` without a
    /// comparison.
    pub times: Option<f64>,
}

/// Draws the node count of each row on a logarithmic axis, with the nodes saved or added according to
/// `times`. Returns an empty string if no node count is positive.
pub fn saved_bars(title: &str, rows: &[Bar]) -> String {
    let numbers = || {
        rows.iter()
            .flat_map(|row| [row.nodes, row.nodes * row.times.unwrap_or(1.0)])
            .filter(|nodes| *nodes > 0.0)
    };
    let (least, most) = (numbers().fold(f64::MAX, f64::min) / 3.0, numbers().fold(0.0, f64::max));
    if most <= 0.0 {
        return String::new();
    }
    let left = left(rows.iter().map(|row| row.name.as_str()));
    let place = |nodes: f64| left + (RIGHT - left) * ((nodes / least).ln() / (most / least).ln()).max(0.0);
    let mut body = String::new();
    legend(&mut body, [("p0", "nodes"), ("saved", "saved"), ("lost", "added")]);
    text(&mut body, "faint", 216.0, 14.0, "logarithmic scale");
    for (index, row) in rows.iter().enumerate() {
        let y = 26.0 + ROW * index as f64;
        text(&mut body, "end", left - 6.0, y + 10.0, fitted(&row.name, left));
        let (own, label) = (place(row.nodes), format!("{}: {} nodes", row.name, short(row.nodes)));
        rectangle(&mut body, "p0", (left, y), (own - left, BAR), &label);
        let mut end = own;
        let mut note = short(row.nodes);
        if let Some(times) = row.times {
            let before = place(row.nodes * times);
            end = end.max(before);
            if times >= 1.0 {
                rectangle(
                    &mut body,
                    "saved",
                    (own, y),
                    (before - own, BAR),
                    &format!("saved: {times:.2} times fewer than in the compared search"),
                );
            } else {
                rectangle(
                    &mut body,
                    "lost",
                    (before, y),
                    (own - before, BAR),
                    &format!("added: {:.2} times as many as in the compared search", 1.0 / times),
                );
            }
            note = match times {
                times if (0.995..1.005).contains(&times) => note,
                times if times >= 1.0 => format!("{note} ÷ {times:.2}"),
                times => format!("{note} × {:.2}", 1.0 / times),
            };
        }
        text(&mut body, "faint", end + 5.0, y + 10.0, note);
    }
    drawing(title, 32.0 + ROW * rows.len() as f64, &body)
}

/// Draws one bar per row, divided into shares; `parts` names the shares, each with its own colour. Returns an
/// empty string if no row has a positive sum.
pub fn share_bars(title: &str, parts: &[&str], rows: &[(String, Vec<f64>)]) -> String {
    if rows.iter().all(|(_, values)| values.iter().sum::<f64>() <= 0.0) {
        return String::new();
    }
    let mut body = String::new();
    let colours = ["p0", "p1", "p2", "p3", "p4"];
    legend(&mut body, colours.into_iter().zip(parts.iter().copied()));
    let left = left(rows.iter().map(|(name, _)| name.as_str()));
    for (index, (name, values)) in rows.iter().enumerate() {
        let y = 26.0 + ROW * index as f64;
        text(&mut body, "end", left - 6.0, y + 10.0, fitted(name, left));
        let whole: f64 = values.iter().sum();
        let mut from = left;
        for (part, value) in values.iter().enumerate() {
            let share = if whole > 0.0 { value / whole } else { 0.0 };
            let width = (RIGHT - left) * share;
            let label = format!("{name}, {}: {:.1} %", parts[part], share * 100.0);
            rectangle(&mut body, &format!("p{part}"), (from, y), (width, BAR), &label);
            from += width;
        }
        let note =
            if whole > 0.0 { format!("{:.1} %", values[0] / whole * 100.0) } else { NO_VALUE.to_owned() };
        text(&mut body, "faint", RIGHT + 6.0, y + 10.0, note);
    }
    drawing(title, 32.0 + ROW * rows.len() as f64, &body)
}

/// Draws the legend in the first row: for each colour its CSS class and its meaning.
fn legend<'a>(body: &mut String, colours: impl IntoIterator<Item = (&'a str, &'a str)>) {
    let mut x = 6.0;
    for (class, meaning) in colours {
        rectangle(body, class, (x, 4.0), (BAR, BAR), meaning);
        text(body, "", x + 16.0, 14.0, meaning);
        x += 34.0 + LETTER * meaning.chars().count() as f64;
    }
}

/// Returns the horizontal position of the left end of the bars, in SVG units. The room beside the bars grows
/// with the longest name, up to a limit; [`fitted`] shortens longer names.
fn left<'a>(names: impl Iterator<Item = &'a str>) -> f64 {
    let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
    (14.0 + LETTER * longest as f64).clamp(LEFT.0, LEFT.1)
}

/// Shortens a name so that it fits between the edge of the chart and the bars, which start at `left`.
fn fitted(name: &str, left: f64) -> String {
    let room = ((left - 14.0) / LETTER) as usize;
    shorten(name, room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_with_a_logarithmic_scale_says_so_and_shows_its_colours() {
        let row = Bar { name: "table".to_owned(), nodes: 50.0, times: Some(2.0) };
        let chart = saved_bars("t", &[row]);
        assert!(chart.contains("logarithmic scale"), "{chart}");
        for class in ["p0", "saved", "lost"] {
            assert!(chart.contains(&format!("class=\"{class}\"")), "{class}");
        }
    }

    #[test]
    fn short_names_fit_and_long_names_are_cut() {
        let name = "continuation-history";
        assert_eq!(fitted(name, left([name, "table"].into_iter())), name);
        let long = "alpha-beta+killers+history+table+table-move+draws";
        let room = left([long].into_iter());
        assert!(
            room <= LEFT.1
                && fitted(long, room).ends_with('…')
                && fitted(long, room).starts_with("alpha-beta+")
        );
    }
}
