//! Limits combine, and the first one reached ends the search; the root moves of `searchmoves` are the only ones.
//!
//! Every rung keeps them, from minimax up: whoever chooses a rung chooses how it thinks and not when it answers.

use std::time::Duration;

use glulam::{
    position::Position,
    score::Score,
    search::{Algorithm, ClockTime, Limits, MAX_DEPTH, RUNGS, SearchRequest, Setup},
};

use crate::searching::{ENDING, answer, position, search, suite};

fn thinking() -> impl Iterator<Item = Algorithm> {
    RUNGS.iter().map(|rung| rung.algorithm).filter(|algorithm| *algorithm != Algorithm::Random)
}

fn under(position: &Position, limits: &Limits, algorithm: Algorithm) -> glulam::search::Answer {
    answer(&SearchRequest::new(position.clone(), limits.clone(), Setup::new(algorithm)))
}

/// The best root move is the one whose reply is worth least to the opponent; so the moves can be asked for one by one.
#[test]
fn only_the_allowed_moves_are_searched_and_the_best_of_all_moves_is_the_best_of_each() {
    let position = position(ENDING);
    for algorithm in thinking().filter(|algorithm| algorithm.is_exact()) {
        let alone = |mv| {
            let limits = Limits { search_moves: Some(vec![mv]), ..Limits::depth(3) };
            let answer = under(&position, &limits, algorithm);
            assert_eq!(answer.best, Some(mv), "{algorithm}");
            answer.report.score
        };
        let best = position.legal_moves().into_iter().map(alone).max();
        assert_eq!(best, Some(search(&position, algorithm, 3).0.report.score), "{algorithm}");
    }
}

#[test]
fn with_no_move_allowed_there_is_no_answer_but_a_score() {
    for algorithm in thinking() {
        let limits = Limits { search_moves: Some(Vec::new()), ..Limits::depth(3) };
        let answer = under(&position(ENDING), &limits, algorithm);
        assert_eq!((answer.best, answer.report.depth), (None, 0), "{algorithm}");
    }
}

#[test]
fn whichever_limit_comes_first_ends_the_search() {
    let position = position(ENDING);
    let hour = Some(Duration::from_hours(1));
    for algorithm in thinking() {
        let by_depth = Limits { movetime: hour, nodes: Some(10_000_000), ..Limits::depth(4) };
        let answer = under(&position, &by_depth, algorithm);
        assert_eq!((answer.report.depth, answer.cut_off), (4, false), "{algorithm}");
        let by_nodes = Limits { movetime: hour, nodes: Some(3_000), ..Limits::depth(MAX_DEPTH) };
        let answer = under(&position, &by_nodes, algorithm);
        assert_eq!((answer.report.nodes, answer.cut_off), (3_000, true), "{algorithm}");
    }
}

#[test]
fn an_algorithm_that_does_not_deepen_searches_the_depth_of_its_setup() {
    for algorithm in thinking().filter(|algorithm| !algorithm.deepens()) {
        for rung_depth in [1, 2, 4] {
            let setup = Setup { rung_depth, ..Setup::new(algorithm) };
            let answer = answer(&SearchRequest::new(position(ENDING), Limits::default(), setup));
            assert_eq!(answer.report.depth, rung_depth, "{algorithm}");
        }
    }
}

#[test]
fn a_ticking_clock_is_shared_out_and_never_run_down() {
    let remaining = Duration::from_secs(1);
    for record in suite("classic").into_iter().filter(|record| record.position.outcome().is_none()) {
        let clock = ClockTime { remaining, increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { clock: Some(clock), nodes: Some(10_000_000), ..Limits::default() };
        let answer = under(&record.position, &limits, Algorithm::FULL);
        assert!(answer.report.nodes < 10_000_000, "{} did not look at its clock", record.id());
        assert!(answer.report.elapsed < remaining, "{} lost on time", record.id());
    }
}

/// The answer where there is time in plenty.
fn with_an_hour_left(position: &Position) -> glulam::search::Answer {
    let clock =
        ClockTime { remaining: Duration::from_hours(1), increment: Duration::ZERO, moves_to_go: Some(40) };
    let limits = Limits { clock: Some(clock), nodes: Some(100_000_000), ..Limits::default() };
    under(position, &limits, Algorithm::FULL)
}

#[test]
fn the_only_legal_move_is_hardly_thought_about() {
    let position = position("rnbq2nr/1Bpp4/p2k2p1/1p2PPbp/1P2p2P/8/PBPNN1P1/R2QK2R b KQ - 0 14");
    assert_eq!(position.legal_moves().len(), 1);
    let answer = with_an_hour_left(&position);
    assert!(
        answer.report.elapsed < Duration::from_secs(20),
        "a hundredth of 90 s is enough: {:?}",
        answer.report
    );
}

#[test]
fn a_mate_that_is_certain_is_played_and_not_pondered_until_the_last_depth() {
    let answer = with_an_hour_left(&position("k7/8/1K6/8/8/8/8/7R w - - 0 40"));
    assert_eq!(answer.report.score, Score::mate_in(1));
    assert!(answer.report.depth < 10 && !answer.cut_off, "to depth {}", answer.report.depth);
}
