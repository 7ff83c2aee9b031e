//! Perft, counted in two ways: with the `Position` of the search, and with the faster function of the command
//! `perft`.
//!
//! The counts of the classic positions are published, so an error in the rules of chess shows here first. The
//! long suites, for standard chess and Chess960, are not part of the repository.
//! `GLULAM_DATA=/path cargo test --test library perft -- --ignored` counts every `perft/*.epd` of that
//! folder.

use glulam::chess::{
    epd::{self, Record},
    position::{Position, Strictness, perft::perft},
};
use shakmaty::CastlingMode;

use crate::searching::{shared_data, suite};

/// Counts leaves by playing every move to the last ply. Compares the incrementally updated keys and checkers
/// with those of a position built from scratch.
fn count_leaves(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position}");
    if depth > 1 {
        let from_scratch = Position::new(position.chess().clone());
        assert_eq!(position.keys(), from_scratch.keys(), "{position}");
        assert_eq!(position.checkers(), from_scratch.checkers(), "{position}");
    }
    moves.iter().map(|mv| count_leaves(&position.play(*mv), depth - 1)).sum()
}

/// Returns the depths of a perft record with their numbers of leaves, up to `max_leaves` leaves.
fn counts(record: &Record, max_leaves: u64) -> impl Iterator<Item = (u32, u64)> {
    let number = |text: &str| text.parse::<u64>().expect("a number");
    record
        .operations
        .iter()
        .filter_map(move |(code, operands)| {
            let depth = code.strip_prefix('D')?.parse().ok()?;
            Some((depth, number(operands.first()?)))
        })
        .filter(move |(_, leaves)| *leaves <= max_leaves)
}

#[test]
fn perft_with_the_position_of_the_search_matches_the_published_counts() {
    let mut counted = 0;
    for record in ["perft", "perft960"].into_iter().flat_map(suite) {
        for (depth, leaves) in counts(&record, 1_000_000) {
            assert_eq!(count_leaves(&record.position, depth), leaves, "{} at depth {depth}", record.id());
            counted += 1;
        }
    }
    assert!(counted >= 20, "only {counted} counts");
}

#[test]
fn the_fast_perft_matches_the_published_counts() {
    for record in ["perft", "perft960"].into_iter().flat_map(suite) {
        for (depth, leaves) in counts(&record, 5_000_000) {
            assert_eq!(perft(record.position.chess(), depth), leaves, "{} at depth {depth}", record.id());
        }
    }
}

#[test]
#[ignore = "for .ci/long, needs GLULAM_DATA"]
fn the_fast_perft_matches_the_counts_of_the_long_suites() {
    let folder = shared_data("perft");
    let mut counted = 0;
    for file in std::fs::read_dir(&folder).expect("a readable folder") {
        let path = file.expect("readable").path();
        let name = path.display().to_string();
        let mode = if name.contains("960") { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let text = std::fs::read_to_string(&path).expect("readable");
        for record in epd::read_suite(&text, mode, Strictness::Suite, Ok) {
            let record = record.expect("a suite");
            for (depth, leaves) in counts(&record, 10_000_000) {
                assert_eq!(perft(record.position.chess(), depth), leaves, "{} at depth {depth}", record.id());
                counted += 1;
            }
        }
    }
    assert!(counted > 500, "only {counted} counts in {}", folder.display());
}
