//! The ranges of request fields that the guide of `engine analyse` states.

use glulam::text::grouped;

use super::reading;
use crate::support::{records, text};

const ANALYSIS: &str = "src/analysis/README.md";

/// Returns the first and the last value of a field from its row in the guide, such as "1 to 1,000".
fn range(guide: &str, field: &str) -> [u64; 2] {
    let row = guide.lines().find(|line| line.starts_with(&format!("| `{field}` |")));
    let row = row.unwrap_or_else(|| panic!("{ANALYSIS}: no row for the field {field}"));
    let words: Vec<_> = row.split([' ', '|']).filter(|word| !word.is_empty()).collect();
    let to = words.iter().rposition(|word| *word == "to").expect("a range");
    [to - 1, to + 1].map(|index| words[index].replace(',', "").parse().expect("a number"))
}

#[test]
fn request_fields_have_exactly_the_ranges_of_the_analysis_guide() {
    let guide = reading::read(ANALYSIS).text;
    for field in ["depth", "multipv"] {
        let [least, most] = range(&guide, field);
        for (value, is_valid) in [(least - 1, false), (least, true), (most, true), (most + 1, false)] {
            // In a stalemate no search runs, so a large depth takes no time.
            let request = format!("{{\"fen\":\"k7/2Q5/8/8/8/8/8/K7 b - - 0 1\",\"{field}\":{value}}}\n");
            let reply = records(&text(&["analyse"], request)).remove(0);
            let value = grouped(value);
            assert_eq!(reply["ok"], is_valid, "{field} {value}: {reply}");
            if !is_valid {
                assert_eq!(reply["error"]["code"], "bad_limit", "{field} {value}");
            }
        }
    }
}
