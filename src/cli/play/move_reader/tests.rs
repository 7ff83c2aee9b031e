use shakmaty::CastlingMode;

use super::*;
use crate::{cli::play::game::tests::played, position::random};

fn read_uci(fen: &str, text: &str) -> Result<String, MoveError> {
    let game = played(fen, "");
    read(&game, text).map(|mv| game.position().uci(mv))
}

fn reason(fen: &str, text: &str) -> String {
    match read_uci(fen, text) {
        Err(MoveError::Illegal(reason)) => reason,
        other => panic!("{fen} {text}: {other:?}"),
    }
}

#[test]
fn every_legal_move_is_parsed_in_both_notations() {
    random::walks(12, 80, |position| {
        let game = Game::new(position.clone());
        for mv in position.legal_moves() {
            let written = san(position, mv);
            assert_eq!(read(&game, &written), Ok(mv), "{position} {written}");
            assert_eq!(read(&game, &position.uci(mv)), Ok(mv), "{position} {written}");
            let tidy = written.replace(['x', '=', '+', '#'], "");
            assert_eq!(read(&game, &tidy), Ok(mv), "{position} {tidy}");
        }
    });
}

#[test]
fn common_variants_of_move_notation_are_accepted() {
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let promotes = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for (fen, text, expected) in [
        ("", "e4", "e2e4"),
        ("", "1. e4!", "e2e4"),
        ("", "1.Nf3", "g1f3"),
        ("", "nf3", "g1f3"),
        ("", "Ng1-f3", "g1f3"),
        ("", "E2-E4", "e2e4"),
        (castle, "0-0", "e1g1"),
        (castle, "o-o-o", "e1c1"),
        (castle, "e1h1", "e1g1"),
        (castle, "Kg1", "e1g1"),
        (promotes, "e8=Q+", "e7e8q"),
        (promotes, "e8q", "e7e8q"),
        (promotes, "exd8N", "e7d8n"),
        (promotes, "ed8(R)", "e7d8r"),
        (promotes, "e7d8=B", "e7d8b"),
        (passing, "exd6 e.p.", "e5d6"),
        (passing, "ed6", "e5d6"),
        ("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bc3", "b2c3"),
        ("4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1", "bxc3", "d2c3"),
        ("4k3/8/8/8/8/8/3B4/4K3 w - - 0 1", "bc3", "d2c3"),
    ] {
        assert_eq!(read_uci(fen, text).as_deref(), Ok(expected), "{fen} {text}");
    }
    for text in ["", "hello", "e9", "N", "e4e5e6", "Nf3f", "--", "💥", "+", "1.", "é4", "e2éq"] {
        assert_eq!(read_uci("", text), Err(MoveError::NotAMove), "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn arbitrary_text_never_panics_and_never_returns_an_illegal_move(text in "[NBRQKa-hx1-8=+#O0-]{0,8}|.{0,12}") {
        let position = Position::from_fen("r3k2r/1P6/8/3pP3/8/8/p7/R3K2R w KQkq d6 0 1", CastlingMode::Standard);
        let game = Game::new(position.expect("legal"));
        if let Ok(mv) = read(&game, &text) {
            proptest::prop_assert!(game.position().legal_moves().contains(&mv));
        }
    }
}

#[test]
fn chess960_castling_is_read_as_king_takes_rook_and_as_letters() {
    let fen = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
    let start = Position::from_fen(fen, CastlingMode::Chess960).expect(fen);
    let game = Game::new(start);
    for (text, expected) in [("e1g1", "e1g1"), ("O-O", "e1g1"), ("e1b1", "e1b1"), ("O-O-O", "e1b1")] {
        let mv = read(&game, text).expect(text);
        assert!(mv.is_castle());
        assert_eq!(game.position().uci(mv), expected);
    }
}

#[test]
fn every_illegal_move_is_explained() {
    let check = "4k3/8/8/8/7b/8/3P4/RN2K3 w Q - 0 1";
    let pinned = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1";
    let twice = "4k3/8/8/8/4r2b/8/3Q4/4K3 w - - 0 1";
    let knights = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
    for (fen, text, expected) in [
        ("", "e5", "a pawn moves one square forward, or two from its starting square"),
        ("", "Nd4", "none of your knights can reach d4"),
        (
            "",
            "g1g3",
            "a knight moves two squares along a rank or file and one square to the side, so it cannot go from g1 to g3",
        ),
        ("", "Bc4", "the path from f1 to c4 is blocked by your pawn on e2"),
        ("", "Bf2", "your own pawn is on f2"),
        ("", "e7e5", "the black pawn on e7 is not yours; White is to move"),
        ("", "e4e5", "there is no piece on e4"),
        ("", "exd3", "a pawn moves diagonally only to capture, and d3 is empty"),
        ("", "Nxf3", "there is nothing to capture on f3; the move without x is Nf3"),
        ("", "e2e4q", "only a pawn that reaches the last rank promotes"),
        ("", "O-O", "your bishop on f1 is in the way"),
        ("", "e1g1", "your bishop on f1 is in the way"),
        ("", "Ngd2", "your own pawn is on d2"),
        (
            "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1",
            "e5",
            "the black pawn on e5 is in the way, and a pawn captures only",
        ),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e6", "two squares only from its starting square"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e3", "a pawn cannot move backwards"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "d5", "White has no pawn on the d file"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "Qd5", "White has no queen"),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "exd6",
            "the black pawn on d5 can be captured en passant only directly after",
        ),
        (
            check,
            "Nc3",
            "your king on e1 is in check from the black bishop on h4, and this move does not end the check",
        ),
        (check, "d4", "in check from the black bishop on h4"),
        (check, "O-O-O", "castling out of check is not allowed"),
        (check, "Kf2", "on f2 your king would be in check from the black bishop on h4"),
        (twice, "Qd1", "in double check from the black rook on e4 and the black bishop on h4"),
        (pinned, "Ne4", "your knight on d2 is pinned to your king by the black bishop on b4"),
        (knights, "Nd2", "more than one knight can move to d2: write Nbd2 or Nfd2"),
        (
            "4k3/8/8/8/8/4k3/8/4K3 w - - 0 1".replace("4k3/8/8/8/8/4k3", "8/8/8/8/8/4k3").as_str(),
            "Ke2",
            "adjacent squares",
        ),
        ("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8", "choose the promotion piece: e8=Q+, e8=R+, e8=B or e8=N"),
        (
            "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
            "exd6",
            "capturing en passant would expose your king on a5 to the black rook on h5",
        ),
    ] {
        let given = reason(fen, text);
        assert!(given.contains(expected), "{fen} {text}: {given}");
    }
}
