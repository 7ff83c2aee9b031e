//! Search threads: with any number of threads, answers are legal and reported mates are correct.
//!
//! The node count includes the nodes of all threads, and every limit ends all threads. A pool
//! of one thread visits the same nodes as a search without a pool.

use std::{
    sync::{Arc, mpsc::channel},
    thread,
    time::Duration,
};

use glulam::{
    chess::{epd::Record, position::Position},
    engine::{Engine, Update},
    search::{
        self, Algorithm, Answer, Limits, Report, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable, threads::pool::Pool,
    },
};

use crate::searching::{MIDDLEGAME, assert_in_time, assert_playable, play_out, position, suite};

/// Maximum number of nodes that a thread visits between two checks of the total node count.
const CHECK_INTERVAL: u64 = 1_024;

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn task(position: &Position, limits: Limits) -> SearchRequest {
    SearchRequest::new(position.clone(), limits, Setup::playing())
}

/// Returns the answer and all reports of a search of `pool` with an empty table.
fn pool_search(pool: &mut Pool, task: &SearchRequest) -> (Answer, Vec<Report>) {
    let table = Arc::new(TranspositionTable::new(4).expect("four megabytes"));
    let mut reports = Vec::new();
    let stop_flag = Arc::default();
    let (answer, fault) =
        pool.search(task, &table, &stop_flag, &mut |report: &Report| reports.push(report.clone()));
    assert_eq!(fault, None);
    (answer, reports)
}

#[test]
fn one_thread_searches_the_same_nodes_as_a_search_without_a_pool() {
    let mut pool = Pool::new(1);
    for record in suite("classic").into_iter().take(8) {
        for limits in [Limits::depth(6), nodes(20_000)] {
            let task = task(&record.position, limits);
            let mut alone = Vec::new();
            let table = TranspositionTable::new(4).expect("four megabytes");
            let (stop_flag, mut thread) = (StopFlag::default(), ThreadState::default());
            search::search(&task, &table, &mut thread, &stop_flag, |report| alone.push(report.clone()));
            pool.clear();
            let (_, reports) = pool_search(&mut pool, &task);
            let untimed = |reports: &[Report]| -> Vec<_> {
                let fields =
                    |report: &Report| (report.depth, report.nodes, report.score, report.line.clone());
                reports.iter().map(fields).collect()
            };
            assert_eq!(untimed(&alone), untimed(&reports), "{}", record.id());
        }
    }
}

/// Returns the positions of the suite of mates with the shortest mate in moves.
fn mates() -> impl Iterator<Item = (Record, i32)> {
    suite("mates").into_iter().map(|record| {
        let shortest = record.operand("dm").and_then(|moves| moves.parse().ok()).expect("dm");
        (record, shortest)
    })
}

/// Checks that the answer reports a mate in `moves` moves with a PV that ends in checkmate.
fn assert_mates(record: &Record, answer: &Answer, moves: i32) {
    let id = record.id();
    assert_eq!(answer.report.score.mate(), Some(moves), "{id}");
    let line = &answer.report.line;
    assert_eq!(i32::try_from(line.len()), Ok(2 * moves - 1), "{id}: {line:?}");
    let end = play_out(&record.position, line);
    assert!(end.is_check() && !end.has_legal_move(), "{id}: {line:?}");
}

#[test]
fn with_any_number_of_threads_the_shortest_mate_is_reported_if_the_mate_limit_allows_it() {
    for threads in [1, 2, 3, 8] {
        let mut pool = Pool::new(threads);
        for (record, shortest) in mates() {
            // A proof ends the search. Helper threads must not use up its nodes before.
            let most = if shortest <= 2 { 40_000_000 } else { 40_000 };
            let limits = Limits { mate: Some(2), ..nodes(most) };
            let (answer, _) = pool_search(&mut pool, &task(&record.position, limits));
            assert_playable(&record.position, &answer);
            if shortest <= 2 {
                assert_mates(&record, &answer, shortest);
            } else if let Some(found) = answer.report.score.mate() {
                // The normal search may find a mate that is longer than the mate limit.
                assert!(found >= shortest, "{}: mate in {found}", record.id());
                assert_mates(&record, &answer, found);
            }
        }
    }
}

#[test]
fn the_node_count_and_the_node_limit_include_all_threads() {
    for threads in [1, 2, 5] {
        let mut pool = Pool::new(threads as usize);
        for limit in [1, 300, 5_000, 50_000] {
            let (answer, reports) = pool_search(&mut pool, &task(&position(MIDDLEGAME), nodes(limit)));
            let most = limit + (threads - 1) * (limit / threads).clamp(1, CHECK_INTERVAL);
            let visited = answer.report.nodes;
            assert!((limit..=most).contains(&visited), "{threads} threads: {visited} of {limit}");
            assert!(reports.is_sorted_by_key(|report| report.nodes), "the node count never decreases");
            assert!(reports.iter().all(|report| report.nodes <= visited));
        }
    }
}

#[test]
fn the_last_report_has_the_pv_and_score_of_the_answer() {
    let mut pool = Pool::new(4);
    for record in suite("classic").into_iter().filter(|record| record.position.outcome().is_none()) {
        for limit in [100, 3_000, 30_000] {
            let (answer, reports) = pool_search(&mut pool, &task(&record.position, nodes(limit)));
            assert_playable(&record.position, &answer);
            let last_report = reports.last().expect("a report");
            assert_eq!((&last_report.line, last_report.score), (&answer.report.line, answer.report.score));
        }
    }
}

#[test]
fn the_answer_has_the_requested_depth() {
    let mut pool = Pool::new(3);
    for depth in 1..=7 {
        let (answer, _) = pool_search(&mut pool, &task(&position(MIDDLEGAME), Limits::depth(depth)));
        assert_eq!((answer.report.depth, answer.cut_off), (depth, false));
    }
}

#[test]
fn with_a_mate_limit_and_depth_1_any_number_of_threads_reports_exactly_the_mates_within_the_limit() {
    for threads in [1, 3] {
        let mut pool = Pool::new(threads);
        for (record, shortest) in mates() {
            let limits = Limits { mate: Some(2), ..Limits::depth(1) };
            let (answer, _) = pool_search(&mut pool, &task(&record.position, limits));
            if shortest <= 2 {
                assert_mates(&record, &answer, shortest);
            } else {
                assert_eq!(answer.report.score.mate(), None, "{} with {threads} threads", record.id());
            }
        }
    }
}

#[test]
fn movetime_and_stop_end_all_threads() {
    let mut pool = Pool::new(4);
    let position = position(MIDDLEGAME);
    let movetime = Duration::from_millis(30);
    assert_in_time(movetime, || {
        let limits = Limits { movetime: Some(movetime), ..Limits::default() };
        let (answer, _) = pool_search(&mut pool, &task(&position, limits));
        assert!(answer.cut_off);
        assert_playable(&position, &answer);
    });

    let (table, stop_flag) =
        (Arc::new(TranspositionTable::new(4).expect("four megabytes")), Arc::new(StopFlag::default()));
    for number in 1..=20 {
        let limits = Limits { infinite: true, ..Limits::default() };
        let task = SearchRequest { number, ..task(&position, limits) };
        let (sender, reports) = channel();
        let (answer, _) = thread::scope(|scope| {
            // The search is stopped after 0 to 3 reports.
            let stop_flag = &stop_flag;
            scope.spawn(move || {
                let expected = number % 4;
                assert_eq!(reports.iter().take(expected as usize).count() as u64, expected);
                stop_flag.stop_through(number);
            });
            pool.search(&task, &table, stop_flag, &mut |_: &Report| {
                let _ = sender.send(());
            })
        });
        assert!(answer.cut_off);
        assert_playable(&position, &answer);
    }
}

#[test]
fn without_a_shared_table_more_threads_have_no_effect() {
    let mut pool = Pool::new(4);
    for rung in ["random", "minimax", "alpha-beta", "deepening"] {
        let algorithm: Algorithm = rung.parse().expect("a rung");
        let task = SearchRequest::new(position(MIDDLEGAME), Limits::depth(3), Setup::new(algorithm));
        let table = TranspositionTable::new(1).expect("a megabyte");
        let alone = search::search(&task, &table, &mut ThreadState::default(), &StopFlag::default(), |_| ());
        let (together, _) = pool_search(&mut pool, &task);
        assert_eq!((alone.best, alone.report.nodes), (together.best, together.report.nodes), "{rung}");
    }
}

#[test]
fn checkmate_at_the_root_ends_the_search_of_all_threads() {
    let mut pool = Pool::new(3);
    let (answer, _) = pool_search(&mut pool, &task(&position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), nodes(100)));
    assert_eq!((answer.best, answer.report.depth), (None, 0));
}

#[test]
fn after_changes_of_threads_and_hash_a_new_game_searches_like_a_new_engine() {
    let mut engine = Engine::new(1).expect("a megabyte");
    let start = position(MIDDLEGAME);
    let nodes_of_search = |engine: &mut Engine, limits: Limits| {
        let (sender, updates) = channel();
        engine.go(task(&start, limits), Box::new(move |update| drop(sender.send(update))));
        loop {
            if let Update::Done { answer, fault } = updates.recv().expect("the end of the search") {
                assert_eq!(fault, None);
                assert_playable(&start, &answer);
                return answer.report.nodes;
            }
        }
    };
    let fresh = nodes_of_search(&mut engine, Limits::depth(6));
    for (threads, megabytes) in [(3, 2), (3, 1), (16, 4), (2, 4), (1, 1)] {
        engine.set_threads(threads).expect("threads");
        nodes_of_search(&mut engine, nodes(20_000));
        engine.resize(megabytes).expect("memory");
        nodes_of_search(&mut engine, nodes(20_000));
    }
    engine.new_game();
    assert_eq!(nodes_of_search(&mut engine, Limits::depth(6)), fresh);
}
