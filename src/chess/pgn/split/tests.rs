use proptest::prelude::*;
use shakmaty::CastlingMode;

use super::*;
use crate::chess::pgn::{PgnGame, headers::Tag};

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
            let _ = PgnGame::parse(game, CastlingMode::Standard);
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
    assert_eq!(headers(&games[0]), "Event a, Site ?");
}

#[test]
fn a_comment_that_is_not_closed_affects_only_one_game() {
    let text = "[Event \"a\"]\n\n1. e4 {open\n\n[Event \"b\"]\n\n1. d4 {closed} *\n";
    let games = games(text.as_bytes());
    assert_eq!(games.iter().map(|game| game.unclosed).collect::<Vec<_>>(), [true, false]);
}

fn headers(game: &RawGame) -> String {
    let text = |tag: &Tag| format!("{} {}", String::from_utf8_lossy(&tag.name), tag.value());
    game.headers.tags.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Returns the elements of the movetext, separated by bars.
fn elements(game: &RawGame) -> String {
    let text = |token: &Token| &game.text[token.range.start as usize..token.range.end as usize];
    let words = game.tokens.iter().map(|token| String::from_utf8_lossy(text(token)).trim().to_owned());
    words.collect::<Vec<_>>().join("|")
}

#[test]
fn comments_may_extend_over_lines_or_to_the_end_of_a_line_and_escaped_lines_are_left_out() {
    let text = b"% first\n[A \"x\"] [B \"y\"] 1. e4 ; to the {end}\n% escaped\ne5 {over\nlines} *\n";
    let game = games(text).remove(0);
    assert_eq!(headers(&game), "A x, B y");
    assert_eq!(elements(&game), "e4|to the {end}|e5|over\nlines|*");
}

#[test]
fn elements_are_found_without_spaces_between_them() {
    for (text, expected) in [
        ("1.e4!e5?!$12(1...c5)2.Nf3*", "1.e4|!|e5|?!|$12|(|1...c5|)|2.Nf3|*"),
        ("1. Nf31-0", "Nf3|1-0"),
        ("1. e4 ½-½", "e4|½-½"),
        ("1. e8(Q) (e8=R) (=)", "e8(Q)|(|e8=R|)|(=)"),
        ("1.\u{a0}e4 ... e5", "e4|e5"),
        ("1. e4{x}{y}e5;z", "e4|x|y|e5|z"),
        ("1. e4 }", "e4|}"),
    ] {
        let shown = elements(&games(text.as_bytes())[0]);
        assert_eq!(shown, expected, "{text}");
    }
}

#[test]
fn byte_order_marks_and_dos_end_of_file_bytes_are_removed() {
    let games = games(b"\xef\xbb\xbf[Event \"a\"]\n\n*\r\n\x1a\n\xef\xbb\xbf[Event \"b\"]\n\n1. e4 *\n\x1a");
    assert_eq!(games.len(), 2, "{games:?}");
    assert_eq!((headers(&games[1]), elements(&games[1])), ("Event b".to_owned(), "e4|*".to_owned()));
}

#[test]
fn games_may_have_any_line_ends() {
    let text =
        "[Event \"a\"]\n[Site \"?\"]\n\n1. e4 ; a comment\n% escaped\ne5 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    let parts = |game: &RawGame| (game.line, headers(game), elements(game));
    let expected: Vec<_> = games(text.as_bytes()).iter().map(parts).collect();
    assert_eq!(expected.len(), 2);
    for line_end in ["\r", "\r\n"] {
        let games: Vec<_> = games(text.replace('\n', line_end).as_bytes()).iter().map(parts).collect();
        assert_eq!(games, expected, "{line_end:?}");
    }
}

#[test]
fn a_game_may_begin_on_the_line_on_which_another_one_ends() {
    for (text, expected) in [
        (
            "1. e4 1/2-1/2[Event \"b\"]\n[White \"W\"]\n\n1. d4 *\n",
            [("", "e4|1/2-1/2"), ("Event b, White W", "d4|*")],
        ),
        ("1. e4 1-0 1. d4 0-1", [("", "e4|1-0"), ("", "d4|0-1")]),
        ("1. e4 {a} 1-0\n1. d4 *\n", [("", "e4|a|1-0"), ("", "d4|*")]),
        (
            "[Event \"a\"]\n\n1. e4\n\n  [Event \"b\"]\n  [White \"W\"]\n\n  1. d4\n",
            [("Event a", "e4"), ("Event b, White W", "d4")],
        ),
        ("1. e4 {open\n[Event \"b\"]\n\n1. d4", [("", "e4"), ("Event b", "d4")]),
        (
            "; a\n[Event \"a\"]\n{b}\n[Site \"s\"]\n1. e4\n\n[Event \"b\"]\n\n1. d4",
            [("Event a, Site s", "a|b|e4"), ("Event b", "d4")],
        ),
        ("[Event \"a\nb\"]\n[Site \"s\"]\n\n1. e4\n\n1. d4", [("Event a b, Site s", "e4"), ("", "d4")]),
    ] {
        let games = games(text.as_bytes());
        let parts: Vec<_> = games.iter().map(|game| (headers(game), elements(game))).collect();
        assert_eq!(parts, expected.map(|(headers, moves)| (headers.to_owned(), moves.to_owned())), "{text}");
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
fn a_read_error_follows_the_complete_games_before_it() {
    struct Torn;
    impl io::Read for Torn {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("torn"))
        }
    }
    let torn = io::Read::chain(&b"1. e4 *\n\n1. d4 *\n"[..], Torn);
    let mut splitter = Splitter::new(io::BufReader::new(torn));
    assert_eq!(splitter.next_game().expect("complete").expect("a game").text, b"1. e4 *");
    let second = splitter.next_game();
    assert!(second.is_err_and(|error| error.to_string() == "torn"), "the second game may be incomplete");
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

#[test]
fn text_of_any_shape_is_read_in_linear_time() {
    const SIZE: usize = 500_000;
    let start = std::time::Instant::now();
    for (before, unit, after) in [
        ("1. e4 ", "(", ") *"),
        ("1. e4 ", "()", " *"),
        ("1. e4 ", "{a}", "*"),
        ("1. e4 ", "$5", " *"),
        ("1. e4 ", "; x\n", "*"),
        ("1. e4", "+", " *"),
        ("1. e4 * ", "mate ", ""),
        ("1. e4 ", "[aaaa", ""),
        ("1. e4 ", "[a ", ""),
        ("1.", "Nf3Nf6Ng1Ng8", "++"),
        ("", "1. e4 * ", ""),
        ("", "*[A \"b\"]", ""),
        ("", "[A \"b\"]", "\n\n*"),
        ("", "[A \"b\"]\n", "\n*"),
        ("[A \"", "\\\"]", "\n\n*"),
        ("[A \"", "\" ", "\n\n*"),
        ("[A \"x\n", "y\n", "\n*"),
        ("{", "\n[Event \n", "}"),
    ] {
        let text = format!("{before}{}{after}", unit.repeat(SIZE / unit.len()));
        for game in games(text.as_bytes()) {
            let _ = PgnGame::parse(&game, CastlingMode::Standard);
        }
    }
    // Quadratic time would be minutes.
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}
