//! Bars by rung: what is left and what was saved, and shares of a whole.

use super::{
    svg::{drawing, rectangle, text},
    table::NO_VALUE,
};
use crate::text::{short, shorten};

/// Where the bars end, and between which places they begin.
const RIGHT: f64 = 316.0;
const LEFT: (f64, f64) = (120.0, 200.0);
/// About the width of a letter.
const LETTER: f64 = 6.6;
/// The height of a row, and of its bar.
const ROW: f64 = 18.0;
const BAR: f64 = 12.0;

/// A row of [`saved`].
pub struct Bar {
    /// Its name.
    pub name: String,
    /// Nodes it needs.
    pub nodes: f64,
    /// How many times fewer than the row it is compared with, if there is one.
    pub times: Option<f64>,
}

/// What each rung needs, on a log axis, and beside it what it saves of the one below or costs more.
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
    for (index, row) in rows.iter().enumerate() {
        let y = 6.0 + ROW * index as f64;
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
                    &format!("saved: {times:.2} times fewer"),
                );
            } else {
                rectangle(
                    &mut body,
                    "lost",
                    (before, y),
                    (own - before, BAR),
                    &format!("costs: {:.2} times more", 1.0 / times),
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
    drawing(title, 12.0 + ROW * rows.len() as f64, &body)
}

/// Shares of a whole by rung, in as many colours as there are `parts`.
pub fn share_bars(title: &str, parts: &[&str], rows: &[(String, Vec<f64>)]) -> String {
    if rows.iter().all(|(_, values)| values.iter().sum::<f64>() <= 0.0) {
        return String::new();
    }
    let mut body = String::new();
    let mut x = 6.0;
    for (index, part) in parts.iter().enumerate() {
        rectangle(&mut body, &format!("p{index}"), (x, 4.0), (BAR, BAR), part);
        text(&mut body, "", x + 16.0, 14.0, part);
        x += 34.0 + LETTER * part.chars().count() as f64;
    }
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

/// Where the bars begin, so that the names have room.
fn left<'a>(names: impl Iterator<Item = &'a str>) -> f64 {
    let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
    (14.0 + LETTER * longest as f64).clamp(LEFT.0, LEFT.1)
}

/// A name that is too long for the room even so, as far as it goes.
fn fitted(name: &str, left: f64) -> String {
    let room = ((left - 14.0) / LETTER) as usize;
    shorten(name, room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_room_and_those_that_are_too_long_are_cut() {
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
