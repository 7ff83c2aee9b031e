//! Pinned node counts of every rung: a changed count means that the search has changed.
//!
//! A change without functional effect, such as a faster evaluator or a tidier move picker, leaves
//! `tests/nodes.txt` as it is. After a functional change, one command rewrites the file, and the commit shows
//! the difference:
//!
//! ```text
//! GLULAM_BLESS=1 cargo test --test library node_counts
//! ```

use std::fmt::Write as _;

use glulam::search::{Algorithm, RUNGS};

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

/// Returns the path of `tests/nodes.txt`.
fn path() -> String {
    format!("{}/tests/nodes.txt", env!("CARGO_MANIFEST_DIR"))
}

/// Returns the content of `tests/nodes.txt`: one line per search with rung, position, depth and nodes.
fn node_table() -> String {
    let mut table = "# Rung, position of classic.epd, depth, nodes. Rewritten by: GLULAM_BLESS=1 cargo test --test library node_counts\n"
        .to_owned();
    let positions = POSITIONS.map(|(name, depth)| (name, depth, position(name)));
    let mut is_deep = false;
    for rung in RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random) {
        is_deep |= rung.name == DEEP_FROM;
        for (name, depth, position) in &positions {
            for depth in [Some(*depth), is_deep.then_some(depth + DEEPER)].into_iter().flatten() {
                let (_, nodes) = search(position, rung.algorithm, depth);
                writeln!(table, "{:<16} {name:<9} {depth} {nodes}", rung.name)
                    .expect("writing to a string does not fail");
            }
        }
    }
    table
}

#[test]
fn every_rung_visits_as_many_nodes_as_before() {
    let now = node_table();
    if std::env::var_os("GLULAM_BLESS").is_some() {
        std::fs::write(path(), &now).expect("tests/nodes.txt can be written");
    }
    let before = std::fs::read_to_string(path()).unwrap_or_default();
    let changed: Vec<_> = now.lines().filter(|line| !before.lines().any(|old| old == *line)).collect();
    assert!(
        before == now,
        "{} node counts differ from tests/nodes.txt; the first is {:?}.\n\
         If this change is intended, run: GLULAM_BLESS=1 cargo test --test library node_counts",
        changed.len(),
        changed.first()
    );
}
