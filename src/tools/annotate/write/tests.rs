use shakmaty::CastlingMode;

use super::*;
use crate::{
    chess::pgn::Splitter,
    evaluate::Evaluator,
    search::{Limits, Setup, StopFlag},
    tools::annotate::Annotator,
};

fn parse(pgn: &[u8]) -> PgnGame {
    let raw = Splitter::new(pgn).next_game().expect("memory").expect("a game");
    PgnGame::parse(&raw, CastlingMode::Standard).expect("legal")
}

fn rewritten(pgn: &[u8]) -> Vec<u8> {
    let game = parse(pgn);
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    // The judgments of the moves below must not depend on the current evaluation file.
    let setup = Setup::playing().evaluated_by(Evaluator::Classical);
    let mut annotator = Annotator::new(setup, limits, 1).expect("a megabyte");
    let annotation = annotator.annotate(&game, &StopFlag::default()).expect("no panic").expect("not stopped");
    annotated(&game, &annotation)
}

fn text(pgn: &str) -> String {
    String::from_utf8(rewritten(pgn.as_bytes())).expect("UTF-8")
}

#[test]
fn a_mate_allowed_is_a_blunder_with_the_line_that_avoids_it() {
    let text = text(
        "[White \"w\"]\n[Odd \"\\\\ \\\"x\\\"\"]\n\n1. f3 e5 {[%eval 9.99] [%clk 0:00:09] old} 2. g4 Qh4# 0-1",
    );
    assert!(text.starts_with("[White \"w\"]\n[Odd \"\\\\ \\\"x\\\"\"]\n[Annotator \"Glulam "), "{text}");
    let [white, black] = ["White", "Black"].map(|side| {
        let (_, rest) = text.split_once(&format!("[{side}Accuracy \"")).expect("the tag");
        rest.split_once("\"]").expect("its end").0.parse::<f64>().expect("a number")
    });
    assert!(white < 60.0 && (90.0..=100.0).contains(&black), "{text}");
    assert!(text.contains(&format!("[BlackAccuracy \"{black:.1}\"]\n\n")), "{text}");
    let moves = text.split("\n\n").nth(1).expect("moves").replace('\n', " ");
    assert!(moves.contains("[%clk 0:00:09] old} 2. g4 $4 {[%eval #-1]} (2. "), "{moves}");
    assert!(!moves.contains("9.99"), "{moves}");
    assert!(moves.ends_with(") 2... Qh4# 0-1 "), "{moves}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn input_annotations_are_kept_and_annotating_twice_changes_nothing() {
    let pgn = "[Annotator \"Somebody\"]\n\n{before} 1. g4! {fine (really)} (1. e4 e5 (1... c5 {Sicilian}) 2. Nf3) 1... e5 \
               2. f3?? {oh} (2. a4) 2... Qh4# {end} 0-1";
    let once = text(pgn);
    assert!(once.contains("[Annotator \"Somebody; Glulam "), "{once}");
    let moves = once.replace('\n', " ");
    assert!(moves.contains("{before} 1. g4 $1 {[%eval "), "{moves}");
    assert!(moves.contains("fine (really)} (1. e4 e5 (1... c5 {Sicilian}) 2. Nf3) "), "{moves}");
    assert!(moves.contains("2. f3 $4 {[%eval #-1] oh} (2. a4) (2. "), "{moves}");
    assert!(moves.contains("Qh4# {end} 0-1"), "{moves}");
    assert_eq!(text(&once), once);
}

#[test]
fn bytes_that_are_not_utf_8_are_kept() {
    let out = rewritten(b"[White \"J\xfcrgen\"]\n\n1. e4 {sch\xf6n} *");
    assert!(
        out.windows(6).any(|part| part == b"J\xfcrgen") && out.windows(5).any(|part| part == b"sch\xf6n")
    );
}

#[test]
fn black_may_move_first_and_move_numbers_start_as_in_the_fen() {
    let moves = text("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K2R b K - 0 60\"]\n\n60... Kd7 61. Kxe2 *");
    let moves = moves.split("\n\n").nth(1).expect("moves");
    assert!(moves.starts_with("60... Kd7 ") && moves.contains("61. Kxe2 "), "{moves}");
}

#[test]
fn scores_have_the_format_of_lichess() {
    for (score, expected) in [
        (Score::cp(-5), Some("[%eval -0.05]")),
        (Score::cp(1234), Some("[%eval 12.34]")),
        (Score::DRAW, Some("[%eval 0.00]")),
        (Score::mate_in(5), Some("[%eval #3]")),
        (Score::mated_in(4), Some("[%eval #-2]")),
        (Score::mated_in(0), None),
    ] {
        assert_eq!(eval(score).as_deref(), expected);
    }
    assert_eq!(without_eval(b"a [%eval 0.1,20] [%clk 1] b [%eval #3"), b"a [%clk 1] b [%eval #3");
}
