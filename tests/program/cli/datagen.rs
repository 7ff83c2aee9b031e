//! Tests of `engine datagen` and of training a network on its games.

use std::{collections::HashSet, fs, path::Path};

use glulam::chess::epd::Record;
use shakmaty::CastlingMode;

use crate::support::{code, engine, stderr, stdout};

fn records(text: &str) -> Vec<Record> {
    let read = |line| Record::parse(line, CastlingMode::Standard, glulam::chess::position::Strictness::Game);
    text.lines().map(|line| read(line).expect(line)).collect()
}

fn name(folder: &Path, file: &str) -> String {
    folder.join(file).to_string_lossy().into_owned()
}

/// Plays games of few nodes into a file and returns its bytes.
fn play(file: &str, extra: &[&str]) -> Vec<u8> {
    let output = engine(&[&["datagen", "games", "--nodes", "40", "-o", file][..], extra].concat());
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    fs::read(file).expect("written")
}

/// Exports files and returns the records and the summary.
fn export(folder: &Path, files: &[&str], extra: &[&str]) -> (Vec<[u8; 32]>, String) {
    let out = name(folder, "records.bin");
    let output = engine(&[&["datagen", "export"][..], files, &["--force", "-o", &out], extra].concat());
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let bytes = fs::read(&out).expect("written");
    let (records, rest) = bytes.as_chunks();
    assert!(rest.is_empty());
    (records.to_vec(), stderr(&output))
}

#[test]
fn a_seed_determines_the_games_on_any_number_of_threads_and_other_seeds_share_no_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |number: &str| name(folder.path(), number);
    let games = ["--games", "12", "--seed", "5"];
    let first = play(&file("1"), &games);
    assert_eq!(play(&file("2"), &games), first);
    assert_eq!(play(&file("3"), &[&games[..], &["--jobs", "3"]].concat()), first);
    play(&file("4"), &["--games", "12", "--seed", "6"]);
    let records = |number: &str| {
        let (records, _) = export(folder.path(), &[&file(number)], &["--min-ply", "12"]);
        records.iter().map(|record| record[..24].to_vec()).collect::<HashSet<_>>()
    };
    let (one, other) = (records("1"), records("4"));
    assert!(one.len() > 100 && other.len() > 100, "{} {}", one.len(), other.len());
    assert_eq!(one.intersection(&other).count(), 0, "after twelve plies all games differ");
}

#[test]
fn each_position_that_passes_the_filter_is_exported_once_in_the_order_of_the_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b, joined] = ["a", "b", "joined"].map(|file| name(folder.path(), file));
    let bytes = [play(&a, &["--games", "8", "--seed", "1"]), play(&b, &["--games", "8", "--seed", "2"])];
    fs::write(&joined, bytes.concat()).expect("room");
    let (both, summary) = export(folder.path(), &[&a, &b], &[]);
    assert_eq!(export(folder.path(), &[&joined], &[]).0, both, "files can be joined");
    assert_eq!(both.iter().collect::<HashSet<_>>().len(), both.len());
    assert_eq!(export(folder.path(), &[&a, &a], &[]).0, export(folder.path(), &[&a], &[]).0);
    assert!(summary.contains("16 games, ") && summary.contains(&format!(": {} written", both.len())));
    let (decided, _) = export(folder.path(), &[&a, &b], &["--max-score", "300"]);
    assert!(decided.len() < both.len());
    assert!(decided.iter().all(|record| i16::from_le_bytes([record[24], record[25]]).abs() < 300));
}

#[test]
fn inspect_counts_games_results_lengths_and_openings() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = name(folder.path(), "games");
    play(&file, &["--games", "6", "--seed", "3"]);
    let printed = stdout(&engine(&["datagen", "inspect", &file, &file]));
    assert!(printed.starts_with("12 games, ") && printed.contains(" won by White, "), "{printed}");
    assert!(printed.contains("scored moves per game: "), "{printed}");
    assert!(printed.ends_with("different openings: 6\n"), "{printed}");
    let empty = name(folder.path(), "empty");
    fs::write(&empty, "").expect("room");
    assert!(stdout(&engine(&["datagen", "inspect", &empty])).starts_with("0 games, 0 scored moves"));
}

#[test]
fn an_incomplete_last_game_is_skipped_and_a_damaged_file_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = name(folder.path(), "games");
    let games = play(&file, &["--games", "3"]);
    fs::write(&file, &games[..games.len() - 5]).expect("room");
    let output = engine(&["datagen", "inspect", &file]);
    assert_eq!(code(&output), Some(0));
    assert!(stdout(&output).starts_with("2 games, "), "{}", stdout(&output));
    assert!(stderr(&output).contains("game 3 is incomplete"), "{}", stderr(&output));

    let out = name(folder.path(), "out");
    for damaged in
        [[b"no game ".repeat(20), vec![]].concat(), [&games[..32], &[255; 8], &games[40..]].concat()]
    {
        fs::write(&file, damaged).expect("room");
        for arguments in [
            &["datagen", "inspect", &file][..],
            &["datagen", "export", &file, "-o", &out],
            &["tune", "wdl", &file],
        ] {
            let output = engine(arguments);
            assert_eq!((code(&output), stdout(&output)), (Some(2), String::new()), "{arguments:?}");
            assert!(stderr(&output).contains("game 1 at byte 0: "), "{}", stderr(&output));
        }
        assert!(!Path::new(&out).exists(), "nothing is written");
    }
}

#[test]
fn leaves_are_different_positions_near_the_games_and_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, a, b, few] = ["games", "a", "b", "few"].map(|file| name(folder.path(), file));
    play(&games, &["--games", "4", "--seed", "2"]);
    let leaves = |out: &str, extra: &[&str]| {
        let output =
            engine(&[&["datagen", "leaves", &games, "--nodes", "60", "-o", out][..], extra].concat());
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        (fs::read(out).expect("written"), stderr(&output))
    };
    let (bytes, summary) = leaves(&a, &[]);
    let (records, rest) = bytes.as_chunks::<32>();
    assert!(
        rest.is_empty() && summary.ends_with(&format!(" evaluated, {} written\n", records.len())),
        "{summary}"
    );
    let boards =
        |records: &[[u8; 32]]| records.iter().map(|record| record[..24].to_vec()).collect::<HashSet<_>>();
    let (in_games, leaves_of_games) = (boards(&export(folder.path(), &[&games], &[]).0), boards(records));
    assert!(leaves_of_games.len() > in_games.len(), "{summary}");
    assert!(leaves_of_games.difference(&in_games).count() > records.len() / 2);
    assert_eq!(leaves(&b, &["--jobs", "3"]).0, bytes);
    assert!(4 * leaves(&few, &["--every", "64"]).0.len() < bytes.len());
}

/// Writes the network file of a teacher whose internal value is 100 for every position.
fn write_teacher(file: &str) {
    let [description, stacks] = [12, 46_860_304];
    let mut bytes = vec![0; stacks + 8 * 17_640];
    let mut put = |at: usize, number: u32| bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    for (at, hash) in [(0, 0x7af3_2f20), (4, 0x1c10_2ef2), (description, 0x7f23_44b8)] {
        put(at, hash);
    }
    for stack in 0..8 {
        put(stacks + 17_640 * stack, 0x6333_6a4a);
        put(stacks + 17_640 * (stack + 1) - 36, 1_600);
    }
    fs::write(file, bytes).expect("room");
}

#[test]
fn label_replaces_the_score_of_every_record_and_refuses_other_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, net, out] = ["games", "net", "out"].map(|file| name(folder.path(), file));
    play(&games, &["--games", "3"]);
    let (records, _) = export(folder.path(), &[&games], &[]);
    let positions = name(folder.path(), "records.bin");
    write_teacher(&net);
    let label = |file: &str, net: &str| {
        engine(&["datagen", "label", file, &positions, "--teacher", net, "--force", "-o", &out])
    };
    let output = label(&positions, &net);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let summary = format!("{} positions with labels of nn-", 2 * records.len());
    assert!(stderr(&output).starts_with(&summary), "{}", stderr(&output));
    let expected =
        records.iter().map(|record| [&record[..24], &80_i16.to_le_bytes(), &record[26..]].concat());
    let expected: Vec<_> = expected.flatten().collect();
    assert_eq!(fs::read(&out).expect("written"), [&expected[..], &expected].concat());

    let cut = name(folder.path(), "cut");
    fs::write(&cut, &expected[..expected.len() - 1]).expect("room");
    fs::remove_file(&out).expect("written");
    for (file, net, reason) in [
        (&games, &net, "games: record 0 is not a valid position in bulletformat"),
        (&cut, &net, &format!("cut: record {} is not a valid position", records.len() - 1)),
        (&positions, &games, "is not a network of Stockfish"),
        (&positions, &cut, "is not a network of Stockfish"),
        (&positions, &name(folder.path(), "missing"), "check the path"),
    ] {
        let output = label(file, net);
        assert!(code(&output) == Some(2) && stderr(&output).contains(reason), "{}", stderr(&output));
        assert!(!Path::new(&out).exists(), "nothing is written");
    }
    let over_the_net = engine(&["datagen", "label", &positions, "--teacher", &net, "--force", "-o", &net]);
    assert_eq!(code(&over_the_net), Some(2), "{}", stderr(&over_the_net));
}

/// Two endings, one with 8 and one with 14 pieces and pawns.
const ENDINGS: &str = "8/5pk1/6p1/8/8/6P1/5PK1/3R3r w - - 0 1\n\
    6k1/1R5p/3p4/p2Pr1p1/2P5/6P1/2b2K1P/5B2 b - - id \"rooks\";\n";

#[test]
fn games_begin_at_the_positions_of_a_file_or_at_chess960_start_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    let starts = name(folder.path(), "endings.epd");
    fs::write(&starts, ENDINGS).expect("room");
    let starts = ["--starts", &starts, "--random-plies", "0-1"];
    let openings = ["datagen", "openings", "--openings", "2", "--nodes", "200"];
    let written = engine(&[&openings[..], &starts].concat());
    assert_eq!(code(&written), Some(0), "{}", stderr(&written));
    let openings = records(&stdout(&written));
    let men = |record: &Record| record.position.board().occupied().count();
    assert_eq!(openings.iter().map(|record| men(record) <= 14).collect::<Vec<_>>(), [true; 2]);

    let men = |extra: &[&str]| {
        let file = name(folder.path(), &format!("games{}", extra.len()));
        let games = play(&file, &[&["--games", "6"][..], extra].concat());
        let occupied = u64::from_le_bytes(games[..8].try_into().expect("eight bytes"));
        (occupied.count_ones(), games)
    };
    assert!(men(&starts).0 <= 14);
    let ((pieces, chess960), (_, standard)) = (men(&["--chess960"]), men(&[]));
    assert!(pieces > 20 && chess960 != standard);
}

#[test]
fn start_positions_that_cannot_be_played_are_refused_with_a_remedy() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, text, reason) in [
        (
            "over",
            "7k/8/8/8/8/8/5q2/7K w - - 0 1\n8/8/8/8/8/5k2/5q2/7K w - - 0 1",
            "the game is over in 2 positions",
        ),
        ("bad", "8/5pk1/7p w - -", "bad: line 1"),
        ("empty", "", "no EPD records"),
    ] {
        let starts = name(folder.path(), file);
        fs::write(&starts, text).expect("room");
        for amount in [&["games", "--games", "1", "-o", "-"][..], &["openings", "--openings", "1"]] {
            let output = engine(&[&["datagen"], amount, &["--starts", &starts]].concat());
            assert!(code(&output) == Some(2) && stderr(&output).contains(reason), "{}", stderr(&output));
        }
    }
}

#[test]
fn a_run_without_further_openings_ends_by_itself_and_keeps_what_it_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let decided = name(folder.path(), "decided.epd");
    fs::write(&decided, "4k3/8/8/8/8/8/8/QQ2K3 w - -\n").expect("room");
    let file = name(folder.path(), "games");
    let starts = ["--starts", &decided, "--random-plies", "0-1", "-q", "-o", &file];
    let games = engine(&[&["datagen", "games", "--games", "3"][..], &starts].concat());
    assert!(code(&games) == Some(1) && stderr(&games).contains("no undecided opening"), "{}", stderr(&games));

    // After one random ply there are only 20 positions.
    let openings =
        engine(&["datagen", "openings", "--openings", "50", "--random-plies", "1", "--nodes", "1"]);
    let found = stdout(&openings).lines().count();
    assert!((1..20).contains(&found));
    let message = format!("{found} of 50 openings found");
    assert!(code(&openings) == Some(1) && stderr(&openings).contains(&message), "{}", stderr(&openings));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_and_its_finished_games_and_lines_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    for (subcommand, signal, status) in [("games", "-INT", 130), ("openings", "-TERM", 143)] {
        let path = folder.path().join(subcommand);
        let (file, amount) = (name(folder.path(), subcommand), format!("--{subcommand}"));
        let arguments = ["datagen", subcommand, &amount, "1M", "--nodes", "100", "-o", &file];
        let mut child = crate::support::command(&arguments).spawn().expect("the engine starts");
        crate::support::wait_until("something is written", || {
            fs::metadata(&path).is_ok_and(|file| file.len() > 0)
        });
        crate::support::kill(signal, child.id());
        assert_eq!(child.wait().expect("ours").code(), Some(status));
        if subcommand == "games" {
            let inspected = engine(&["datagen", "inspect", &file]);
            assert_eq!((code(&inspected), stderr(&inspected)), (Some(0), String::new()));
            assert!(!stdout(&inspected).starts_with("0 games"));
        } else {
            assert!(!records(&fs::read_to_string(&path).expect("a file")).is_empty());
        }
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
fn an_existing_file_is_replaced_only_with_force_and_conflicting_options_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = name(folder.path(), "games");
    let written = play(&file, &["--games", "2"]);
    let again = ["datagen", "games", "--games", "1", "--nodes", "40", "-o", &file];
    let refused = engine(&again);
    assert!(code(&refused) == Some(2) && stderr(&refused).contains("--force"), "{}", stderr(&refused));
    assert_eq!(fs::read(&file).expect("unchanged"), written);
    assert_eq!(code(&engine(&[&again[..], &["--force"]].concat())), Some(0));
    assert!(written.starts_with(&fs::read(&file).expect("replaced")));
    for (arguments, remedy) in [
        (&["datagen"][..], "games"),
        (&["datagen", "openings"], "--openings"),
        (&["datagen", "games", "--games", "1"], "--output"),
        (&["datagen", "games", "-o", "x"], "--games"),
        (&["datagen", "games", "--games", "1", "-o", "-", "--random-plies", "9-8"], "as in 8 or 8-9"),
        (&["datagen", "games", "--games", "1", "-o", "-", "--random-plies", "99"], "up to 60"),
        (&["datagen", "games", "--games", "1", "-o", "-", "--layers", "full+tabel"], "full-draws"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
    }
    assert_eq!(code(&engine(&["datagen", "games", "--games", "1", "-o", "/no/such/folder/x"])), Some(1));
}
