//! Search limits: the first limit reached ends the search, and `searchmoves` restricts the root moves.
//!
//! Every rung from minimax up obeys all limits.

use std::time::Duration;

use glulam::{
    chess::{position::Position, score::Score},
    search::{Algorithm, ClockTime, Limits, MAX_DEPTH, RUNGS, SearchRequest, Setup},
};

use crate::searching::{ENDING, answer, position, search, suite};

/// Returns the algorithms of all rungs except `random`.
fn search_algorithms() -> impl Iterator<Item = Algorithm> {
    RUNGS.iter().map(|rung| rung.algorithm).filter(|algorithm| *algorithm != Algorithm::Random)
}

/// Searches `position` with `limits`.
fn limited_search(position: &Position, limits: &Limits, algorithm: Algorithm) -> glulam::search::Answer {
    answer(&SearchRequest::new(position.clone(), limits.clone(), Setup::new(algorithm)))
}

/// The best score of the separately searched root moves must be the score of the position.
#[test]
fn only_allowed_moves_are_searched_and_the_best_of_their_scores_is_the_score_of_the_position() {
    let position = position(ENDING);
    for algorithm in search_algorithms().filter(|algorithm| algorithm.is_exact()) {
        let score_of = |mv| {
            let limits = Limits { search_moves: Some(vec![mv]), ..Limits::depth(3) };
            let answer = limited_search(&position, &limits, algorithm);
            assert_eq!(answer.best, Some(mv), "{algorithm}");
            answer.report.score
        };
        let best = position.legal_moves().into_iter().map(score_of).max();
        assert_eq!(best, Some(search(&position, algorithm, 3).0.report.score), "{algorithm}");
    }
}

#[test]
fn with_no_move_allowed_the_answer_has_no_best_move_and_depth_zero() {
    for algorithm in search_algorithms() {
        let limits = Limits { search_moves: Some(Vec::new()), ..Limits::depth(3) };
        let answer = limited_search(&position(ENDING), &limits, algorithm);
        assert_eq!((answer.best, answer.report.depth), (None, 0), "{algorithm}");
    }
}

#[test]
fn the_first_limit_reached_ends_the_search() {
    let position = position(ENDING);
    let hour = Some(Duration::from_hours(1));
    for algorithm in search_algorithms() {
        let by_depth = Limits { movetime: hour, nodes: Some(10_000_000), ..Limits::depth(4) };
        let answer = limited_search(&position, &by_depth, algorithm);
        assert_eq!((answer.report.depth, answer.cut_off), (4, false), "{algorithm}");
        let by_nodes = Limits { movetime: hour, nodes: Some(3_000), ..Limits::depth(MAX_DEPTH) };
        let answer = limited_search(&position, &by_nodes, algorithm);
        assert_eq!((answer.report.nodes, answer.cut_off), (3_000, true), "{algorithm}");
    }
}

#[test]
fn without_deepening_the_default_depth_is_the_depth_of_the_setup() {
    for algorithm in search_algorithms().filter(|algorithm| !algorithm.deepens()) {
        for rung_depth in [1, 2, 4] {
            let setup = Setup { rung_depth, ..Setup::new(algorithm) };
            let answer = answer(&SearchRequest::new(position(ENDING), Limits::default(), setup));
            assert_eq!(answer.report.depth, rung_depth, "{algorithm}");
        }
    }
}

#[test]
fn a_search_with_a_clock_uses_less_than_the_remaining_time() {
    let remaining = Duration::from_secs(1);
    for record in suite("classic").into_iter().filter(|record| record.position.outcome().is_none()) {
        let clock = ClockTime { remaining, increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { clock: Some(clock), nodes: Some(10_000_000), ..Limits::default() };
        let answer = limited_search(&record.position, &limits, Algorithm::FULL);
        assert!(answer.report.nodes < 10_000_000, "{} did not check its clock", record.id());
        assert!(answer.report.elapsed < remaining, "{} lost on time", record.id());
    }
}

/// Searches `position` with one hour on the clock for the next 40 moves.
fn with_an_hour_left(position: &Position) -> glulam::search::Answer {
    let clock =
        ClockTime { remaining: Duration::from_hours(1), increment: Duration::ZERO, moves_to_go: Some(40) };
    let limits = Limits { clock: Some(clock), nodes: Some(100_000_000), ..Limits::default() };
    limited_search(position, &limits, Algorithm::FULL)
}

#[test]
fn a_position_with_one_legal_move_takes_little_time() {
    let position = position("rnbq2nr/1Bpp4/p2k2p1/1p2PPbp/1P2p2P/8/PBPNN1P1/R2QK2R b KQ - 0 14");
    assert_eq!(position.legal_moves().len(), 1);
    let answer = with_an_hour_left(&position);
    assert!(
        answer.report.elapsed < Duration::from_secs(20),
        "about 1 % of the time for this move should be enough: {:?}",
        answer.report
    );
}

#[test]
fn a_proven_mate_ends_the_search_at_a_low_depth() {
    let answer = with_an_hour_left(&position("k7/8/1K6/8/8/8/8/7R w - - 0 40"));
    assert_eq!(answer.report.score, Score::mate_in(1));
    assert!(answer.report.depth < 10 && !answer.cut_off, "searched to depth {}", answer.report.depth);
}
