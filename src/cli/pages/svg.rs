//! SVG elements of the charts, and line charts over the search depth.
//!
//! A chart is 420 units wide, so its text is legible on a phone. A style sheet sets the colours for light and
//! dark mode.

use std::fmt::{Display, Write as _};

use super::scale::{Axis, Scale};
use crate::text::{escape, short};

/// Style sheet of all charts.
pub const STYLE: &str = include_str!("style.css");

/// Width of a chart, in SVG units.
const WIDTH: f64 = 420.0;
/// Maximum number of lines with a colour of their own.
pub const COLOURS: usize = 8;

/// Line of a line chart.
#[derive(Clone, Debug)]
pub struct Line {
    /// Name of the line, drawn at its right end unless the line is thin; empty for a line without a name.
    pub name: String,
    /// Points of the line: depth in plies, and value.
    pub points: Vec<(i32, f64)>,
    /// Index of the line's colour in the style sheet. A line without a colour is thin and grey, and only a
    /// tooltip shows its name, unless the line is dashed.
    pub colour: Option<usize>,
    /// Whether the line is dashed.
    pub dashed: bool,
}

impl Line {
    /// Returns the CSS classes of the stroke.
    fn class(&self) -> String {
        let class = match self.colour {
            Some(colour) => format!("line k{}", colour % COLOURS),
            None if self.dashed => "line kx".to_owned(),
            None => "thin".to_owned(),
        };
        if self.dashed { class + " dash" } else { class }
    }

    /// Returns the suffix of the CSS class for the point markers of the line; `None` for a thin line, which
    /// has no point markers.
    fn mark(&self) -> Option<String> {
        self.colour
            .map(|colour| (colour % COLOURS).to_string())
            .or_else(|| self.dashed.then(|| "x".to_owned()))
    }
}

/// Writes an SVG text element with the text `what`, escaped for XML.
pub fn text(out: &mut String, class: &str, x: f64, y: f64, what: impl Display) {
    let what = escape(&what.to_string());
    let _ = write!(out, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{what}</text>");
}

/// Writes a straight line.
pub fn stroke(out: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ =
        write!(out, "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>");
}

/// Writes an SVG rectangle with the tooltip `name`.
pub fn rectangle(out: &mut String, class: &str, corner: (f64, f64), size: (f64, f64), name: &str) {
    let ((x, y), (width, height)) = (corner, size);
    let _ = write!(
        out,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{}</title></rect>",
        width.max(0.0),
        escape(name)
    );
}

/// Wraps the SVG elements `body` in an `<svg>` element that is a chart.
pub fn drawing(title: &str, height: f64, body: &str) -> String {
    let title = escape(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"{title}\"><title>{title}</title>{body}</svg>\n"
    )
}

/// Turns a drawing into an independent SVG file, with style sheet and background.
pub fn standalone(drawing: &str) -> String {
    let background = format!("<style>{STYLE}</style><rect class=\"back\" width=\"100%\" height=\"100%\"/>");
    drawing.replacen("</title>", &format!("</title>{background}"), 1)
}

/// Plot area of a line chart, in SVG units: left, top, right, bottom.
const PLOT: (f64, f64, f64, f64) = (42.0, 22.0, 294.0, 262.0);
/// Smallest vertical distance between two line names, in SVG units.
const MIN_NAME_DISTANCE: f64 = 13.0;

/// Draws `lines` over the search depth. The result is empty if no line has a positive value.
pub fn lines(title: &str, unit: &str, axis: Axis, lines: &[Line]) -> String {
    let values =
        || lines.iter().flat_map(|line| &line.points).map(|(_, value)| *value).filter(|value| *value > 0.0);
    let depths = || lines.iter().flat_map(|line| &line.points).map(|(depth, _)| *depth);
    let (Some(first), Some(last)) = (depths().min(), depths().max()) else { return String::new() };
    let (least, most) = (values().fold(f64::MAX, f64::min), values().fold(0.0, f64::max));
    if most <= 0.0 {
        return String::new();
    }
    let (left, top, right, bottom) = PLOT;
    let scale = Scale::new(axis, least, most);
    let across =
        |depth: i32| left + (right - left) * f64::from(depth - first) / f64::from((last - first).max(1));
    let above = |value: f64| bottom - (bottom - top) * scale.share(value);
    let mut body = String::new();
    text(&mut body, "faint", 4.0, 12.0, unit);
    for tick in scale.ticks() {
        stroke(&mut body, "grid", (left, above(tick)), (right, above(tick)));
        text(&mut body, "faint end", left - 5.0, above(tick) + 4.0, short(tick));
    }
    for depth in first..=last {
        text(&mut body, "faint mid", across(depth), bottom + 16.0, depth);
    }
    text(&mut body, "faint mid", left.midpoint(right), bottom + 32.0, "depth in plies (half-moves)");
    let mut names = Vec::new();
    for line in lines {
        let points: Vec<_> =
            line.points.iter().filter(|(_, value)| *value > 0.0 || axis == Axis::Even).collect();
        let Some((depth, value)) = points.last() else { continue };
        let places: Vec<_> = points
            .iter()
            .map(|(depth, value)| format!("{:.1},{:.1}", across(*depth), above(*value)))
            .collect();
        let (class, name) = (line.class(), escape(&line.name));
        let _ = write!(
            body,
            "<polyline class=\"{class}\" points=\"{}\"><title>{name}</title></polyline>",
            places.join(" ")
        );
        if let Some(mark) = line.mark() {
            for (depth, value) in &points {
                let _ = write!(
                    body,
                    "<circle class=\"d{mark}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.6\"><title>{name}, depth {depth}: {}</title></circle>",
                    across(*depth),
                    above(*value),
                    short(*value)
                );
            }
            if !line.name.is_empty() {
                names.push((above(*value), across(*depth), mark, line.name.clone()));
            }
        }
    }
    write_line_names(&mut body, names);
    drawing(title, bottom + 40.0, &body)
}

/// Writes the names at the ends of the lines without overlap.
fn write_line_names(body: &mut String, mut names: Vec<(f64, f64, String, String)>) {
    let (_, top, right, bottom) = PLOT;
    names.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut places: Vec<f64> = Vec::new();
    for (y, ..) in &names {
        let free = places.last().map_or(top, |last| last + MIN_NAME_DISTANCE);
        places.push(y.max(free));
    }
    let mut limit = bottom + 4.0;
    for place in places.iter_mut().rev() {
        *place = place.min(limit);
        limit = *place - MIN_NAME_DISTANCE;
    }
    for ((y, x, mark, name), place) in names.iter().zip(places) {
        stroke(body, &format!("lead k{mark}"), (x + 3.0, *y), (right + 8.0, place));
        text(body, &format!("d{mark}"), right + 10.0, place + 4.0, name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_zeros_is_not_drawn_on_a_logarithmic_axis() {
        let line = |points: &[(i32, f64)]| Line {
            name: "<a>".into(),
            points: points.to_vec(),
            colour: Some(0),
            dashed: false,
        };
        assert!(lines("t", "nodes", Axis::Log, &[line(&[(1, 0.0)])]).is_empty());
        let drawn = lines("t", "nodes", Axis::Log, &[line(&[(1, 10.0), (2, 100.0)])]);
        assert!(drawn.contains("&lt;a&gt;") && !drawn.contains("NaN"), "{drawn}");
        assert!(roxmltree::Document::parse(&standalone(&drawn)).is_ok());
    }
}
