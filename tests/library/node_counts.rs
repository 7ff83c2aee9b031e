//! The nodes of every rung, pinned: whoever changes one has changed the search, and shall know it.
//!
//! A change that is meant to be none (a faster evaluator, a tidier picker) leaves `tests/nodes.txt` as it is. One that is
//! meant rewrites it with a single command, and the difference stands in the commit for all to see:
//!
//! ```text
//! GLULAM_BLESS=1 cargo test --test library node_counts
//! ```

use std::fmt::Write as _;

use glulam::search::{Algorithm, RUNGS};

use crate::searching::{position, search};

/// Positions of `classic.epd` with the depth every rung is counted at.
const COUNTED: [(&str, i32); 7] = [
    ("startpos", 4),
    ("kiwipete", 3),
    ("blocking", 4),
    ("knight", 3),
    ("endgame", 4),
    ("lucena", 5),
    ("zugzwang", 7),
];

/// The rungs from here up also search deeper, where tables and windows begin to matter.
const DEEP_FROM: &str = "captures-first";
const DEEPER: i32 = 2;

fn path() -> String {
    format!("{}/tests/nodes.txt", env!("CARGO_MANIFEST_DIR"))
}

/// One line a count: rung, position, depth, nodes.
fn count() -> String {
    let mut table = "# Rung, position of classic.epd, depth, nodes. Rewritten by: GLULAM_BLESS=1 cargo test --test library node_counts\n"
        .to_owned();
    let positions = COUNTED.map(|(name, depth)| (name, depth, position(name)));
    let mut is_deep = false;
    for rung in RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random) {
        is_deep |= rung.name == DEEP_FROM;
        for (name, depth, position) in &positions {
            for depth in [Some(*depth), is_deep.then_some(depth + DEEPER)].into_iter().flatten() {
                let (_, nodes) = search(position, rung.algorithm, depth);
                writeln!(table, "{:<16} {name:<9} {depth} {nodes}", rung.name).expect("a string takes all");
            }
        }
    }
    table
}

#[test]
fn every_rung_visits_the_nodes_it_visited_before() {
    let now = count();
    if std::env::var_os("GLULAM_BLESS").is_some() {
        std::fs::write(path(), &now).expect("tests/nodes.txt can be written");
    }
    let before = std::fs::read_to_string(path()).unwrap_or_default();
    let changed: Vec<_> = now.lines().filter(|line| !before.lines().any(|known| known == *line)).collect();
    assert!(
        before == now,
        "{} counts are not those of tests/nodes.txt, the first: {:?}.\n\
         If the search was meant to change: GLULAM_BLESS=1 cargo test --test library node_counts",
        changed.len(),
        changed.first()
    );
}
