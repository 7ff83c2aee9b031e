//! Tests of `engine datagen positions` and `engine datagen openings`, and of old spellings of `engine datagen`.

use std::collections::HashSet;

use glulam::epd::Record;
use shakmaty::{CastlingMode, Position as _};

use crate::support::{code, engine, stderr, stdout};

const QUICK: [&str; 8] = ["datagen", "positions", "--games", "6", "--nodes", "60", "--per-game", "9"];

fn records(text: &str) -> Vec<Record> {
    let read = |line| Record::parse(line, CastlingMode::Standard, glulam::position::Strictness::Game);
    text.lines().map(|line| read(line).expect(line)).collect()
}

#[test]
fn the_same_seed_gives_the_same_positions_on_any_number_of_threads() {
    let run = |extra: &[&str]| stdout(&engine(&[&QUICK[..], extra].concat()));
    let one = run(&["--jobs", "1"]);
    assert_eq!(one, run(&["--jobs", "3"]));
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
    let output = engine(&["datagen", "positions", "--positions", "20", "--nodes", "60"]);
    assert!((20..32).contains(&stdout(&output).lines().count()), "{}", stdout(&output));
    assert!(
        stderr(&output).starts_with("seed 1: ") && stderr(&output).contains("positions/s"),
        "{}",
        stderr(&output)
    );
    let quiet = engine(&["datagen", "positions", "--positions", "1", "--nodes", "60", "--quiet"]);
    assert!(quiet.stderr.is_empty() && code(&quiet) == Some(0));
    let summary =
        engine(&["datagen", "positions", "--positions", "1", "--nodes", "60", "-qv", "--seed", "7"]);
    assert!(stderr(&summary).starts_with("seed 7: ") && stderr(&summary).lines().count() == 1);
}

#[test]
fn chess960_games_begin_at_chess960_start_positions() {
    let run = |extra: &[&str]| stdout(&engine(&[&QUICK[..], extra].concat()));
    let text = run(&["--chess960"]);
    assert_eq!(text, run(&["--chess960", "--jobs", "2"]));
    assert_ne!(text, run(&[]));
    let read = |line| Record::parse(line, CastlingMode::Chess960, glulam::position::Strictness::Game);
    let castling: HashSet<_> = text
        .lines()
        .map(|line| read(line).expect(line).position.chess().castles().castling_rights())
        .collect();
    assert!(castling.len() > 4, "castling rights differ between the start positions: {castling:?}");
}

/// Two endings, one with 8 and one with 14 pieces and pawns.
const ENDINGS: &str = "8/5pk1/6p1/8/8/6P1/5PK1/3R3r w - - 0 1\n\
    6k1/1R5p/3p4/p2Pr1p1/2P5/6P1/2b2K1P/5B2 b - - id \"rooks\";\n";

#[test]
fn games_begin_at_the_positions_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("endings.epd");
    let name = path.to_string_lossy().into_owned();
    std::fs::write(&path, ENDINGS).expect("room");
    let starts = ["--starts", &name, "--random-plies", "0-1"];
    let text = stdout(&engine(&[&QUICK[..], &starts].concat()));
    assert_eq!(text, stdout(&engine(&[&QUICK[..], &starts, &["--jobs", "2"]].concat())));
    let men = |record: &Record| record.position.board().occupied().count();
    let records = records(&text);
    assert!(records.len() > 10 && records.iter().all(|record| men(record) <= 14), "{text}");
    assert!(records.iter().any(|record| men(record) > 8), "both positions are used:\n{text}");

    let openings = ["datagen", "openings", "--openings", "2", "--nodes", "200"];
    let openings = stdout(&engine(&[&openings[..], &starts].concat()));
    assert!(self::records(&openings).iter().all(|record| men(record) <= 14), "{openings}");

    let games = folder.path().join("endings.games").to_string_lossy().into_owned();
    let play = ["datagen", "games", "--games", "4", "--nodes", "60", "-o", &games];
    assert_eq!(code(&engine(&[&play[..], &starts].concat())), Some(0));
    let inspected = stdout(&engine(&["datagen", "inspect", &games]));
    assert!(inspected.contains("[FEN \"") && inspected.contains("4 games"), "{inspected}");
}

#[test]
fn start_positions_that_cannot_be_played_are_refused_with_a_remedy() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text, reason) in [
        ("over", "7k/8/8/8/8/8/5q2/7K w - - 0 1\n8/8/8/8/8/5k2/5q2/7K w - - 0 1", "remove it from the file"),
        ("bad", "8/5pk1/7p w - -", "bad: line 1"),
        ("empty", "", "no EPD records"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("room");
        let name = path.to_string_lossy().into_owned();
        for subcommand in ["positions", "openings"] {
            let amount = format!("--{subcommand}");
            let output = engine(&["datagen", subcommand, &amount, "1", "--starts", &name]);
            assert!(code(&output) == Some(2) && stderr(&output).contains(reason), "{}", stderr(&output));
        }
    }
}

#[test]
fn old_options_are_refused_with_the_new_command_line() {
    for (old, new) in [
        (&["--games", "20"][..], "engine datagen positions --games 20"),
        (&["--positions", "300", "--threads", "2"], "engine datagen positions --positions 300 --jobs 2"),
        (&["--packed", "--plies", "9", "-o", "a b"], "engine datagen games --plies 9 -o 'a b'"),
        (&["-q", "--inspect", "a", "b", "--json"], "engine datagen inspect -q a b --json"),
        (&["--export", "a", "-o", "b"], "engine datagen export a -o b"),
        (&["--openings=9", "--seed", "1"], "engine datagen openings --openings=9 --seed 1"),
        (&["games", "--games", "1", "--threads", "2"], "engine datagen games --games 1 --jobs 2"),
    ] {
        let output = engine(&[&["datagen"], old].concat());
        assert_eq!((code(&output), stdout(&output)), (Some(2), String::new()), "{old:?}");
        assert_eq!(stderr(&output).lines().last().map(str::trim), Some(new), "{}", stderr(&output));
    }
}

#[test]
fn a_file_is_replaced_only_with_force_and_a_hyphen_is_stdout() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.epd");
    let name = path.to_string_lossy().into_owned();
    let printed = stdout(&engine(&QUICK));
    assert_eq!(stdout(&engine(&[&QUICK[..], &["-o", "-"]].concat())), printed);
    std::fs::write(&path, "old").expect("room");
    let refused = engine(&[&QUICK[..], &["-o", &name]].concat());
    assert!(code(&refused) == Some(2) && stderr(&refused).contains("--force"), "{}", stderr(&refused));
    assert_eq!(std::fs::read_to_string(&path).expect("unchanged"), "old");
    assert_eq!(code(&engine(&[&QUICK[..], &["-o", &name, "--force"]].concat())), Some(0));
    assert_eq!(std::fs::read_to_string(&path).expect("replaced"), printed);
    assert_eq!(
        code(&engine(&[&QUICK[..], &["-q", "-o", "/dev/null"]].concat())),
        Some(0),
        "a device is written to"
    );
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_search_for_positions_and_openings_with_complete_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    for (subcommand, signal, status) in [("positions", "-INT", 130), ("openings", "-TERM", 143)] {
        let path = folder.path().join(subcommand);
        let name = path.to_string_lossy().into_owned();
        let amount = format!("--{subcommand}");
        let arguments = ["datagen", subcommand, &amount, "1M", "--nodes", "100", "-o", &name];
        let mut child = crate::support::command(&arguments).spawn().expect("the engine starts");
        crate::support::wait_until("a line is written", || {
            std::fs::metadata(&path).is_ok_and(|file| file.len() > 0)
        });
        crate::support::kill(signal, child.id());
        assert_eq!(child.wait().expect("ours").code(), Some(status));
        assert!(!records(&std::fs::read_to_string(&path).expect("a file")).is_empty());
    }
}

#[test]
fn openings_are_different_positions_without_operations() {
    let run = |threads| {
        stdout(&engine(&["datagen", "openings", "--openings", "6", "--nodes", "400", "--jobs", threads]))
    };
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
    let arguments = ["datagen", "positions", "--games", "1", "--nodes", "50", "-o", &name];
    assert_eq!(code(&engine(&arguments)), Some(0));
    let written = std::fs::read_to_string(&path).expect("a file");
    assert!(!records(&written).is_empty());
    let again = engine(&arguments);
    assert_eq!(std::fs::read_to_string(&path).expect("unchanged"), written);
    std::fs::remove_file(&path).expect("ours");
    assert_eq!(code(&again), Some(2));
    assert!(stderr(&again).contains("already exists"), "{}", stderr(&again));

    for (arguments, remedy) in [
        (&["datagen"][..], "positions"),
        (&["datagen", "positions"], "--positions"),
        (&["datagen", "openings"], "--openings"),
        (&["datagen", "games", "--games", "1"], "--output"),
        (&["datagen", "positions", "--games", "1", "--positions", "1"], "cannot be used with"),
        (&["datagen", "positions", "--games", "1", "--random-plies", "9-8"], "as in 8 or 8-9"),
        (&["datagen", "positions", "--games", "1", "--random-plies", "99"], "up to 60"),
        (&["datagen", "positions", "--games", "1", "--layers", "full+tabel"], "full-draws"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
    }
    assert_eq!(
        code(&engine(&["datagen", "positions", "--games", "1", "-o", "/no/such/folder/x.epd"])),
        Some(1)
    );
}
