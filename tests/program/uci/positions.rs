//! Tests of `position`: accepted completely or not at all, repaired if the meaning is obvious.

use std::time::{Duration, Instant};

use glulam::{
    chess::position::Position,
    evaluate::{Evaluator, breakdown::Breakdown},
};

use super::dialogue::{Dialogue, best, last};
use crate::support::text;

#[test]
fn after_a_rejected_position_the_engine_plays_no_move() {
    let mut engine = Dialogue::new();
    for position in [
        "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position fen 4k3/pppppppp/p7/8/8/8/8/4K3 b - - 0 1",
        "position startpos moves e2e4 e2e4",
        "position startpos moves 0000",
        "position startpos e2e4",
        "position startpos moves e2e4 е7е5",
        "position",
        "position fen",
    ] {
        engine.say("position startpos");
        let lines = engine.ask(&format!("{position}\ngo depth 3"), "bestmove");
        assert!(lines[0].starts_with("info string error: "), "{position}: {lines:#?}");
        assert_eq!(last(&lines), "bestmove (none)", "{position}");
    }
    let lines = engine.ask("position startpos moves e2e4 e7e5 e7e5\nisready", "readyok");
    assert_eq!(lines[0], "info string error: illegal move e7e5 at ply 3");
    assert_ne!(last(&engine.ask("position startpos\ngo depth 2", "bestmove")), "bestmove (none)");
}

#[test]
fn a_position_with_impossible_castling_rights_is_repaired() {
    let mut engine = Dialogue::new();
    let lines = engine.ask("position fen 4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1\ngo depth 3", "bestmove");
    assert!(lines[0].starts_with("info string repaired: castling rights"), "{lines:#?}");
    assert_ne!(last(&lines), "bestmove (none)");
}

#[test]
fn castling_moves_are_written_in_the_notation_of_the_mode() {
    let mut engine = Dialogue::new();
    let fen = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
    let lines = engine.ask(&format!("position fen {fen} moves e1g1\ngo depth 2"), "bestmove");
    assert_ne!(last(&lines), "bestmove (none)");
    for (chess960, spelling) in [(false, "e1g1"), (true, "e1h1")] {
        engine.say(&format!("setoption name UCI_Chess960 value {chess960}"));
        let line = format!("position fen {fen}\ngo depth 2 searchmoves e1g1 e1h1");
        assert_eq!(best(&engine.ask(&line, "bestmove")), spelling);
    }
}

#[test]
fn illegal_searchmoves_are_reported_and_the_legal_ones_searched() {
    let mut engine = Dialogue::new();
    let lines = engine.ask("go depth 2 searchmoves e2e5 a2a3 zzzz", "bestmove");
    assert_eq!(lines[0], "info string error: searchmoves: e2e5 is not a legal move");
    assert_eq!(lines[1], "info string error: searchmoves: zzzz is not a legal move");
    assert_eq!(best(&lines), "a2a3");
    let lines = engine.ask("go depth 2 searchmoves e2e5", "bestmove");
    assert_eq!(lines[0], "info string error: searchmoves: e2e5 is not a legal move");
    assert_eq!(last(&lines), "bestmove (none)");
}

#[test]
fn a_byte_order_mark_is_ignored_and_utf_16_text_is_reported() {
    let mut engine = Dialogue::new();
    assert_eq!(last(&engine.ask("\u{feff}isready", "readyok")), "readyok");
    engine.send(b"\xff\xfei\0s\0r\0e\0a\0d\0y\0\n\0");
    let lines = engine.ask("\nisready", "readyok");
    assert!(lines.iter().any(|line| line.contains("like UTF-16")), "{lines:#?}");
}

#[test]
fn go_perft_and_d_print_leaf_counts_and_the_board() {
    let mut engine = Dialogue::new();
    let lines = engine.ask("go perft 3", "Nodes searched");
    assert_eq!((lines.len(), last(&lines)), (21, "Nodes searched: 8902"));
    let lines = engine.ask("d", "Checkers");
    assert!(lines.iter().any(|line| line.contains("463B96181691FC9C")), "{lines:#?}");
    let network = Breakdown::of(&Position::start(), &Evaluator::Network.into()).value;
    let expected = format!("Evaluation: cp {network} for White to move (network)");
    assert_eq!(last(&engine.ask("eval", "Evaluation")), expected);
}

#[test]
fn perft_of_any_depth_ends_soon_and_without_a_total_after_stop_quit_and_the_end_of_the_input() {
    let soon = Duration::from_secs(2); // 50 ms on a quiet machine
    let mut engine = Dialogue::new();
    // This position has 218 legal moves, so a subtree of depth 3 has millions of leaves.
    engine.say("position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    for depth in [9, 100] {
        engine.say(&format!("go perft {depth}\nisready"));
        engine.until("readyok");
        let (_, took) = engine.timed("stop", "info string error: perft was stopped");
        assert!(took < soon, "{took:?}");
        let next = engine.ask("isready", "readyok");
        assert_eq!(next, ["readyok"], "no total follows, because it would look like a result");
    }
    for end in ["", "quit\n"] {
        let begun = Instant::now();
        let output = text(&[], format!("go perft 9\n{end}"));
        assert!(begun.elapsed() < soon, "{:?}", begun.elapsed());
        assert_eq!(
            output,
            "info string error: perft was stopped: there are no counts (for a deep perft, use engine perft N)\n"
        );
    }
    let output = text(&[], "go perft 3\n");
    assert!(output.ends_with("Nodes searched: 8902\n"), "a small perft is complete: {output}");
}
