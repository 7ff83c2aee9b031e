//! The same question gives the same answer, to the node.
//!
//! Without this no change could be measured: a bench that moves by itself proves nothing, and a failure that cannot be
//! repeated cannot be found. So no clock and no address may leak into a decision, and a new game has to begin as if the
//! program had just been started.

use glulam::{
    position::Move,
    score::Score,
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

/// All that an answer says but for the time it took.
type Told = (Option<Move>, Vec<Move>, Score, i32, usize, u64);

fn told(task: &SearchRequest, table: &TranspositionTable, memory: &mut ThreadState) -> Told {
    let answer = search::search(task, table, memory, &StopFlag::default(), |_| ());
    let report = answer.report;
    (answer.best, report.line, report.score, report.depth, report.deepest, report.nodes)
}

fn fresh(task: &SearchRequest) -> Told {
    told(task, &TranspositionTable::new(1).expect("a megabyte"), &mut ThreadState::default())
}

#[test]
fn so_many_nodes_are_so_many_nodes_and_the_same_line_each_time() {
    for rung in RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random) {
        for limit in [1, 2, 1_000, 1_023, 1_024, 1_025, 12_345, 100_000] {
            let task = task(MIDDLEGAME, nodes(limit), rung.algorithm);
            let first = fresh(&task);
            assert_eq!(first.5, limit, "{}", rung.name);
            assert_eq!(first, fresh(&task), "{} with {limit} nodes", rung.name);
        }
    }
}

#[test]
fn a_depth_is_searched_alike_each_time_and_whatever_the_limits_it_does_not_reach() {
    for rung in RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random) {
        let alone = fresh(&task(ENDING, Limits::depth(4), rung.algorithm));
        assert_eq!(alone, fresh(&task(ENDING, Limits::depth(4), rung.algorithm)), "{}", rung.name);
        let beside = Limits { nodes: Some(alone.5 + 1), ..Limits::depth(4) };
        assert_eq!(alone, fresh(&task(ENDING, beside, rung.algorithm)), "{}", rung.name);
    }
}

#[test]
fn a_node_fewer_than_a_depth_needs_does_not_finish_it() {
    let whole = task(ENDING, Limits::depth(5), Algorithm::FULL);
    let needed = answer(&whole).report.nodes;
    let enough = answer(&task(ENDING, Limits { nodes: Some(needed), ..Limits::depth(5) }, Algorithm::FULL));
    assert!(!enough.cut_off && enough.report.depth == 5);
    let short =
        answer(&task(ENDING, Limits { nodes: Some(needed - 1), ..Limits::depth(5) }, Algorithm::FULL));
    assert!(short.cut_off && short.report.nodes == needed - 1);
}

#[test]
fn after_a_new_game_nothing_is_left_of_the_old_one() {
    let (table, mut memory) = (TranspositionTable::new(1).expect("a megabyte"), ThreadState::default());
    // By depth: how many nodes it takes tells more of what is remembered than what is found.
    let question = task(MIDDLEGAME, Limits::depth(8), Algorithm::FULL);
    let expected = fresh(&question);
    assert_eq!(told(&question, &table, &mut memory), expected);
    table.clear();
    assert_ne!(
        told(&question, &table, &mut memory),
        expected,
        "the memory should remember until it is cleared"
    );
    memory.clear();
    assert_ne!(
        told(&question, &table, &mut memory),
        expected,
        "the table should remember until it is cleared"
    );
    told(&task(ENDING, Limits::depth(7), Algorithm::FULL), &table, &mut memory);
    table.clear();
    memory.clear();
    assert_eq!(told(&question, &table, &mut memory), expected);
}

#[test]
fn the_size_of_the_table_does_not_matter_while_it_is_large_enough() {
    let question = task(ENDING, Limits::depth(6), Algorithm::FULL);
    let small = told(&question, &TranspositionTable::new(8).expect("8 MB"), &mut ThreadState::default());
    let large = told(&question, &TranspositionTable::new(64).expect("64 MB"), &mut ThreadState::default());
    assert_eq!(small, large);
}
