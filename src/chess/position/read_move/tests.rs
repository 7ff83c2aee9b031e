use std::time::Instant;

use shakmaty::CastlingMode;

use super::*;
use crate::chess::position::random;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KINGS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const CAPTURES: &str = "4k3/8/8/1p1p1p2/2B1P3/8/8/4K2R w K - 0 1";
const PROMOTES: &str = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";
const PASSING: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

fn position(fen: &str) -> Position {
    Position::from_fen(fen, CastlingMode::Standard).expect(fen)
}

fn read(fen: &str, text: &str) -> Result<String, MoveError> {
    let position = position(fen);
    read_move(&position, text).map(|mv| position.uci(mv))
}

fn error(fen: &str, text: &str) -> String {
    read(fen, text).expect_err(text).to_string()
}

#[test]
fn every_legal_move_is_read_in_each_notation() {
    random::walks(12, 80, |position| {
        for mv in position.legal_moves() {
            let san = position.san(mv);
            let bare = san.replace(['x', '=', '+', '#'], "");
            let squares = mv.from().filter(|_| !mv.is_castle()).map(|from| {
                let piece = mv.role().upper_char();
                let promotion = mv.promotion().map_or_else(String::new, |role| format!("/{}", role.char()));
                format!("{piece}{from}{}{}{promotion}", if mv.is_capture() { "x" } else { "-" }, mv.to())
            });
            for text in [Some(san), Some(bare), Some(position.uci(mv)), squares].into_iter().flatten() {
                assert_eq!(read_move(position, &text), Ok(mv), "{position} {text}");
            }
        }
    });
}

#[test]
fn each_spelling_of_a_move_is_read() {
    for (fen, text, expected) in [
        (START, "1. e4!", "e2e4"),
        (START, "1.NG1-F3!", "g1f3"),
        (START, "1… nf3", "g1f3"),
        (START, "nf3", "g1f3"),
        (START, "NF3", "g1f3"),
        (START, "E4", "e2e4"),
        (START, "E2-E4", "e2e4"),
        (START, "d2 d4", "d2d4"),
        (START, "e2–e4", "e2e4"),
        (START, "♘f3", "g1f3"),
        (START, "♞c3", "b1c3"),
        (START, "♙e4", "e2e4"),
        (START, "B4", "b2b4"),
        (START, "B1C3", "b1c3"),
        (START, "\u{a0}Nf3\u{a0}N", "g1f3"),
        (START, "Nf3 $5", "g1f3"),
        (START, "Nf3$902", "g1f3"),
        (START, "e4 ⩲ TN", "e2e4"),
        (START, "e4+/=", "e2e4"),
        (START, "e4-+", "e2e4"),
        (START, "e4 (=)", "e2e4"),
        (START, "e4 dbl. ch.!?", "e2e4"),
        (START, "Nf3‼", "g1f3"),
        (START, "Nf3⇆ →", "g1f3"),
        (START, "Nf3+−", "g1f3"),
        (START, "e4mate", "e2e4"),
        (KINGS, "O-O", "e1g1"),
        (KINGS, "0-0+?", "e1g1"),
        (KINGS, "o–o", "e1g1"),
        (KINGS, "OO", "e1g1"),
        (KINGS, "0-0-0", "e1c1"),
        (KINGS, "Kg1", "e1g1"),
        (KINGS, "Ke1-c1", "e1c1"),
        (KINGS, "e1g1", "e1g1"),
        (KINGS, "e1h1", "e1g1"),
        (KINGS, "Rxa8++", "a1a8"),
        (CAPTURES, "BXD5", "c4d5"),
        (CAPTURES, "Bc4:d5", "c4d5"),
        (CAPTURES, "EXF", "e4f5"),
        (CAPTURES, "ed", "e4d5"),
        (CAPTURES, "exd", "e4d5"),
        (CAPTURES, "ed5ch", "e4d5"),
        (CAPTURES, "e4xd5", "e4d5"),
        (PROMOTES, "e8=Q+", "e7e8q"),
        (PROMOTES, "e8q", "e7e8q"),
        (PROMOTES, "E8Q", "e7e8q"),
        (PROMOTES, "e8=q", "e7e8q"),
        (PROMOTES, "e8(N)", "e7e8n"),
        (PROMOTES, "e8=(R)", "e7e8r"),
        (PROMOTES, "e8/B", "e7e8b"),
        (PROMOTES, "e8♗", "e7e8b"),
        (PROMOTES, "e7-e8-Q", "e7e8q"),
        (PROMOTES, "edq", "e7d8q"),
        (PROMOTES, "exd8(N)!", "e7d8n"),
        (PASSING, "exd6e.p.", "e5d6"),
        (PASSING, "exd6 e.p.+", "e5d6"),
        (PASSING, "ed6ep", "e5d6"),
    ] {
        assert_eq!(read(fen, text).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn a_lower_case_b_is_a_pawn_if_that_is_legal_and_otherwise_a_bishop() {
    for (fen, text, expected) in [
        ("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bxc3", "b2c3"),
        ("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bc3", "b2c3"),
        ("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "Bxc3", "d2c3"),
        ("4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1", "bxc3", "d2c3"),
        ("4k3/8/8/8/8/8/3B4/4K3 w - - 0 1", "bc3", "d2c3"),
        ("4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1", "bb4", "d2b4"),
        ("4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1", "b4", "b2b4"),
    ] {
        assert_eq!(read(fen, text).as_deref(), Ok(expected), "{text}");
    }
    assert_eq!(error("4k3/8/8/8/8/2p5/1P6/4K3 w - - 0 1", "Bxc3"), "illegal move Bxc3");
}

#[test]
fn castling_in_chess960_is_read_as_letters_and_as_king_takes_rook() {
    let fen = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1";
    let position = Position::from_fen(fen, CastlingMode::Chess960).expect(fen);
    for (text, expected) in [("f1g1", "f1g1"), ("O-O", "f1g1"), ("Kc1", "f1b1"), ("Ke1", "f1e1")] {
        let mv = read_move(&position, text).expect(text);
        assert_eq!((position.uci(mv).as_str(), mv.is_castle()), (expected, text != "Ke1"), "{text}");
    }
}

#[test]
fn a_text_that_fits_several_moves_is_refused_with_the_moves() {
    let two = "4k3/8/8/1p1p1p2/2P1P1P1/8/8/1N2KN2 w - - 0 1";
    assert_eq!(error(two, "nd2"), "'nd2' fits several moves: Nbd2, Nfd2");
    for text in ["e8", "e7e8", "e8=", "e8 N"] {
        let expected = format!("'{text}' fits several moves: e8=Q, e8=R, e8=B, e8=N");
        assert_eq!(error("8/4P2k/8/8/8/8/8/K7 w - - 0 1", text), expected);
    }
    let doubled = "4k3/8/8/3p4/2P5/3p4/2P5/4K3 w - - 0 1";
    assert_eq!(error(doubled, "cd"), "'cd' fits several moves: cxd3, cxd5");
}

#[test]
fn an_illegal_move_and_a_text_that_is_not_a_move_are_distinguished() {
    for text in ["Rd2", "e4Q", "Nxf3", "exd3", "O-O", "e1g1", "g1f3q", "e2e5"] {
        assert_eq!(read(START, text), Err(MoveError::Illegal(text.to_owned())));
    }
    let long = "e4".repeat(200);
    for text in [
        "", "!?", "Ké2", "Qz9", "é", "1.", "0-0-0-0", "O-O-", "--", "Z0", "1-0", "1/2-1/2", "xd5", "e4x",
        "(e4", "e=4", "e8=K", "e8()", "N", "e9", "Nf3f", "e4e5e6", "💥", "hello", "e2éq", "$5", &long,
    ] {
        assert!(matches!(read(START, text), Err(MoveError::NotAMove(_))), "{text}");
    }
}

#[test]
fn piece_letters_of_other_languages_are_translated_and_never_played() {
    // After 1. e4 c5 2. d4, dxc5 is legal for White: Dc5 does not mean it.
    let open = "rnbqkbnr/pp1ppppp/8/2p5/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 2";
    for (text, english) in [
        ("Sf3", "Nf3"),
        ("sf3!", "Nf3"),
        ("Lc4", "Bc4"),
        ("Dh5+", "Qh5"),
        ("Dc5", "Qc5"),
        ("Dxc5", "Qxc5"),
        ("DXC5", "Qxc5"),
        ("Txd5", "Rxd5"),
        ("Sgf3", "Ngf3"),
        ("e8D", "e8=Q"),
        ("exd8=S+", "exd8=N"),
    ] {
        assert_eq!(read(open, text), Err(MoveError::Foreign(text.into(), english.into())), "{text}");
    }
    assert_eq!(read(open, "dc5").as_deref(), Ok("d4c5"));
    for text in ["Quit", "D", "Sz9", "e9D", "Ds", "DD", "ä8D"] {
        assert_eq!(in_english(text), None, "{text}");
    }
}

#[test]
fn a_long_text_is_refused_in_linear_time_with_a_short_message() {
    let start = Position::start();
    for part in ["e4", "+", "$1", "0-", "Nf3 ", "(", "1.", "N ", "é", " "] {
        let text = part.repeat(2_000_000);
        let begin = Instant::now();
        let message = read_move(&start, &text).expect_err("no move").to_string();
        assert!(message.len() < 500 && begin.elapsed().as_secs() < 20, "{part}: {:?}", begin.elapsed());
    }
}

proptest::proptest! {
    #[test]
    fn arbitrary_text_never_panics_and_never_returns_an_illegal_move(
        text in "[NBRQKa-hx1-8=+#O0. -]{0,9}|[♔♞bBDxe1-8()/$–…]{0,8}|.{0,12}",
    ) {
        let position = position("r3k2r/1P6/8/3pP3/8/8/p7/R3K2R w KQkq d6 0 1");
        if let Ok(mv) = read_move(&position, &text) {
            proptest::prop_assert!(position.legal_moves().contains(&mv));
        }
    }
}
