//! Tests of `engine datagen` without `--packed`: EPD lines that depend on the seed alone.

use std::collections::HashSet;

use glulam::epd::Record;
use shakmaty::CastlingMode;

use crate::support::{code, engine, stderr, stdout};

const QUICK: [&str; 7] = ["datagen", "--games", "6", "--nodes", "60", "--per-game", "9"];

fn records(text: &str) -> Vec<Record> {
    let read = |line| Record::parse(line, CastlingMode::Standard, glulam::position::Strictness::Game);
    text.lines().map(|line| read(line).expect(line)).collect()
}

#[test]
fn the_same_seed_gives_the_same_positions_on_any_number_of_threads() {
    let run = |extra: &[&str]| stdout(&engine(&[&QUICK[..], extra].concat()));
    let one = run(&["--threads", "1"]);
    assert_eq!(one, run(&["--threads", "3"]));
    assert_ne!(one, run(&["--seed", "2"]));

    let records = records(&one);
    assert!(records.len() > 20 && records.len() <= 54, "{}", records.len());
    let keys: HashSet<_> = records.iter().map(|record| record.position.key()).collect();
    assert_eq!(keys.len(), records.len(), "no duplicates");
    for record in &records {
        assert!(!record.position.is_check());
        assert!(matches!(record.operand("c9"), Some("1-0" | "0-1" | "1/2-1/2")), "{record:?}");
        let score: i32 = record.operand("ce").and_then(|score| score.parse().ok()).expect("centipawns");
        assert!(score.abs() < 1_500);
    }
}

#[test]
fn the_requested_number_of_positions_is_written_and_the_last_game_is_complete() {
    let output = engine(&["datagen", "--positions", "20", "--nodes", "60"]);
    assert!((20..32).contains(&stdout(&output).lines().count()), "{}", stdout(&output));
    assert!(stderr(&output).contains("positions/s"), "{}", stderr(&output));
    let quiet = engine(&["datagen", "--positions", "1", "--nodes", "60", "--quiet"]);
    assert!(quiet.stderr.is_empty() && code(&quiet) == Some(0));
}

#[test]
fn openings_are_different_positions_without_operations() {
    let run =
        |threads| stdout(&engine(&["datagen", "--openings", "6", "--nodes", "400", "--threads", threads]));
    let text = run("1");
    assert_eq!(text, run("2"));
    assert_eq!(text.lines().collect::<HashSet<_>>().len(), 6);
    assert!(text.lines().all(|line| line.split(' ').count() == 4), "{text}");
    assert_eq!(records(&text).len(), 6);
}

#[test]
fn an_existing_file_is_not_overwritten_and_conflicting_options_are_rejected() {
    let path = std::env::temp_dir().join(format!("glulam-selfplay-{}.epd", std::process::id()));
    let name = path.to_string_lossy().into_owned();
    let arguments = ["datagen", "--games", "1", "--nodes", "50", "-o", &name];
    assert_eq!(code(&engine(&arguments)), Some(0));
    let written = std::fs::read_to_string(&path).expect("a file");
    assert!(!records(&written).is_empty());
    let again = engine(&arguments);
    assert_eq!(std::fs::read_to_string(&path).expect("unchanged"), written);
    std::fs::remove_file(&path).expect("ours");
    assert_eq!(code(&again), Some(2));
    assert!(stderr(&again).contains("already exists"), "{}", stderr(&again));

    for (arguments, remedy) in [
        (&["datagen"][..], "--positions"),
        (&["datagen", "--games", "1", "--positions", "1"], "cannot be used with"),
        (&["datagen", "--games", "1", "--random-plies", "9-8"], "as in 8 or 8-9"),
        (&["datagen", "--games", "1", "--random-plies", "99"], "up to 60"),
        (&["datagen", "--games", "1", "--layers", "full+tabel"], "full-draws"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
    }
    assert_eq!(code(&engine(&["datagen", "--games", "1", "-o", "/no/such/folder/x.epd"])), Some(1));
}
