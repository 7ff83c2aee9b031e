//! Determinism: the same search request gives the same answer with the same node count.
//!
//! Without determinism, a changed node count of the bench would prove nothing, and a failure could not be
//! reproduced. No clock time and no memory address may influence a decision. A new game must begin as in a
//! process that has just started.

use glulam::{
    chess::{position::Move, score::Score},
    search::{
        self, Algorithm, Limits, RUNGS, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable,
    },
};

use crate::searching::{ENDING, MIDDLEGAME, answer, position};

fn task(fen: &str, limits: Limits, algorithm: Algorithm) -> SearchRequest {
    SearchRequest::new(position(fen), limits, Setup::new(algorithm))
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), depth: Some(20), ..Limits::default() }
}

/// All fields of an answer except the elapsed time: best move, PV, score, depth, selective depth, nodes.
type UntimedAnswer = (Option<Move>, Vec<Move>, Score, i32, usize, u64);

/// Searches with the given table and thread state.
fn untimed_search(
    task: &SearchRequest,
    table: &TranspositionTable,
    thread: &mut ThreadState,
) -> UntimedAnswer {
    let answer = search::search(task, table, thread, &StopFlag::default(), |_| ());
    let report = answer.report;
    (answer.best, report.line, report.score, report.depth, report.deepest, report.nodes)
}

/// Searches with an empty table and a new thread state.
fn fresh_search(task: &SearchRequest) -> UntimedAnswer {
    untimed_search(task, &TranspositionTable::new(1).expect("a megabyte"), &mut ThreadState::default())
}

#[test]
fn a_node_limit_is_met_exactly_and_gives_the_same_answer_every_time() {
    for rung in RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random) {
        for limit in [1, 2, 1_000, 1_023, 1_024, 1_025, 30_000] {
            let task = task(MIDDLEGAME, nodes(limit), rung.algorithm);
            let first = fresh_search(&task);
            assert_eq!(first.5, limit, "{}", rung.name);
            assert_eq!(first, fresh_search(&task), "{} with {limit} nodes", rung.name);
        }
    }
}

#[test]
fn a_search_to_a_depth_gives_the_same_answer_every_time_and_with_limits_that_it_does_not_reach() {
    for rung in RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random) {
        let alone = fresh_search(&task(ENDING, Limits::depth(4), rung.algorithm));
        assert_eq!(alone, fresh_search(&task(ENDING, Limits::depth(4), rung.algorithm)), "{}", rung.name);
        let beside = Limits { nodes: Some(alone.5 + 1), ..Limits::depth(4) };
        assert_eq!(alone, fresh_search(&task(ENDING, beside, rung.algorithm)), "{}", rung.name);
    }
}

#[test]
fn one_node_less_than_a_depth_needs_does_not_complete_the_depth() {
    let whole = task(ENDING, Limits::depth(5), Algorithm::FULL);
    let needed = answer(&whole).report.nodes;
    let enough = answer(&task(ENDING, Limits { nodes: Some(needed), ..Limits::depth(5) }, Algorithm::FULL));
    assert!(!enough.cut_off && enough.report.depth == 5);
    let short =
        answer(&task(ENDING, Limits { nodes: Some(needed - 1), ..Limits::depth(5) }, Algorithm::FULL));
    assert!(short.cut_off && short.report.nodes == needed - 1);
}

#[test]
fn a_new_game_searches_like_a_fresh_process() {
    let (table, mut thread) = (TranspositionTable::new(1).expect("a megabyte"), ThreadState::default());
    // The search has a depth limit: remaining data would change its node count, even if it did not change its
    // result.
    let request = task(MIDDLEGAME, Limits::depth(5), Algorithm::FULL);
    let expected = fresh_search(&request);
    assert_eq!(untimed_search(&request, &table, &mut thread), expected);
    table.clear();
    assert_ne!(
        untimed_search(&request, &table, &mut thread),
        expected,
        "the thread state keeps its data until it is cleared"
    );
    thread.clear();
    assert_ne!(
        untimed_search(&request, &table, &mut thread),
        expected,
        "the table keeps its entries until it is cleared"
    );
    untimed_search(&task(ENDING, Limits::depth(7), Algorithm::FULL), &table, &mut thread);
    table.clear();
    thread.clear();
    assert_eq!(untimed_search(&request, &table, &mut thread), expected);
}

#[test]
fn two_tables_of_sufficient_size_give_the_same_answer() {
    let request = task(ENDING, Limits::depth(6), Algorithm::FULL);
    let small = untimed_search(
        &request,
        &TranspositionTable::new(8).expect("eight megabytes"),
        &mut ThreadState::default(),
    );
    let large = untimed_search(
        &request,
        &TranspositionTable::new(64).expect("64 megabytes"),
        &mut ThreadState::default(),
    );
    assert_eq!(small, large);
}
