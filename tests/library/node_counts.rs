//! Pinned node counts of every rung: a changed count means that the search has changed.
//!
//! A change without functional effect, such as a faster evaluator or a tidier move picker, leaves
//! `tests/nodes.txt` as it is. After a functional change, one command rewrites the file, and the commit shows
//! the difference:
//!
//! ```text
//! GLULAM_BLESS="why the counts change" cargo test --test library node_counts
//! ```
//!
//! Minimax proves the scores of the exact rungs. Nothing proves the scores of a selective rung, so the counts
//! of a selective rung need a reason of at least three words. The reason is written beside the counts,
//! together with their CRC-32. The test fails if the counts do not belong to the reason.

use std::fmt::Write as _;

use glulam::search::{Algorithm, RUNGS, Rung};

use crate::searching::{position, search};

/// Positions of `classic.epd` with the search depth of every rung, in plies.
const POSITIONS: [(&str, i32); 7] = [
    ("startpos", 4),
    ("kiwipete", 3),
    ("blocking", 4),
    ("knight", 3),
    ("endgame", 4),
    ("lucena", 5),
    ("zugzwang", 7),
];

/// First rung that also searches each position [`DEEPER`] plies deeper. At the greater depth, the
/// transposition table and narrow windows have a larger effect.
const DEEP_FROM: &str = "captures-first";
/// Additional plies of the second search of a rung.
const DEEPER: i32 = 2;

/// Command that rewrites `tests/nodes.txt`.
const BLESS: &str = "GLULAM_BLESS=\"REASON\" cargo test --test library node_counts";

/// Returns the path of `tests/nodes.txt`.
fn path() -> String {
    format!("{}/tests/nodes.txt", env!("CARGO_MANIFEST_DIR"))
}

/// Returns one line per search of `rung` with rung, position, depth and nodes.
fn count_lines(rung: &Rung, is_deep: bool) -> String {
    let mut lines = String::new();
    for (name, depth) in POSITIONS {
        for depth in [Some(depth), is_deep.then_some(depth + DEEPER)].into_iter().flatten() {
            let (_, nodes) = search(&position(name), rung.algorithm, depth);
            writeln!(lines, "{:<16} {name:<9} {depth} {nodes}", rung.name)
                .expect("writing to a string does not fail");
        }
    }
    lines
}

/// Returns the beginning of the line with the reason for these counts of `rung`.
fn reason_key(rung: &str, counts: &str) -> String {
    format!("# {rung}, reason for the counts {:08x}: ", crc32fast::hash(counts.as_bytes()))
}

/// Counts the words of a reason. `1` is no word, so `GLULAM_BLESS=1` gives no reason.
fn words(reason: &str) -> usize {
    reason.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count()
}

/// Returns the new content of `tests/nodes.txt`, and the selective rungs without a reason for their counts.
///
/// `counts` contains each rung with its counts, and whether the rung is exact. A rung with the counts of
/// `before`, the old content, keeps the reason of `before`. Every other selective rung gets `reason`.
fn node_table(
    counts: &[(&'static str, bool, String)],
    before: &str,
    reason: Option<&str>,
) -> (String, Vec<&'static str>) {
    let mut table = format!("# Rung, position of classic.epd, depth, nodes. Rewritten by: {BLESS}\n");
    let mut without_reason = Vec::new();
    for (rung, is_exact, counts) in counts {
        if !is_exact {
            let key = reason_key(rung, counts);
            let old = before.lines().find_map(|line| line.strip_prefix(&key));
            match old.or(reason).map(str::trim).filter(|reason| words(reason) >= 3) {
                Some(reason) => {
                    writeln!(table, "{key}{reason}").expect("writing to a string does not fail");
                }
                None => without_reason.push(*rung),
            }
        }
        table.push_str(counts);
    }
    (table, without_reason)
}

#[test]
fn every_rung_visits_as_many_nodes_as_before_or_has_a_reason() {
    let mut is_deep = false;
    let mut counts = Vec::new();
    for rung in RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random) {
        is_deep |= rung.name == DEEP_FROM;
        counts.push((rung.name, rung.algorithm.is_exact(), count_lines(rung, is_deep)));
    }
    let before = std::fs::read_to_string(path()).unwrap_or_default();
    let reason = std::env::var("GLULAM_BLESS").ok();
    let (now, without_reason) = node_table(&counts, &before, reason.as_deref());
    assert!(
        without_reason.is_empty(),
        "the counts of selective rungs differ from tests/nodes.txt: {}.\n\
         If this change is intended, write the reason in at least three words and run: {BLESS}",
        without_reason.join(", ")
    );
    if reason.is_some() {
        std::fs::write(path(), &now).expect("tests/nodes.txt can be written");
        return;
    }
    let changed: Vec<_> = now.lines().filter(|line| !before.lines().any(|old| old == *line)).collect();
    assert!(
        before == now,
        "{} lines differ from tests/nodes.txt; the first is {:?}.\n\
         If this change is intended, run: {BLESS}",
        changed.len(),
        changed.first()
    );
}

#[test]
fn changed_counts_of_a_selective_rung_need_a_reason_and_other_rungs_keep_theirs() {
    let counts = |nodes: u32| {
        [("table", true, 7), ("null-move", false, nodes), ("full", false, 9)]
            .map(|(rung, is_exact, nodes)| (rung, is_exact, format!("{rung} startpos 4 {nodes}\n")))
    };
    let (old, _) = node_table(&counts(8), "", Some("first reason given"));
    assert_eq!(old.matches("first reason given").count(), 2, "an exact rung needs no reason: {old}");
    assert_eq!(node_table(&counts(8), &old, None), (old.clone(), vec![]));
    for no_reason in [None, Some("1"), Some(""), Some("faster now"), Some("1 2 3 4")] {
        assert_eq!(node_table(&counts(5), &old, no_reason).1, ["null-move"], "{no_reason:?}");
    }
    let (new, without_reason) = node_table(&counts(5), &old, Some("null move with a verification search"));
    assert!(without_reason.is_empty());
    assert_eq!([new.matches("first reason").count(), new.matches("verification search").count()], [1, 1]);
    // A count that was edited by hand no longer belongs to its reason.
    let edited = old.replace("null-move startpos 4 8", "null-move startpos 4 5");
    assert_eq!(node_table(&counts(5), &edited, None).1, ["null-move"]);
}
