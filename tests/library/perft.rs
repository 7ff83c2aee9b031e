//! Perft, twice: through the position the search plays on, and through the bare count the command uses.
//!
//! The counts of the classic positions are known to everybody, so a rule misread shows here first. The long suites,
//! Chess960 among them, are not part of the repository: `GLULAM_DATA=/path cargo test --test library perft -- --ignored` counts
//! every `perft/*.epd` under that folder.

use glulam::{
    epd::{self, Record},
    position::{Position, Strictness, perft::perft},
};
use shakmaty::CastlingMode;

use crate::searching::{shared_data, suite};

/// Counts by playing every move to the last ply, and holds what the position keeps step by step to what it would be
/// if it were made anew.
fn played(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position}");
    if depth > 1 {
        let anew = Position::new(position.chess().clone());
        assert_eq!(position.keys(), anew.keys(), "{position}");
        assert_eq!(position.checkers(), anew.checkers(), "{position}");
    }
    moves.iter().map(|mv| played(&position.play(*mv), depth - 1)).sum()
}

/// The depths of a perft record with their counts, up to `most` leaves.
fn counts(record: &Record, most: u64) -> impl Iterator<Item = (u32, u64)> {
    let number = |text: &str| text.parse::<u64>().expect("a number");
    record
        .operations
        .iter()
        .filter_map(move |(code, operands)| {
            let depth = code.strip_prefix('D')?.parse().ok()?;
            Some((depth, number(operands.first()?)))
        })
        .filter(move |(_, leaves)| *leaves <= most)
}

#[test]
fn moves_played_as_the_search_plays_them_count_up_to_what_everybody_counts() {
    let mut counted = 0;
    for record in ["perft", "perft960"].into_iter().flat_map(suite) {
        for (depth, leaves) in counts(&record, 1_000_000) {
            assert_eq!(played(&record.position, depth), leaves, "{} at depth {depth}", record.id());
            counted += 1;
        }
    }
    assert!(counted >= 20, "only {counted} counts");
}

#[test]
fn the_bare_count_agrees() {
    for record in ["perft", "perft960"].into_iter().flat_map(suite) {
        for (depth, leaves) in counts(&record, 5_000_000) {
            assert_eq!(perft(record.position.chess(), depth), leaves, "{} at depth {depth}", record.id());
        }
    }
}

#[test]
#[ignore = "needs the suites of GLULAM_DATA and minutes"]
fn the_long_suites_are_counted_right() {
    let folder = shared_data("perft");
    let mut counted = 0;
    for file in std::fs::read_dir(&folder).expect("a folder") {
        let path = file.expect("readable").path();
        let name = path.display().to_string();
        let mode = if name.contains("960") { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let text = std::fs::read_to_string(&path).expect("readable");
        for record in epd::read_suite(&text, mode, Strictness::Suite).expect("a suite") {
            for (depth, leaves) in counts(&record, 10_000_000) {
                assert_eq!(perft(record.position.chess(), depth), leaves, "{} at depth {depth}", record.id());
                counted += 1;
            }
        }
    }
    assert!(counted > 500, "only {counted} counts in {}", folder.display());
}
