use super::*;
use crate::chess::pgn::Splitter;

fn raw(pgn: &str) -> RawGame {
    Splitter::new(pgn.as_bytes()).next_game().expect("memory").expect("a game")
}

fn parse(pgn: &str) -> Result<PgnGame, Problem> {
    PgnGame::parse(&raw(pgn), CastlingMode::Standard)
}

#[test]
fn headers_comments_nags_and_variations_are_parsed() {
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

fn moves(pgn: &str) -> String {
    let game = parse(pgn).expect(pgn);
    let mut position = game.start.clone();
    let uci = game.plies.iter().map(|ply| {
        let uci = position.uci(ply.mv);
        position = position.play(ply.mv);
        uci
    });
    uci.collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_may_have_any_common_spelling_and_symbols_after_them() {
    for (pgn, expected) in [
        ("1. e2-e4 d7-d5 2. e4xd5 Qd8xd5", "e2e4 d7d5 e4d5 d8d5"),
        ("1. e2e4 e7e5 2. g1f3 b8c6", "e2e4 e7e5 g1f3 b8c6"),
        ("1. e4 e5 2. ♘f3 nc6 3. Bc4 Bc5 4. o-o", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"),
        ("1. e4 a6 2. e5 d5 3. exd6e.p. cxd6", "e2e4 a7a6 e4e5 d7d5 e5d6 c7d6"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7ch Kxf7", "e2e4 e7e5 d1h5 b8c6 h5f7 e8f7"),
        ("1. e4 e5 2. Nf3 N Nc6 TN 3. Bc4 (D) D", "e2e4 e7e5 g1f3 b8c6 f1c4"),
        ("1. e4 $902 e5 $256 2. Nf3 = Nc6 ± 3. Bc4!!! (=)", "e2e4 e7e5 g1f3 b8c6 f1c4"),
        ("1. e4 e5 2. Nf3\u{a0}Nc6\u{2009}3. Bc4\u{feff} *", "e2e4 e7e5 g1f3 b8c6 f1c4"),
        ("[FEN \"8/4P2k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. e8(R) (1. e8/N) *", "e7e8r"),
    ] {
        assert_eq!(moves(pgn), expected, "{pgn}");
    }
}

#[test]
fn an_ambiguous_move_is_refused_with_the_moves_that_it_fits() {
    for (pgn, problem) in [
        ("1. Nf3 d6 2. d3 e6 3. Nd2", "3. Nd2 is ambiguous: it fits Nbd2, Nfd2"),
        (
            "[FEN \"8/4P2k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. e8",
            "1. e8 is ambiguous: it fits e8=Q, e8=R, e8=B, e8=N",
        ),
    ] {
        assert_eq!(parse(pgn).expect_err("ambiguous").to_string(), problem);
    }
}

#[test]
fn moves_may_have_no_space_between_them() {
    for pgn in
        ["1.e4e5 2.Nf3Nc6 *", "1.e4e52.Nf3Nc6", "1. e4 e52.Nf3Nc61-0", "1.e4 e5 2.Nf3 Nc61/2 (2...d6 1-0)"]
    {
        assert_eq!(moves(pgn), "e2e4 e7e5 g1f3 b8c6", "{pgn}");
    }
    assert_eq!(parse("1.e4e5 2.Nf3Nc61/2").expect("legal").result, "1/2-1/2");
    let endless = "Nf3Nf6Ng1Ng8".repeat(2_000);
    assert_eq!(moves(&endless).split(' ').count(), 8_000);
    let problem = parse("1. e4xyz e5").expect_err("no move");
    assert_eq!((problem.code(), problem.ply()), ("bad_move", Some(1)));
    let problem = parse("1. e4 e5Ke3").expect_err("illegal");
    assert_eq!((problem.to_string(), problem.ply()), ("2. Ke3 is illegal".to_owned(), Some(3)));
}

#[test]
fn symbols_and_words_after_moves_become_glyphs() {
    let game = parse("1. e4± e5 ∓ 2. Nf3 N Nc6+/= 3. Bc4?!+- *").expect("legal");
    let glyphs: Vec<_> = game.plies.iter().map(|ply| ply.items.clone()).collect();
    let nags = [vec![16], vec![17], vec![146], vec![14], vec![6, 18]];
    assert_eq!(glyphs, nags.map(|nags| nags.into_iter().map(Item::Nag).collect::<Vec<_>>()));
}

#[test]
fn signs_without_a_glyph_change_no_move() {
    let pgn = "1. e4$1d5 $142. exd5⇆ → Qxd5+− ⌓ 3. Nc3 N Qa5∆ ⟳ 4. Nf3⊕ *";
    assert_eq!(moves(pgn), "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 g1f3");
    for signs in ["+/−", "–/+", "+—", "=/∞", "∞/=", "=∞", "±/=", ">=", "~", "++−−", "!=", "+/-!"]
    {
        for space in ["", " "] {
            let pgn = format!("1. e4{space}{signs} e5 2. Nf3{space}{signs} *");
            assert_eq!(moves(&pgn), "e2e4 e7e5 g1f3", "{pgn}");
        }
    }
    for dashes in ["−−", "––", "⇆⇆e4", "$"] {
        assert!(parse(&format!("1. e4 {dashes} 2. d4 *")).is_err(), "{dashes}");
    }
    for (written, result) in [
        ("1:0", "1-0"),
        ("0:1", "0-1"),
        ("1/2:1/2", "1/2-1/2"),
        ("½:½", "1/2-1/2"),
        ("½−½", "1/2-1/2"),
        ("1/2–1/2", "1/2-1/2"),
        ("1—0", "1-0"),
        ("0‑1", "0-1"),
    ] {
        assert_eq!(parse(&format!("1. e4 e5 {written}")).expect("legal").result, result, "{written}");
    }
}

#[test]
fn headers_determine_start_position_castling_mode_and_result() {
    let game = parse("[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 30\"]\n\n30... Kd7 31. O-O-O+ *").expect("legal");
    assert_eq!((game.start.move_number(), game.plies.len()), (30, 2));
    for variant in ["[Variant \"Chess960\"]\n", "[Variant \"Fischerandom\"]\n", ""] {
        let pgn = format!("{variant}[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/1R3K2 w B - 0 1\"]\n\n1. O-O-O *");
        let game = parse(&pgn).expect("legal");
        assert_eq!(game.start.uci(game.plies[0].mv), "f1b1");
    }
    for (stated, result) in [("0-1", "0-1"), ("1:0", "1-0"), ("?", "*"), ("White wins", "*"), ("2-1-0", "*")]
    {
        assert_eq!(parse(&format!("[Result \"{stated}\"]\n\n1. f3")).expect("legal").result, result);
    }
    assert_eq!(parse("1. f3").expect("legal").result, "*");
}

#[test]
fn problems_have_a_code_and_a_ply() {
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
        ("1. e4 xyz ((( *", "bad_move", Some(2)),
        ("1. e4 xyz {open *", "bad_move", Some(2)),
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

#[test]
fn prefix_returns_the_moves_before_a_problem() {
    for (pgn, plies) in [
        ("1. e4 e5 2. Ke3 Nf6 *", 2),
        ("1. e4 rubbish e5 *", 1),
        ("1. e4 e5 * 2. Nf3", 2),
        ("1. e4 e5 2. Ke3 xyz *", 2),
        ("1. e4 xyz 2. Ke3 *", 1),
        ("[White \"x\"]\n\nrubbish", 0),
    ] {
        let (game, problem) = PgnGame::prefix(&raw(pgn), CastlingMode::Standard).expect(pgn);
        assert_eq!(
            (game.plies.len(), problem.and_then(|problem| problem.ply())),
            (plies, Some(plies + 1)),
            "{pgn}"
        );
    }
    let null = parse("1. e4 -- 2. d4 *").expect_err("illegal").to_string();
    assert!(null.contains("null move"), "{null}");
    for none in ["rubbish", "\u{7f}ELF\0", "rubbish {open", "1. e4 {open", "1. e4 (e5", "[x\n\n1. e4 *"] {
        assert!(PgnGame::prefix(&raw(none), CastlingMode::Standard).is_err(), "{none}");
    }
}

#[test]
fn broken_headers_are_counted_and_the_first_ones_are_quoted() {
    let pgn = |broken: usize| {
        let headers: Vec<_> = (1..=broken).map(|number| format!("[N{number} x]\n")).collect();
        let headers = headers.concat();
        format!("[Event \"x\"]\n{headers}[Black \"b\"]\n\n1. e4 *")
    };
    for (broken, expected) in [
        (1, "broken header: write it as [Name \"value\"], not [N1 x]"),
        (3, "3 broken headers: write each as [Name \"value\"], not [N1 x], [N2 x], [N3 x]"),
        (5, "5 broken headers: write each as [Name \"value\"], not [N1 x], [N2 x], [N3 x] and 2 more"),
    ] {
        assert_eq!(parse(&pgn(broken)).expect_err("broken").to_string(), expected);
    }
    assert!(parse(&pgn(0)).is_ok());
}

#[test]
fn error_messages_contain_no_control_characters() {
    for pgn in ["1. e4 \u{1b}[2J", "[\u{1b}[2J", "[Variant \"\u{1b}[2J\"]\n\n*", "[FEN \"\u{1b}[2J\"]\n\n*"] {
        let message = parse(pgn).expect_err(pgn).to_string();
        assert!(!message.contains(char::is_control), "{message:?}");
    }
}

#[test]
fn the_default_mode_decides_how_castling_is_stored() {
    let corner = raw("[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. O-O-O *");
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        assert_eq!(PgnGame::parse(&corner, mode).expect("legal").start.castling_mode(), mode);
    }
}
