//! Tables of a page.

use std::fmt::Write as _;

use crate::{annotate::graph::escape, score::Score};

/// What stands where nothing was measured.
pub const NOTHING: &str = "–";

/// A whole number with commas between the thousands.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// The same, or a dash.
pub fn counted(number: Option<u64>) -> String {
    number.map_or_else(|| NOTHING.to_owned(), count)
}

/// A fraction as the JSON has it, or a dash.
pub fn fraction(number: Option<f64>) -> String {
    number.map_or_else(|| NOTHING.to_owned(), |number| number.to_string())
}

/// A score, or a dash.
pub fn scored(score: Option<Score>) -> String {
    score.map_or_else(|| NOTHING.to_owned(), |score| score.to_string())
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
pub fn folded(out: &mut String, summary: &str, long: bool, inside: impl FnOnce(&mut String)) {
    let class = if long { " class=\"long\"" } else { "" };
    let _ = writeln!(out, "<details{class}><summary>{}</summary>", escape(summary));
    inside(out);
    out.push_str("</details>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart_by_commas() {
        assert_eq!([0, 999, 1_000, 2_851_743].map(count), ["0", "999", "1,000", "2,851,743"]);
    }
}
