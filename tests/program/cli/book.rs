//! `engine book`: books from games, joined books, and what they contain.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{assert_fields, code, engine, json, records, run, stderr, stdout, text};

const GAMES: &str = "1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 1/2-1/2\n\n1. e4 c5 0-1\n\n1. e4 e5 *\n";

/// A temporary folder with `games.pgn` and the book `book.bin` of all its moves.
fn folder(games: &str) -> (TempDir, impl Fn(&str) -> String) {
    let folder = TempDir::new().expect("a temporary directory");
    let root = folder.path().to_owned();
    let file = move |name: &str| root.join(name).to_string_lossy().into_owned();
    fs::write(file("games.pgn"), games).expect("room");
    let made = engine(&["book", "make", &file("games.pgn"), "--min-games", "1", "-o", &file("book.bin")]);
    assert_eq!(code(&made), Some(0), "{}", stderr(&made));
    (folder, file)
}

fn moves(lookup: &Value) -> Vec<(&str, u64)> {
    let moves = lookup["moves"].as_array().expect("a list");
    moves
        .iter()
        .map(|one| (one["move"].as_str().expect("a text"), one["weight"].as_u64().expect("a number")))
        .collect()
}

#[test]
fn a_book_made_from_games_contains_their_moves_with_half_points_as_weights() {
    let (_folder, file) = folder(GAMES);
    let book = file("book.bin");
    let bytes = fs::read(&book).expect("written");
    assert_eq!(bytes.len() % 16, 0);
    let lookup = json(&["book", "lookup", &book, "--json"]);
    assert_fields(&lookup, &["v", "fen", "key", "moves"]);
    assert_eq!(lookup["key"], "463b96181691fc9c", "the key of the start position in PolyGlot's description");
    assert_eq!(moves(&lookup), [("e2e4", 3), ("d2d4", 1)]);
    assert_eq!((&lookup["moves"][0]["percent"], &lookup["moves"][0]["learn"]), (&json!(75.0), &json!(0)));
    let after = json(&["book", "lookup", &book, "--moves", "1. e4", "--json"]);
    assert_eq!(moves(&after), [("c7c5", 2), ("e7e5", 1)]);
    let csv = text(&["book", "lookup", &book, "--csv"], "");
    assert_eq!(csv, "move,san,weight,percent,learn\ne2e4,e4,3,75.0,0\nd2d4,d4,1,25.0,0\n");

    let entries = records(&text(&["book", "dump", &book, "--jsonl"], ""));
    assert_eq!(entries.len(), bytes.len() / 16);
    let mut keys: Vec<_> = entries.iter().map(|entry| entry["key"].as_str().expect("a text")).collect();
    assert!(keys.is_sorted());
    keys.dedup();
    let made = ["book", "make", &file("games.pgn"), "--min-games", "1", "--json", "-o", &file("again.bin")];
    let report = json(&made);
    assert_fields(&report, &["v", "games", "rejected", "plies", "positions", "entries", "time_ms"]);
    assert_eq!(
        [&report["games"], &report["plies"], &report["positions"], &report["entries"]],
        [&json!(4), &json!(9), &json!(keys.len()), &json!(entries.len())]
    );
    // The engine plays from the book.
    let played = text(
        &[
            &format!("setoption name BookFile value {book}"),
            "setoption name BookVariety value false",
            "setoption name OwnBook value true",
            "go depth 1",
        ],
        "",
    );
    assert!(played.contains("bestmove e2e4"), "{played}");
    // Several lines are analysis without a clock, but not in a game.
    for (go, is_book_move) in [("go wtime 60000 btime 60000", true), ("go depth 1", false)] {
        let book_file = format!("setoption name BookFile value {book}");
        let played = text(
            &[&book_file, "setoption name OwnBook value true", "setoption name MultiPV value 2", go],
            "",
        );
        assert_eq!(played.contains("book move"), is_book_move, "{go}: {played}");
    }
}

#[test]
fn the_book_does_not_depend_on_the_number_of_jobs_and_input_and_output_may_be_pipes() {
    let moves = |game: usize| (["e4", "d3", "c4"][game % 3], ["Nf3", "Nc3"][game % 2]);
    let games = (0..200).map(moves).map(|(first, second)| format!("1. {first} e5 2. {second} 1-0"));
    let many = games.collect::<Vec<_>>().join("\n\n");
    let (_folder, file) = folder(&many);
    let expected = fs::read(file("book.bin")).expect("written");
    for jobs in ["1", "4"] {
        let piped = run(&["book", "make", "-", "--min-games", "1", "--jobs", jobs, "-q", "-o", "-"], &many);
        assert_eq!((code(&piped), stderr(&piped)), (Some(0), String::new()));
        assert_eq!(piped.stdout, expected);
    }
    let dumped = run(&["book", "dump", "-"], &expected);
    assert_eq!(stdout(&dumped).lines().count(), 1 + expected.len() / 16);
}

#[test]
fn castling_is_stored_as_king_takes_rook_in_chess_and_chess960() {
    let chess960 = "[Variant \"Chess960\"]\n[FEN \"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1\"]\n\n\
                    1. O-O O-O-O 1-0\n";
    let (_folder, file) = folder(chess960);
    let position = "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1";
    let lookup = json(&["book", "lookup", &file("book.bin"), position, "--chess960", "--json"]);
    assert_eq!(moves(&lookup), [("b1e1", 2)]);
    let standard = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O 1-0\n";
    fs::write(file("standard.pgn"), standard).expect("room");
    let arguments = ["book", "make", &file("standard.pgn"), "--min-games", "1", "-q", "-o", &file("s.bin")];
    assert_eq!(code(&engine(&arguments)), Some(0));
    let before = ["--moves", "e4 e5 Nf3 Nc6 Bb5 Nf6"];
    let lookup = json(&[&["book", "lookup", &file("s.bin"), "--json"][..], &before].concat());
    assert_eq!((moves(&lookup), &lookup["moves"][0]["san"]), (vec![("e1g1", 2)], &json!("O-O")));
    assert!(text(&["book", "dump", &file("s.bin")], "").contains("  e1h1 "));
}

#[test]
fn books_are_joined_by_adding_weights_or_by_their_order() {
    let (_folder, file) = folder(GAMES);
    fs::write(file("more.pgn"), "1. e4 1-0\n\n1. c4 1-0\n").expect("room");
    let more = ["book", "make", &file("more.pgn"), "--min-games", "1", "-q", "-o", &file("more.bin")];
    assert_eq!(code(&engine(&more)), Some(0));
    let merge = ["book", "merge", &file("book.bin"), &file("more.bin"), "--json", "-o"];
    let report = json(&[&merge[..], &[&file("sum.bin")]].concat());
    assert_fields(&report, &["v", "read", "positions", "entries", "time_ms"]);
    let lookup = json(&["book", "lookup", &file("sum.bin"), "--json"]);
    assert_eq!(moves(&lookup), [("e2e4", 5), ("c2c4", 2), ("d2d4", 1)]);
    json(&[&merge[..], &[&file("first.bin"), "--first"]].concat());
    assert_eq!(fs::read(file("first.bin")).expect("written"), fs::read(file("book.bin")).expect("written"));
}

#[test]
fn a_game_with_an_error_is_reported_and_skipped_and_strict_gives_exit_code_3() {
    let broken = format!("{GAMES}\n1. e4 e5 2. Ke3 1-0\n\n1. h4 rubbish 1-0\n");
    let (_folder, file) = folder(&broken);
    let make = |name: &str, extra: &[&str]| {
        let (games, out) = (file("games.pgn"), file(name));
        engine(&[&["book", "make", &games, "--min-games", "1", "-o", &out][..], extra].concat())
    };
    let strict = make("strict.bin", &["--strict"]);
    assert_eq!(code(&strict), Some(3));
    let messages = stderr(&strict);
    assert!(messages.contains("skipped game 5 (line 9), ply 3: 2. Ke3 is illegal"), "{messages}");
    assert!(messages.contains("skipped game 6") && messages.contains("4 games (2 skipped)"), "{messages}");
    assert_eq!(fs::read(file("strict.bin")).expect("written"), fs::read(file("book.bin")).expect("written"));
    let short = make("short.bin", &["--max-ply", "1", "--strict"]);
    assert_eq!(code(&short), Some(0), "the errors come after the first ply: {}", stderr(&short));
}

#[test]
fn existing_files_bad_books_and_wrong_options_are_refused_with_a_remedy() {
    let (_folder, file) = folder(GAMES);
    let (games, book) = (file("games.pgn"), file("book.bin"));
    let before = fs::read(&book).expect("written");
    fs::write(file("bad.bin"), [0; 17]).expect("room");
    for (arguments, part) in [
        (&["book", "make", &games, "-o", &book][..], "--force"),
        (&["book", "make", &games, "-o", &games, "--force"], "also an input"),
        (&["book", "merge", &book, "-o", &book, "--force"], "also an input"),
        (&["book", "make", &games, "--json", "-o", "-"], "stdout is also the output of --json"),
        (&["book", "make", &games], "--output"),
        (&["book", "lookup", &file("bad.bin")], "not an opening book in PolyGlot format"),
        (&["book", "dump", &file("bad.bin")], "17 bytes"),
        (&["book", "lookup", &book, "8/8 w"], "FEN"),
        (&["book", "make", &games, "--min-score", "101", "-o", "x"], "101 is not in 0..=100"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
    }
    let missing = engine(&["book", "dump", "no-such.bin"]);
    assert_eq!(code(&missing), Some(1));
    assert!(stderr(&missing).contains("cannot read no-such.bin"), "{}", stderr(&missing));
    assert_eq!(fs::read(&book).expect("there"), before);
    assert_eq!(fs::read_to_string(&games).expect("there"), GAMES);
    let forced = engine(&["book", "make", &games, "-o", &book, "--force"]);
    assert_eq!(code(&forced), Some(0));
    assert!(stderr(&forced).contains("1 entries") && fs::read(&book).expect("replaced") != before);
    let empty = file("empty.bin");
    let made = fs::read(&book).expect("replaced");
    for (path, force) in [(&empty, &[][..]), (&book, &["--force"]), (&"-".to_owned(), &[])] {
        let words = [&["book", "make", &games, "-q", "--min-games", "9", "-o", path], force].concat();
        let output = engine(&words);
        let expected =
            format!("error: {path} is not written, because no move has --min-games 9 and --min-score 0");
        assert!(stderr(&output).starts_with(&expected), "{}", stderr(&output));
        assert_eq!((code(&output), stdout(&output).as_str()), (Some(3), ""), "{path}");
    }
    assert!(!std::path::Path::new(&empty).exists() && fs::read(&book).expect("unchanged") == made);
    fs::write(&empty, "").expect("written");
    let lookup = engine(&["book", "lookup", &empty]);
    assert_eq!(code(&lookup), Some(2));
    assert!(stderr(&lookup).contains("format: the file is empty"), "{}", stderr(&lookup));
    for command in ["make", "merge", "dump", "lookup"] {
        let schema: Value =
            serde_json::from_str(&text(&["book", command, "--schema"], "")).expect("a JSON Schema");
        assert_eq!(schema["title"], format!("engine book {command}"));
    }
}
