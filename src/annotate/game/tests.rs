use super::*;
use crate::annotate::Splitter;

fn parse(pgn: &str) -> Result<Game, Problem> {
    Game::parse(&Splitter::new(pgn.as_bytes()).next_game().expect("memory").expect("a game"))
}

#[test]
fn a_game_is_read_with_all_that_was_written_about_it() {
    let game = parse("[White \"a \\\"b\\\"\"]\n[X \"\\\\\"]\n\n{hello} 1. e4! {[%clk 0:01:00]} (1. d4 (1. c4) d5) e5 $10 1-0")
        .expect("legal");
    assert_eq!(game.tag("white").as_deref(), Some("a \"b\""));
    assert_eq!(game.tags[1].raw, b"\\\\");
    assert_eq!(game.preface, [Item::Comment(b"hello".to_vec())]);
    assert_eq!(game.plies.len(), 2);
    assert_eq!(game.plies[0].items[..2], [Item::Nag(1), Item::Comment(b"[%clk 0:01:00]".to_vec())]);
    let Item::Variation(items) = &game.plies[0].items[2] else { panic!("a variation") };
    assert!(matches!(items[1], Item::Variation(_)) && items.len() == 3);
    assert_eq!(game.plies[1].items, [Item::Nag(10)]);
    assert_eq!(game.result, "1-0");
}

#[test]
fn a_game_begins_where_its_headers_say_and_castles_as_they_say() {
    let game = parse("[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 30\"]\n\n30... Kd7 31. O-O-O+ *").expect("legal");
    assert_eq!((game.start.move_number(), game.plies.len()), (30, 2));
    for variant in ["[Variant \"Chess960\"]\n", "[Variant \"Fischerandom\"]\n", ""] {
        let pgn = format!("{variant}[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/1R3K2 w B - 0 1\"]\n\n1. O-O-O *");
        let game = parse(&pgn).expect("legal");
        assert_eq!(game.start.uci(game.plies[0].mv), "f1b1");
    }
    assert_eq!(parse("[Result \"0-1\"]\n\n1. f3").expect("legal").result, "0-1");
    assert_eq!(parse("1. f3").expect("legal").result, "*");
}

#[test]
fn what_is_wrong_is_said_with_its_ply() {
    for (pgn, code, ply) in [
        ("1. e4 e5 2. Ke3 *", "illegal_move", Some(3)),
        ("1. e4 e5 2. Nd2 Nc6 3. Nf3 *", "illegal_move", Some(3)),
        ("1. Nf3 d5 2. d3 d4 3. Nd2 *", "illegal_move", Some(5)),
        ("1. e4 -- 2. d4 *", "illegal_move", Some(2)),
        ("1. e4 e2e9 2. d4 *", "bad_move", Some(2)),
        ("1. e4 Ke5 2. xyz *", "illegal_move", Some(2)),
        ("1. e4 * e5", "bad_pgn", Some(2)),
        ("1. e4 (1. d4 *", "bad_pgn", None),
        ("1. e4) *", "bad_pgn", None),
        ("1. e4 {open *", "bad_pgn", None),
        ("[White \"open]\n\n1. e4 *", "bad_header", None),
        ("[White]\n\n1. e4 *", "bad_header", None),
        ("[White x\"y\" z]\n\n1. e4 *", "bad_header", None),
        ("[Variant \"Atomic\"]\n\n1. e4 *", "bad_variant", None),
        ("[SetUp \"1\"]\n\n1. e4 *", "bad_fen", None),
        ("[FEN \"nonsense\"]\n\n1. e4 *", "bad_fen", None),
        ("[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Ka2 *", "illegal_position", None),
    ] {
        let problem = parse(pgn).expect_err(pgn);
        assert_eq!((problem.code(), problem.ply()), (code, ply), "{pgn}: {problem}");
    }
    let deep = format!("1. e4 {}{} *", "(1. d4 ".repeat(100_000), ")".repeat(100_000));
    assert_eq!(parse(&deep).expect_err("too deep"), Problem::Brackets);
    let problem = parse("1. e4 e5 2. Ke3 *").expect_err("illegal").to_string();
    assert_eq!(problem, "2. Ke3 is illegal");
}
