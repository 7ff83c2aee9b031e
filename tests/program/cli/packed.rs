//! Tests of packed games: writing, appending, inspecting, exporting, and training a network on them.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::support::{assert_fields, code, command, engine, json, stderr, stdout};

/// A temporary folder that is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("glulam-{name}-{}", std::process::id()));
        fs::create_dir(&path).expect("a new folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    /// Plays games into a file and returns its bytes.
    fn play(&self, name: &str, extra: &[&str]) -> Vec<u8> {
        let file = self.file(name);
        let output = engine(&[&["datagen", "games", "--nodes", "40", "-o", &file][..], extra].concat());
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        fs::read(file).expect("written")
    }

    /// Exports files and returns the records.
    fn export(&self, names: &[&str], extra: &[&str]) -> Vec<[u8; 32]> {
        let files: Vec<_> = names.iter().map(|name| self.file(name)).collect();
        let out = self.file("records.bin");
        let mut arguments = vec!["datagen", "export"];
        arguments.extend(files.iter().map(String::as_str));
        arguments.extend(["-o", &out]);
        arguments.extend(extra);
        let output = engine(&arguments);
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        let bytes = fs::read(&out).expect("written");
        fs::remove_file(out).expect("ours");
        let (records, rest) = bytes.as_chunks();
        assert!(rest.is_empty());
        records.to_vec()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_seed_determines_the_file_on_any_number_of_threads_and_other_seeds_share_no_game() {
    let folder = Folder::new("packed-seeds");
    let games = ["--games", "12", "--seed", "5"];
    let first = folder.play("1", &games);
    assert_eq!(folder.play("2", &games), first);
    assert_eq!(folder.play("3", &[&games[..], &["--jobs", "3"]].concat()), first);
    folder.play("4", &["--games", "12", "--seed", "6"]);
    folder.play("5", &["--games", "12", "--seed", "5", "--worker", "1"]);
    let all = ["--min-ply", "12", "--keep-captures", "--keep-checks", "--min-men", "10"];
    let records = |name| folder.export(&[name], &all).into_iter().collect::<HashSet<_>>();
    let [one, other, worker] = ["1", "4", "5"].map(records);
    assert!(one.len() > 300 && other.len() > 300 && worker.len() > 300);
    for others in [&other, &worker] {
        assert_eq!(one.intersection(others).count(), 0, "after twelve plies all games differ");
    }
}

#[test]
fn a_run_can_be_continued_and_an_incomplete_block_is_removed() {
    let folder = Folder::new("packed-append");
    let first = folder.play("games", &["--plies", "300", "--seed", "5"]);
    let file = folder.file("games");
    fs::write(&file, [&first[..], &[0xb7, b'G', b'p', 0x1e, 9, 9]].concat()).expect("room");
    let second = folder.play("games", &["--games", "3", "--seed", "5", "--append"]);
    assert!(second.len() > first.len() && second.starts_with(&first));
    let again = ["datagen", "games", "--games", "1", "--nodes", "40", "--seed", "5", "--append", "-o", &file];
    let refused = engine(&[&again[..], &["--worker", "1"]].concat());
    assert_eq!(code(&refused), Some(2));
    assert!(stderr(&refused).contains("run 5, worker 1"), "{}", stderr(&refused));
    assert_eq!(fs::read(&file).expect("there"), second);

    let out = folder.file("out");
    let export = json(&["datagen", "export", &file, "-o", &out, "--json"]);
    let seeds = export["files"][0]["seeds"].as_array().expect("seeds");
    assert_eq!(seeds.len(), 2);
    assert_eq!(
        (&seeds[0]["worker"], &seeds[1]["worker"], &seeds[1]["games"]),
        (&0.into(), &1.into(), &3.into())
    );
    assert_eq!(export["files"][0]["damaged"], 0);
}

#[test]
fn each_position_that_passes_the_filter_is_exported_once_in_the_order_of_the_games() {
    let folder = Folder::new("packed-export");
    folder.play("a", &["--games", "8", "--seed", "1"]);
    folder.play("b", &["--games", "8", "--seed", "2"]);
    let both = folder.export(&["a", "b"], &[]);
    let apart = [folder.export(&["a"], &["--jobs", "1"]), folder.export(&["b"], &["--jobs", "3"])].concat();
    assert_eq!(both, apart);
    assert_eq!(folder.export(&["a", "b", "a"], &[]), both, "duplicates are skipped");
    let all = |names: &[&str]| folder.export(names, &["--keep-duplicates"]);
    assert_eq!(all(&["a", "b", "a"]), [all(&["a"]), all(&["b"]), all(&["a"])].concat());
    for record in &both {
        let occupied = u64::from_le_bytes(std::array::from_fn(|index| record[index]));
        let code = |index: u32| record[8 + index as usize / 2] >> (4 * (index % 2)) & 15;
        let codes: Vec<_> = (0..occupied.count_ones()).map(code).collect();
        let count = |code| codes.iter().map(|found| usize::from(*found == code)).sum::<usize>();
        assert_eq!((count(5), count(13), count(6), count(7), count(14), count(15)), (1, 1, 0, 0, 0, 0));
        let squares = (0..64).filter(|square| occupied >> square & 1 == 1);
        assert!(
            squares.zip(&codes).all(|(square, code)| (8..56).contains(&square) || code & 7 != 0),
            "no pawns on the first or last rank"
        );
        let score = i16::from_le_bytes([record[24], record[25]]);
        assert!(score.abs() < 3_000 && record[26] < 3);
    }
    let small = folder.export(&["a", "b"], &["--max-score", "100"]);
    assert!(!small.is_empty() && small.len() < both.len());
    assert!(small.iter().all(|record| i16::from_le_bytes([record[24], record[25]]).abs() < 100));
    assert!(folder.export(&["a", "b"], &["--min-ply", "0"]).len() > both.len());
}

#[test]
fn whole_games_are_exported_in_viriformat_and_the_crate_reads_the_positions_of_the_bulletformat_export() {
    let folder = Folder::new("packed-viriformat");
    folder.play("a", &["--games", "6", "--seed", "1", "--chess960"]);
    folder.play("b", &["--games", "6", "--seed", "2"]);
    let [a, b, out] = ["a", "b", "out"].map(|name| folder.file(name));
    let export = json(&["datagen", "export", &a, &b, "--format", "viriformat", "-o", &out, "--json"]);
    assert_eq!((&export["format"], &export["games"]), (&"viriformat".into(), &12.into()));
    assert_eq!(export["written"], export["positions"]);
    let bytes = fs::read(&out).expect("written");
    let plies = export["positions"].as_u64().expect("a number") as usize;
    assert_eq!(bytes.len(), 36 * 12 + 4 * plies);

    // The crate reads Chess960 only with this setting.
    viriformat::chess::CHESS960.store(true, std::sync::atomic::Ordering::SeqCst);
    let (mut rest, mut positions, mut games) = (&bytes[..], Vec::new(), 0);
    while !rest.is_empty() {
        let game = viriformat::dataformat::Game::deserialise_from(&mut rest, Vec::new()).expect("a game");
        let add = |board: bulletformat::ChessBoard| {
            positions.push((board.occ, board.pcs, board.score, board.result));
            Ok(())
        };
        let every = &viriformat::dataformat::Filter::UNRESTRICTED;
        game.splat_to_bulletformat(add, every).expect("positions");
        games += 1;
    }
    assert_eq!(games, 12);
    let all = ["--min-ply", "0", "--keep-captures", "--keep-checks", "--min-men", "0", "--max-score", "9999"];
    let records = folder.export(&["a", "b"], &[&all[..], &["--keep-duplicates"]].concat());
    let records = records.iter().map(|record| {
        let number = |at: usize| i16::from_le_bytes([record[at], record[at + 1]]);
        let occupied = u64::from_le_bytes(std::array::from_fn(|index| record[index]));
        (occupied, std::array::from_fn(|index| record[8 + index]), number(24), record[26])
    });
    assert!(records.eq(positions));

    for selection in [["--min-ply", "20"], ["--lambda", "0.5"]] {
        let export = ["datagen", "export", &a, "--format", "viriformat", "-o", "x"];
        let refused = engine(&[&export[..], &selection].concat());
        assert_eq!(code(&refused), Some(2));
        assert!(stderr(&refused).contains("the filter options"), "{}", stderr(&refused));
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_and_the_finished_games_can_be_read() {
    let folder = Folder::new("packed-interrupt");
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let file = folder.file(signal);
        let fast = ["--nodes", "1", "--evaluator", "material", "--jobs", "2"];
        let run = [&["datagen", "games", "--seconds", "300", "-o", &file][..], &fast].concat();
        let mut child = command(&run).spawn().expect("the engine starts");
        // Games are written in blocks of 64 KiB; the header is much shorter.
        crate::support::wait_until("a block is written", || {
            fs::metadata(&file).is_ok_and(|file| file.len() > 4096)
        });
        crate::support::kill(signal, child.id());
        assert_eq!(child.wait().expect("ours").code(), Some(status));
        let summary = json(&["datagen", "inspect", &file, "--json"]);
        assert!(summary["games"].as_u64().is_some_and(|games| games > 0), "{summary}");
    }
}

#[test]
fn an_inspection_reports_contents_duplicates_and_damage() {
    let folder = Folder::new("packed-inspect");
    folder.play("a", &["--games", "7", "--seed", "1", "--signature", "99"]);
    let bytes = folder.play("b", &["--games", "5", "--seed", "2"]);
    let [a, b] = ["a", "b"].map(|name| folder.file(name));
    let summary = json(&["datagen", "inspect", &a, &b, "--json"]);
    assert_fields(
        &summary,
        &[
            "v",
            "files",
            "games",
            "plies",
            "results",
            "game_plies",
            "scores",
            "duplicate_games",
            "duplicate_positions",
            "unsound",
            "repeated_seeds",
            "sample",
        ],
    );
    let number = |value: &Value| value.as_u64().expect("a number");
    let results = &summary["results"];
    assert_eq!((number(&summary["games"]), number(&summary["duplicate_games"])), (12, 0));
    assert_eq!(number(&results["white"]) + number(&results["draws"]) + number(&results["black"]), 12);
    let bands = summary["scores"].as_array().expect("bands");
    assert_eq!(bands.iter().map(|band| number(&band["positions"])).sum::<u64>(), number(&summary["plies"]));
    assert_eq!(
        (&summary["files"][0]["signature"], &summary["files"][1]["signature"]),
        (&99.into(), &Value::Null)
    );
    assert_eq!(summary["repeated_seeds"], Value::Array(Vec::new()));
    assert!(summary["sample"].as_str().is_some_and(|pgn| pgn.contains("[FEN \"")));

    let twice = json(&["datagen", "inspect", &a, &b, &a, "--json"]);
    assert_eq!((number(&twice["games"]), number(&twice["duplicate_games"])), (19, 7));
    assert_eq!(twice["repeated_seeds"][0], "1/0");
    let text = engine(&["datagen", "inspect", &a, &b, "--sample", "12"]);
    assert_eq!(code(&text), Some(0));
    assert!(
        stdout(&text).contains("[Round \"12\"]") && stdout(&text).contains("12 games, "),
        "{}",
        stdout(&text)
    );
    let none = engine(&["datagen", "inspect", &a, "--sample", "8"]);
    assert_eq!((code(&none), stderr(&none).contains("only 7 readable games")), (Some(2), true));

    let mut damaged = bytes.clone();
    damaged[200] ^= 1;
    fs::write(&b, damaged).expect("room");
    let output = engine(&["datagen", "inspect", &b, &a, "--json"]);
    assert_eq!(code(&output), Some(3));
    assert!(stderr(&output).contains("skipped"), "{}", stderr(&output));
    let summary: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!((number(&summary["files"][0]["damaged"]), number(&summary["games"])), (1, 7));
}

#[test]
fn a_damaged_block_gives_exit_code_3_and_an_incomplete_last_block_alone_0() {
    let folder = Folder::new("packed-damage");
    let bytes = folder.play("games", &["--games", "5", "--seed", "2"]);
    let [damaged, torn, out] = ["damaged", "torn", "out"].map(|name| folder.file(name));
    let mut flipped = bytes.clone();
    flipped[200] ^= 1;
    fs::write(&damaged, flipped).expect("room");
    fs::write(&torn, [&bytes[..], &bytes[64..300]].concat()).expect("room");
    for (file, status) in [(&damaged, 3), (&torn, 0)] {
        for arguments in [
            &["datagen", "export", file, "-o", &out, "--force"][..],
            &["datagen", "inspect", file],
            &["tune", "wdl", file],
        ] {
            for quiet in [&[][..], &["-q"]] {
                let output = engine(&[arguments, quiet].concat());
                let found = code(&output);
                // Without a readable game there is nothing to fit.
                let wanted = if arguments[1] == "wdl" && status == 3 { 2 } else { status };
                assert_eq!(found, Some(wanted), "{arguments:?} {quiet:?}: {}", stderr(&output));
                assert!(quiet.is_empty() || wanted == 2 || stderr(&output).is_empty(), "{}", stderr(&output));
            }
        }
    }
}

#[test]
fn packed_games_are_read_from_stdin_and_written_to_stdout() {
    let folder = Folder::new("packed-streams");
    let bytes = folder.play("games", &["--games", "3"]);
    let played = engine(&["datagen", "games", "--nodes", "40", "--games", "3", "-q", "-o", "-"]);
    assert_eq!((code(&played), &played.stdout), (Some(0), &bytes), "{}", stderr(&played));
    // A spelling that scripts use: the old option in addition to the subcommand.
    let packed = ["datagen", "games", "--packed", "--nodes", "40", "--games", "3", "--quiet", "-o", "-"];
    assert_eq!(engine(&packed).stdout, bytes);
    let exported = folder.file("records");
    assert_eq!(code(&engine(&["datagen", "export", &folder.file("games"), "-o", &exported])), Some(0));
    for input in [&[][..], &["-"]] {
        let piped = crate::support::run(&[&["datagen", "export", "-q", "-o", "-"], input].concat(), &bytes);
        assert_eq!((code(&piped), &piped.stdout), (Some(0), &fs::read(&exported).expect("written")));
        let inspected = crate::support::run(&[&["datagen", "inspect", "--json"], input].concat(), &bytes);
        let summary: Value = serde_json::from_str(&stdout(&inspected)).expect("JSON");
        assert_eq!((&summary["games"], &summary["files"][0]["file"]), (&3.into(), &"stdin".into()));
    }
}

#[test]
fn each_subcommand_with_json_has_a_schema_of_its_fields() {
    let folder = Folder::new("packed-schema");
    folder.play("games", &["--games", "1"]);
    let [games, out] = ["games", "out"].map(|name| folder.file(name));
    for arguments in [&["datagen", "inspect", &games][..], &["datagen", "export", &games, "-o", &out]] {
        let schema = json(&[&arguments[..2], &["--schema"]].concat());
        let printed = json(&[arguments, &["--json"]].concat());
        let names: Vec<_> = schema["properties"].as_object().expect("an object").keys().collect();
        let mut fields: Vec<_> = printed.as_object().expect("an object").keys().collect();
        fields.sort_unstable();
        assert_eq!(names, fields, "{arguments:?}");
        assert_eq!(schema["title"], format!("engine datagen {}", arguments[1]));
    }
}

#[test]
fn unreadable_files_and_invalid_arguments_are_rejected_with_a_remedy() {
    let folder = Folder::new("packed-refused");
    folder.play("games", &["--games", "1"]);
    let [games, out, text_file] = ["games", "out", "text"].map(|name| folder.file(name));
    fs::write(&text_file, "short text").expect("room");
    for (arguments, status, remedy) in [
        (&["datagen", "games", "--games", "1"][..], 2, "--output"),
        (&["datagen", "games", "-o", &out], 2, "--plies"),
        (&["datagen", "games", "--positions", "3", "-o", &out], 2, "unexpected argument"),
        (&["datagen", "positions", "--games", "1", "--min-ply", "3"], 2, "unexpected argument"),
        (
            &["datagen", "games", "--games", "1", "--random-plies", "16", "-o", &out],
            2,
            "at most 15 random plies",
        ),
        (
            &["datagen", "games", "--games", "1", "-o", &games],
            2,
            "already exists: use another name, or --append",
        ),
        (
            &["datagen", "games", "--games", "1", "--append", "-o", &text_file],
            2,
            "not a file of packed games",
        ),
        (&["datagen", "games", "--games", "1", "--append", "-o", "-"], 2, "name a file"),
        (&["datagen", "inspect", &text_file], 2, "not a file of packed games"),
        (&["datagen", "inspect", &games, "--seed", "3"], 2, "unexpected argument"),
        (&["datagen", "inspect", &games, "--eval-file", &games], 2, "unexpected argument"),
        (&["datagen", "export", &games, "--eval-file", &games, "-o", &out], 2, "unexpected argument"),
        (&["datagen", "inspect", &games, "-o", &out], 2, "unexpected argument"),
        (&["datagen", "inspect", &games, "--min-ply", "2"], 2, "unexpected argument"),
        (&["datagen", "inspect", "/dev/zero"], 2, "larger than 1024 MiB"),
        (&["datagen", "export", &games], 2, "--output"),
        (&["datagen", "export", &games, "--nodes", "3", "-o", &out], 2, "unexpected argument"),
        (&["datagen", "export", &games, "-o", &text_file], 2, "already exists: use another name, or --force"),
        (&["datagen", "export", &games, "-o", &games, "--force"], 2, "also an input"),
        (&["datagen", "export", &games, "--json", "-o", "-"], 2, "remove --json"),
        (&["datagen", "export", &text_file, "-o", &out], 2, "not a file of packed games"),
        (&["datagen", "export", "/no/such/file", "-o", &folder.file("out2")], 1, "cannot read /no/such/file"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(status), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
        assert!(stdout(&output).is_empty());
    }
    assert!(!Path::new(&out).exists(), "no empty output file is left behind");
}

#[test]
fn a_network_is_trained_on_exported_records_and_training_can_continue_from_it() {
    let folder = Folder::new("tune-network");
    folder.play("run.games", &["--games", "8", "--seed", "5"]);
    let [games, records, network, again] =
        ["run.games", "records.bin", "new.nnue", "again.nnue"].map(|name| folder.file(name));
    let exported = engine(&["datagen", "export", &games, "-o", &records, "-q"]);
    assert_eq!(code(&exported), Some(0), "{}", stderr(&exported));
    let train = |extra: &[&str]| {
        let usual = ["tune", "network", &records, "--batch", "64", "--epochs", "2", "--threads", "2"];
        engine(&[&usual[..], extra].concat())
    };
    let trained = train(&["--size", "32", "-o", &network]);
    assert_eq!((code(&trained), stdout(&trained)), (Some(0), String::new()), "{}", stderr(&trained));
    let messages = stderr(&trained);
    assert!(messages.contains("(768 -> 32)x2 -> 1: "), "{messages}");
    assert!(messages.contains("held-out loss: score 0."), "{messages}");
    let bytes = fs::read(&network).expect("written");
    let quiet = train(&["--size", "32", "-q", "-o", &again]);
    assert_eq!((code(&quiet), stderr(&quiet)), (Some(0), String::new()));
    assert_eq!(fs::read(&again).expect("written"), bytes, "the same seed gives the same network");

    let tuned = train(&["--start", &network, "--rate", "1e-4", "--seconds", "1", "-o", &again, "--force"]);
    assert_eq!(code(&tuned), Some(0), "{}", stderr(&tuned));
    let tuned = fs::read(&again).expect("written");
    assert!(
        tuned != bytes && tuned.len() == bytes.len() && tuned[32..40] == bytes[32..40],
        "another network with the hash of the same records"
    );
    let wide = ["--start", &network, "--size", "64", "--seconds", "1", "-o", &again, "--force"];
    assert_eq!(code(&train(&wide)), Some(0), "neurons are added");
    assert_eq!(fs::read(&again).expect("written")[12], 64);
    let losses = engine(&["tune", "network", &records, "--measure", &network, "--measure", &again]);
    assert_eq!((code(&losses), stderr(&losses)), (Some(0), String::new()));
    let table = stdout(&losses);
    assert!(table.starts_with("network") && table.lines().count() == 3, "{table}");
    assert!(
        table.lines().nth(1).is_some_and(|line| line.starts_with(&*network) && line.contains("  0.")),
        "{table}"
    );
    let played = json(&["bench", "--depth", "2", "--json", "--eval-file", &again]);
    assert_eq!(played["evaluator"], "network");

    let other = folder.file("other.nnue");
    for (arguments, remedy) in [
        (vec!["tune", "network", &records], "--output"),
        (vec!["tune", "network", &games, "-o", &other], "engine datagen export"),
        (vec!["tune", "network", "no-such-file", "-o", &other], "no-such-file"),
        (vec!["tune", "network", &records, "--start", &records, "-o", &other], "GLULAMNN"),
        (
            vec!["tune", "network", &records, "--start", &network, "--buckets", "8", "-o", &other],
            "remove --buckets",
        ),
        (vec!["tune", "network", &records, "--size", "33", "-o", &other], "multiple of 32"),
        (vec!["tune", "network", &records, "--wdl", "2", "-o", &other], "0.2-0.3"),
        (vec!["tune", "network", &records, "-o", "no/such/folder/network"], "no/such/folder"),
    ] {
        let refused = engine(&arguments);
        assert!(matches!(code(&refused), Some(1 | 2)), "{arguments:?}");
        assert!(stderr(&refused).contains(remedy), "{arguments:?}: {}", stderr(&refused));
    }
    assert_eq!(fs::read(&network).expect("there"), bytes, "unchanged");
}

#[test]
fn appending_refuses_a_damaged_last_block_and_reports_a_removed_incomplete_one() {
    let folder = Folder::new("packed-damaged-end");
    let intact = folder.play("games", &["--games", "2", "--seed", "5"]);
    let file = folder.file("games");
    let append = |extra: &[&str]| {
        let words =
            ["datagen", "games", "--games", "1", "--nodes", "40", "--seed", "5", "--append", "-o", &file];
        engine(&[&words, extra].concat())
    };
    let mut damaged = intact.clone();
    let flipped = damaged.len() - 20;
    damaged[flipped] ^= 4;
    fs::write(&file, &damaged).expect("room");
    let refused = append(&[]);
    assert_eq!(code(&refused), Some(2), "{}", stderr(&refused));
    assert!(
        stderr(&refused).contains(" bytes of the file are damaged: use another file"),
        "{}",
        stderr(&refused)
    );
    assert_eq!(fs::read(&file).expect("there"), damaged);

    let torn = &intact[..intact.len() - 20];
    for (extra, has_note) in [(&["--quiet"][..], false), (&[], true)] {
        fs::write(&file, torn).expect("room");
        let appended = append(extra);
        assert_eq!(code(&appended), Some(0), "{}", stderr(&appended));
        let note = stderr(&appended).contains("games: removed an incomplete last block (");
        assert_eq!(note, has_note, "{}", stderr(&appended));
    }
}
