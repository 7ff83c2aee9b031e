//! The engine wins elementary endgames within the fifty-move rule.
//!
//! The engine plays both sides with a few thousand nodes per move. A search of this size does not reach a
//! distant mate, so the evaluation must guide the play.

use glulam::{
    chess::{
        epd::{self, Record},
        position::{Line, Position, Strictness},
    },
    search::{self, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable},
};
use shakmaty::CastlingMode;

use crate::searching::{position, shared_data};

/// Plays to the end of the game with `nodes` nodes per move. Returns the number of plies to checkmate.
///
/// If the game is drawn, returns the FEN of its last position as the error.
fn play_to_mate(start: &Position, nodes: u64) -> Result<usize, String> {
    let (table, mut thread) = (TranspositionTable::new(1).expect("a megabyte"), ThreadState::default());
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
        let answer = search::search(&task, &table, &mut thread, &StopFlag::default(), |_| ());
        line.play(answer.best.expect("a move"));
    }
    unreachable!("the fifty-move rule ends every game")
}

#[test]
fn queen_rook_two_bishops_and_bishop_with_knight_checkmate_a_bare_king() {
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
            panic!("{fen}: drawn in {end}");
        }
    }
}

#[test]
fn king_and_pawn_against_king_is_won_by_promotion() {
    for fen in
        ["8/8/1k6/8/1K6/8/1P6/8 w - - 0 1", "7k/8/8/8/8/8/P7/K7 w - - 0 1", "8/8/4p3/4k3/8/4K3/8/8 w - - 0 1"]
    {
        if let Err(end) = play_to_mate(&position(fen), 8000) {
            panic!("{fen}: drawn in {end}");
        }
    }
}

/// Returns the endgames of the shared suite in which the side to move can checkmate a bare king.
fn bare_king_endgames() -> Vec<Record> {
    let path = shared_data("endgame/elementary-wins-a.epd");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let records = epd::read_suite(&text, CastlingMode::Standard, Strictness::Game, Ok);
    let names = ["win.KQvK.", "win.KRvK.", "win.KBBvK.", "win.KBNvK."];
    let records = records.map(|record| record.expect("a valid suite"));
    records.filter(|record| names.iter().any(|name| record.id().starts_with(name))).collect()
}

#[test]
#[ignore = "needs GLULAM_DATA"]
fn every_elementary_win_of_the_shared_suite_is_won() {
    let mut drawn = Vec::new();
    let records = bare_king_endgames();
    assert!(records.len() >= 70, "only {} endgames", records.len());
    for record in records {
        if let Err(end) = play_to_mate(&record.position, 20_000) {
            drawn.push(format!("{}: {end}", record.id()));
        }
    }
    assert!(drawn.is_empty(), "drawn: {drawn:#?}");
}
