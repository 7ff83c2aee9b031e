//! Elementary endings are won, and within fifty moves.
//!
//! The engine plays both sides at a few thousand nodes a move, far fewer than would see the mate from afar: the way has to be
//! shown by the evaluation.

use glulam::{
    epd::{self, Record},
    position::{Line, Position, Strictness},
    search::{self, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable},
};
use shakmaty::CastlingMode;

use crate::searching::{position, shared_data};

/// Plays to the end at `nodes` a move; the plies it took to mate, or the position in which the win was gone, as FEN.
fn play_to_mate(start: &Position, nodes: u64) -> Result<usize, String> {
    let (table, mut memory) = (TranspositionTable::new(1).expect("a megabyte"), ThreadState::default());
    let mut line = Line::new(start.clone());
    for plies in 0.. {
        let position = line.position().clone();
        if !position.has_legal_move() && position.is_check() {
            return Ok(plies);
        }
        if !position.has_legal_move() || position.halfmoves() >= 100 || position.is_insufficient_material() {
            return Err(position.to_string());
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut task = SearchRequest::new(position, limits, Setup::playing());
        task.history = line.history();
        let answer = search::search(&task, &table, &mut memory, &StopFlag::default(), |_| ());
        line.play(answer.best.expect("a move"));
    }
    unreachable!("fifty moves end every game")
}

#[test]
fn a_rook_a_queen_two_bishops_and_bishop_with_knight_mate_a_bare_king() {
    for fen in [
        "8/8/8/3k4/8/8/8/K6R w - - 0 1",
        "8/8/8/8/3k4/8/8/KR6 b - - 0 1",
        "8/8/8/4k3/8/8/8/K6Q w - - 0 1",
        "8/8/8/3k4/8/8/8/KBB5 w - - 0 1",
        "7k/8/8/8/8/8/8/KBN5 w - - 0 1",
        "8/8/8/3k4/8/8/8/K4BN1 w - - 0 1",
        "k7/8/8/8/8/8/8/2KNB3 w - - 0 1",
        "8/8/8/4K3/8/8/8/kbn5 b - - 0 1",
    ] {
        if let Err(end) = play_to_mate(&position(fen), 8000) {
            panic!("{fen}: not won, at last {end}");
        }
    }
}

#[test]
fn a_pawn_is_led_home_and_the_queen_mates() {
    for fen in
        ["8/8/1k6/8/1K6/8/1P6/8 w - - 0 1", "7k/8/8/8/8/8/P7/K7 w - - 0 1", "8/8/4p3/4k3/8/4K3/8/8 w - - 0 1"]
    {
        if let Err(end) = play_to_mate(&position(fen), 8000) {
            panic!("{fen}: not won, at last {end}");
        }
    }
}

/// Endings in which the side to move mates a bare king.
fn bare_kings() -> Vec<Record> {
    let path = shared_data("endgame/elementary-wins-a.epd");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let records = epd::read_suite(&text, CastlingMode::Standard, Strictness::Game).expect("good");
    let names = ["win.KQvK.", "win.KRvK.", "win.KBBvK.", "win.KBNvK."];
    records.into_iter().filter(|record| names.iter().any(|name| record.id().starts_with(name))).collect()
}

#[test]
#[ignore = "needs the shared data; GLULAM_DATA names the folder"]
fn every_elementary_win_of_the_suite_is_won() {
    let mut lost = Vec::new();
    let records = bare_kings();
    assert!(records.len() >= 70, "only {} endings", records.len());
    for record in records {
        if let Err(end) = play_to_mate(&record.position, 20_000) {
            lost.push(format!("{}: {end}", record.id()));
        }
    }
    assert!(lost.is_empty(), "not won: {lost:#?}");
}
