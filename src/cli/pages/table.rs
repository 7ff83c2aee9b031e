//! Tables and foldable sections of an HTML page.

use std::fmt::{Display, Write as _};

use crate::text::{escape, grouped, or};

/// Table cell for a missing value.
pub const NO_VALUE: &str = "–";

/// Formats a table cell: the value, or a dash for a missing value.
pub fn cell<T: Display>(value: Option<T>) -> String {
    or(value, NO_VALUE)
}

/// Formats a table cell: a whole number with thousands separators, or a dash for a missing number.
pub fn number_cell(number: Option<u64>) -> String {
    cell(number.map(grouped))
}

/// Formats a table cell: a number as in the JSON record, with three decimals in every row so that the decimal
/// points of a column are aligned, or a dash for a missing number.
pub fn decimal_cell(number: Option<f64>) -> String {
    cell(number.map(|number| format!("{number:.3}")))
}

/// Writes an HTML table with these headings. A row with fewer cells is filled with empty cells. A table wider
/// than the page scrolls horizontally.
pub fn table(out: &mut String, headings: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    out.push_str("<div class=\"wide\"><table><thead><tr>");
    for head in headings {
        let _ = write!(out, "<th>{}</th>", escape(head));
    }
    out.push_str("</tr></thead><tbody>\n");
    for mut row in rows {
        row.resize(headings.len(), String::new());
        out.push_str("<tr>");
        for cell in row {
            let _ = write!(out, "<td>{}</td>", escape(&cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

/// Formats a note in small type, to follow a name; the result is empty if `note` is `None`.
pub fn small(note: Option<String>) -> String {
    note.map_or_else(String::new, |note| format!("<small> ({})</small>", escape(&note)))
}

/// Writes a foldable section with the heading `summary`. If `long` is true, a printed page omits the section.
pub fn write_details(out: &mut String, summary: &str, long: bool, inside: impl FnOnce(&mut String)) {
    let class = if long { " class=\"long\"" } else { "" };
    let _ = writeln!(out, "<details{class}><summary>{}</summary>", escape(summary));
    inside(out);
    out.push_str("</details>\n");
}
