//! Tables of a page.

use std::fmt::{Display, Write as _};

use crate::text::{escape, grouped, or};

/// What stands where nothing was measured.
pub const NO_VALUE: &str = "–";

/// A value, or a dash.
pub fn cell<T: Display>(value: Option<T>) -> String {
    or(value, NO_VALUE)
}

/// A whole number with commas, or a dash.
pub fn number_cell(number: Option<u64>) -> String {
    cell(number.map(grouped))
}

/// Rows under heads; wider than the page it scrolls by itself.
pub fn table(out: &mut String, heads: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    out.push_str("<div class=\"wide\"><table><thead><tr>");
    for head in heads {
        let _ = write!(out, "<th>{}</th>", escape(head));
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for cell in row {
            let _ = write!(out, "<td>{}</td>", escape(&cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

/// Something to unfold.
pub fn write_details(out: &mut String, summary: &str, long: bool, inside: impl FnOnce(&mut String)) {
    let class = if long { " class=\"long\"" } else { "" };
    let _ = writeln!(out, "<details{class}><summary>{}</summary>", escape(summary));
    inside(out);
    out.push_str("</details>\n");
}
