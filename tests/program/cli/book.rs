//! `engine book`: books from games, and what they contain.

use std::fs;

use tempfile::TempDir;

use crate::support::{code, engine, run, stderr, stdout, text};

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

/// Returns the moves of a position and their weights, as `engine book lookup` prints them.
fn moves(arguments: &[&str]) -> Vec<(String, u64)> {
    let printed = text(&[&["book", "lookup"], arguments].concat(), "");
    let rows = printed.lines().skip(1).map(|row| row.split_whitespace().collect::<Vec<_>>());
    rows.map(|row| (row[0].to_owned(), row[2].parse().expect("a weight"))).collect()
}

fn named(moves: &[(&str, u64)]) -> Vec<(String, u64)> {
    moves.iter().map(|(mv, weight)| ((*mv).to_owned(), *weight)).collect()
}

#[test]
fn a_book_made_from_games_contains_their_moves_with_half_points_as_weights() {
    let (_folder, file) = folder(GAMES);
    let book = file("book.bin");
    let bytes = fs::read(&book).expect("written");
    assert_eq!(bytes.len(), 16 * 6, "six moves");
    assert_eq!(moves(&[&book]), named(&[("e2e4", 3), ("d2d4", 1)]));
    assert_eq!(moves(&[&book, "--moves", "1. e4"]), named(&[("c7c5", 2), ("e7e5", 1)]));
    let printed = text(&["book", "lookup", &book], "");
    assert!(printed.lines().nth(1).is_some_and(|row| row.ends_with("75.0")), "{printed}");
    // The engine plays from the book.
    let played = text(
        &[
            &format!("setoption name BookFile value {book}"),
            "setoption name OwnBook value true",
            "go depth 1",
        ],
        "",
    );
    assert!(["bestmove e2e4", "bestmove d2d4"].iter().any(|mv| played.contains(mv)), "{played}");
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
fn input_and_output_may_be_pipes() {
    let moves = |game: usize| (["e4", "d3", "c4"][game % 3], ["Nf3", "Nc3"][game % 2]);
    let games = (0..200).map(moves).map(|(first, second)| format!("1. {first} e5 2. {second} 1-0"));
    let many = games.collect::<Vec<_>>().join("\n\n");
    let (_folder, file) = folder(&many);
    let expected = fs::read(file("book.bin")).expect("written");
    let piped = run(&["book", "make", "-", "--min-games", "1", "-q", "-o", "-"], &many);
    assert_eq!((code(&piped), stderr(&piped)), (Some(0), String::new()));
    assert_eq!(piped.stdout, expected);
    let looked_up = run(&["book", "lookup", "-"], &expected);
    assert_eq!(stdout(&looked_up).lines().count(), 4, "three moves below the names of the columns");
}

#[test]
fn castling_is_stored_as_king_takes_rook_in_chess_and_chess960() {
    let chess960 = "[Variant \"Chess960\"]\n[FEN \"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1\"]\n\n\
                    1. O-O O-O-O 1-0\n";
    let (_folder, file) = folder(chess960);
    let position = "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1";
    assert_eq!(moves(&[&file("book.bin"), position, "--chess960"]), named(&[("b1e1", 2)]));
    let standard = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O 1-0\n";
    fs::write(file("standard.pgn"), standard).expect("room");
    let arguments = ["book", "make", &file("standard.pgn"), "--min-games", "1", "-q", "-o", &file("s.bin")];
    assert_eq!(code(&engine(&arguments)), Some(0));
    let before = ["--moves", "e4 e5 Nf3 Nc6 Bb5 Nf6"];
    let book = file("s.bin");
    assert_eq!(moves(&[&[book.as_str()], &before[..]].concat()), named(&[("e1g1", 2)]));
    let bytes = fs::read(&book).expect("written");
    assert!(bytes.chunks(16).any(|entry| entry[8..10] == [0x01, 0x07]), "e1h1");
}

#[test]
fn a_game_with_an_error_is_reported_and_skipped() {
    let broken = format!("{GAMES}\n1. e4 e5 2. Ke3 1-0\n\n1. h4 rubbish 1-0\n");
    let (_folder, file) = folder(&broken);
    let make = |name: &str, extra: &[&str]| {
        let (games, out) = (file("games.pgn"), file(name));
        engine(&[&["book", "make", &games, "--min-games", "1", "-o", &out][..], extra].concat())
    };
    let made = make("made.bin", &[]);
    assert_eq!(code(&made), Some(0));
    let messages = stderr(&made);
    assert!(messages.contains("skipped game 5 (line 9), ply 3: 2. Ke3 is illegal"), "{messages}");
    assert!(messages.contains("skipped game 6") && messages.contains("4 games (2 skipped)"), "{messages}");
    assert_eq!(fs::read(file("made.bin")).expect("written"), fs::read(file("book.bin")).expect("written"));
    let short = stderr(&make("short.bin", &["--max-ply", "1"]));
    assert!(short.contains("6 games (0 skipped)"), "the errors come after the first ply: {short}");
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
        (&["book", "make", &games], "--output"),
        (&["book", "lookup", &file("bad.bin")], "not an opening book in PolyGlot format"),
        (&["book", "lookup", &file("bad.bin")], "17 bytes"),
        (&["book", "lookup", &book, "8/8 w"], "FEN"),
        (&["book", "make", &games, "--min-score", "101", "-o", "x"], "choose 0 to 100"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
    }
    let missing = engine(&["book", "lookup", "no-such.bin"]);
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
    let nothing = run(&["book", "make", "-", "-o", &empty], "no game\n");
    let expected = format!("error: {empty} is not written, because the input has no game that can be read");
    assert!(stderr(&nothing).ends_with(&(expected + "\n")), "{}", stderr(&nothing));
    assert_eq!(code(&nothing), Some(3));
    fs::write(&empty, "").expect("written");
    let lookup = engine(&["book", "lookup", &empty]);
    assert_eq!(code(&lookup), Some(2));
    assert!(stderr(&lookup).contains("format: the file is empty"), "{}", stderr(&lookup));
}
