use proptest::prelude::*;
use shakmaty::CastlingMode;

use super::*;
use crate::pgn::Game;

/// The byte order mark (BOM) of UTF-8 is not part of the text.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Fragments of PGN and some other bytes.
fn pgn_like() -> impl Strategy<Value = Vec<u8>> {
    const PARTS: &[&str] = &[
        "[Event \"x\"]",
        "[A \"",
        "\"]",
        "\\",
        "\"",
        "]",
        "[",
        "\n",
        "\n\n",
        "\r\n",
        " ",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "$4",
        "!?",
        "1.",
        "1...",
        "12",
        "e4",
        "Nf3",
        "O-O",
        "0-0",
        "--",
        "exd5",
        "a8=Q+",
        "*",
        "1-0",
        "1/2",
        "½-½",
        "\u{feff}",
        "x",
        ".",
    ];
    let part = prop_oneof![proptest::sample::select(PARTS).prop_map(str::as_bytes), Just(&b"\xff\x00"[..])];
    proptest::collection::vec(part, 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn splitting_any_input_loses_no_text_and_parsing_never_panics(text in pgn_like()) {
        let solid = |text: &[u8]| text.iter().copied().filter(|byte| !byte.is_ascii_whitespace() && !BOM.contains(byte)).collect::<Vec<_>>();
        let games = games(&text);
        let together: Vec<u8> = games.iter().flat_map(|game| solid(&game.text)).collect();
        prop_assert_eq!(together, solid(&text));
        for game in &games {
            // The result may be an error, but parsing must not panic.
            let _ = Game::parse(game, CastlingMode::Standard);
        }
    }
}

fn games(text: &[u8]) -> Vec<RawGame> {
    let mut splitter = Splitter::new(text);
    std::iter::from_fn(|| splitter.next_game().expect("memory can be read")).collect()
}

fn texts(text: &str) -> Vec<String> {
    games(text.as_bytes()).into_iter().map(|game| String::from_utf8(game.text).expect("UTF-8")).collect()
}

#[test]
fn games_are_split_at_headers_and_after_results_and_keep_their_text() {
    let first = "[Event \"a\"]\r\n[Site \"?\"]\r\n\r\n1. e4 {a [comment]\n\n[%clk 0:01]} e5\n\n2. Nf3 1-0";
    let second = "[Event \"b\"]\n\n*";
    let bare = "1. d4 d5 1/2-1/2";
    let text = format!("\u{feff}\n{first}\n{second}\n\n\n{bare}\n\n1. c4\n\n1. e3");
    assert_eq!(texts(&text), [first, second, bare, "1. c4", "1. e3"]);
    let games = games(text.as_bytes());
    assert_eq!(
        games.iter().map(|game| (game.number, game.line)).collect::<Vec<_>>(),
        [(1, 2), (2, 10), (3, 15), (4, 17), (5, 19)]
    );
    assert_eq!(games[0].headers, b"[Event \"a\"]\n[Site \"?\"]\n");
}

#[test]
fn a_comment_that_is_not_closed_affects_only_one_game() {
    let text = "[Event \"a\"]\n\n1. e4 {open\n\n[Event \"b\"]\n\n1. d4 {closed} *\n";
    let games = games(text.as_bytes());
    assert_eq!(games.iter().map(|game| game.unclosed).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn movetext_is_on_one_line_with_all_comments_in_braces() {
    let text = b"% first\n[A \"x\"] [B \"y\"] 1. e4 ; to the {end}\n% escaped\ne5 {over\nlines} *\n";
    let game = games(text).remove(0);
    assert_eq!(String::from_utf8(game.headers).expect("UTF-8"), "[A \"x\"] [B \"y\"]\n");
    let movetext = String::from_utf8(game.movetext).expect("UTF-8");
    assert_eq!(movetext, " 1. e4 {to the (end)} e5 {over\nlines} * ");
}

#[test]
fn byte_order_marks_and_dos_end_of_file_bytes_are_removed() {
    let games = games(b"\xef\xbb\xbf[Event \"a\"]\n\n*\r\n\x1a\n\xef\xbb\xbf[Event \"b\"]\n\n1. e4 *\n\x1a");
    assert_eq!(games.len(), 2, "{games:?}");
    assert_eq!(games[1].headers, b"[Event \"b\"]\n");
    assert_eq!(games[1].movetext, b"1. e4 * ");
}

#[test]
fn games_may_have_any_line_ends() {
    let text =
        "[Event \"a\"]\n[Site \"?\"]\n\n1. e4 ; a comment\n% escaped\ne5 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    let expected = games(text.as_bytes());
    assert_eq!(expected.len(), 2);
    for line_end in ["\r", "\r\n"] {
        let games = games(text.replace('\n', line_end).as_bytes());
        let parts = |game: &RawGame| (game.line, game.headers.clone(), game.movetext.clone());
        let (games, expected): (Vec<_>, Vec<_>) =
            (games.iter().map(parts).collect(), expected.iter().map(parts).collect());
        for ((line, headers, movetext), (other_line, other_headers, other_movetext)) in
            games.iter().zip(&expected)
        {
            assert_eq!((line, headers), (other_line, other_headers), "{line_end:?}");
            assert_eq!(movetext.trim_ascii(), other_movetext.trim_ascii(), "{line_end:?}");
        }
        assert_eq!(games.len(), 2, "{line_end:?}");
    }
}

#[test]
fn a_game_that_ends_where_it_is_too_long_does_not_swallow_the_next_game() {
    let next = "[Event \"next\"]\n\n1. d4 *";
    for (start, end) in [("1. e4 {", "} *\n"), ("[Event \"long\"]\n\n1. e4 {", "} 1-0\n\n")] {
        for extra in -3_i64..4 {
            let filling = MAX_GAME_BYTES as i64 - (start.len() + end.len()) as i64 + extra;
            let long = format!("{start}{}{end}", "long line\n".repeat(filling as usize / 10 + 1));
            let games = games(format!("{long}{next}").as_bytes());
            let last = games.last().expect("games");
            assert_eq!((last.number, last.too_long), (2, false), "{extra}");
            assert_eq!(String::from_utf8_lossy(&last.text), next, "{extra}");
            assert!(games.iter().rev().skip(1).all(|game| game.number == 1), "{extra}");
        }
    }
}

#[test]
fn games_without_moves_are_accepted() {
    assert_eq!(texts("[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4 *\n").len(), 2);
    assert_eq!(texts("[Event \"a\"]\n\n[White \"still a\"]\n\n*").len(), 1);
    assert!(games(b" \n\r\n\t").is_empty());
}

#[test]
fn a_game_that_is_too_long_is_returned_in_pieces() {
    let text = vec![b'x'; 2 * MAX_GAME_BYTES + 10];
    let games = games(&text);
    assert!(games.len() > 1 && games.iter().all(|game| game.too_long && game.number == 1));
    assert!(!games[0].continued && games[1..].iter().all(|game| game.continued));
    let together: Vec<u8> = games.into_iter().flat_map(|game| game.text).collect();
    assert_eq!(together.len(), text.len());
}
