//! The ranges of request fields and the size of the hash table that the guide of `engine analyse` states.

use glulam::{
    chess::position::Position,
    search::{Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable, search},
    support::text::grouped,
};

use super::reading;
use crate::support::{records, text};

const ANALYSIS: &str = "src/tools/analyse/README.md";

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
            let reply = records(&text(&["analyse", "-q"], request)).remove(0);
            let value = grouped(value);
            assert_eq!(reply["ok"], is_valid, "{field} {value}: {reply}");
            if !is_valid {
                assert_eq!(reply["error"]["code"], "bad_limit", "{field} {value}");
            }
        }
    }
}

#[test]
fn the_hash_table_has_the_next_power_of_two_above_twice_the_node_limit_as_its_number_of_entries() {
    let mut guide = reading::read(ANALYSIS).text.split_whitespace().collect::<Vec<_>>().join(" ");
    guide.retain(|letter| letter != '`');
    assert!(guide.contains("hash table entries: the next power of two above twice the node limit"));
    let hashfull = |nodes: u64, entries: u64| {
        let mut table = TranspositionTable::new(1).expect("a megabyte");
        table.reset(entries);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let task = SearchRequest::new(Position::start(), limits, Setup::playing());
        search(&task, &table, &mut ThreadState::default(), &StopFlag::default(), |_| ()).report.permille_full
    };
    // 1024 nodes: 4096 entries, because 2048 is not above twice the node limit.
    for nodes in [1000, 1023, 1024, 4000] {
        let words = ["analyse", "--nodes", &nodes.to_string()];
        let reply = records(&text(&words, "startpos\n")).remove(0);
        assert_eq!(reply["hashfull"], hashfull(nodes, 2 * nodes), "{nodes}");
        assert_ne!(reply["hashfull"], hashfull(nodes, nodes - 1), "{nodes}");
        assert_ne!(reply["hashfull"], hashfull(nodes, 4 * nodes), "{nodes}");
    }
}
