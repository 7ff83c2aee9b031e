//! Several threads on one search: whatever their number, the answer is legal and its mates are mates, all nodes are counted,
//! every limit ends all of them; and one thread is a search like any other.

mod searching;

use std::{
    sync::{Arc, mpsc::channel},
    thread,
    time::Duration,
};

use glulam::{
    engine::{Engine, Update},
    position::Position,
    search::{
        self, Algorithm, Answer, Limits, Report, SearchRequest, Setup, Silent, StopFlag, ThreadState,
        TranspositionTable, threads::pool::Pool,
    },
};
use searching::{assert_playable, play_out, position, suite};

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The most that a thread visits between two looks at what the others have visited.
const LOOK: u64 = 1_024;

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn task(position: &Position, limits: Limits) -> SearchRequest {
    SearchRequest::new(position.clone(), limits, Setup::playing())
}

/// The answer and all reports of a pool with an empty table.
fn asked(pool: &mut Pool, task: &SearchRequest) -> (Answer, Vec<Report>) {
    let table = Arc::new(TranspositionTable::new(4).expect("four megabytes"));
    let mut reports = Vec::new();
    let signal = Arc::default();
    let (answer, fault) =
        pool.search(task, &table, &signal, &mut |report: &Report| reports.push(report.clone()));
    assert_eq!(fault, None);
    (answer, reports)
}

#[test]
fn one_thread_searches_as_without_a_pool_node_for_node() {
    let mut pool = Pool::new(1).expect("nothing is asked of the system");
    for record in suite("classic").into_iter().take(8) {
        for limits in [Limits::depth(6), nodes(20_000)] {
            let task = task(&record.position, limits);
            let mut alone = Vec::new();
            let table = TranspositionTable::new(4).expect("four megabytes");
            let (signal, mut memory) = (StopFlag::default(), ThreadState::default());
            search::search(&task, &table, &mut memory, &signal, |report| alone.push(report.clone()));
            pool.forget();
            let (_, reports) = asked(&mut pool, &task);
            let told = |reports: &[Report]| -> Vec<_> {
                reports.iter().map(|told| (told.depth, told.nodes, told.score, told.line.clone())).collect()
            };
            assert_eq!(told(&alone), told(&reports), "{}", record.id());
        }
    }
}

#[test]
fn any_number_of_threads_finds_the_mate_and_plays_it() {
    for threads in [1, 2, 3, 8] {
        let mut pool = Pool::new(threads).expect("threads");
        for record in suite("mates").into_iter().step_by(5) {
            let limits = Limits { mate: Some(2), ..nodes(400_000) };
            let (answer, _) = asked(&mut pool, &task(&record.position, limits));
            assert_playable(&record.position, &answer);
            if let Some(mate) = answer.report.score.mate() {
                let end = play_out(&record.position, &answer.report.line);
                let plies = i32::try_from(answer.report.line.len()).expect("a short line");
                let is_over = mate.abs() > 10 || end.legal_moves().is_empty();
                assert!(is_over && (plies + 1) / 2 <= mate.abs().max(1), "{}: {answer:?}", record.id());
            }
        }
    }
}

#[test]
fn nodes_are_those_of_all_threads_and_their_limit_is_for_all() {
    for threads in [1, 2, 5] {
        let mut pool = Pool::new(threads as usize).expect("threads");
        for limit in [1, 300, 5_000, 200_000] {
            let (answer, reports) = asked(&mut pool, &task(&position(MIDDLEGAME), nodes(limit)));
            let most = limit + (threads - 1) * (limit / threads).clamp(1, LOOK);
            let visited = answer.report.nodes;
            assert!((limit..=most).contains(&visited), "{threads} threads: {visited} of {limit}");
            assert!(reports.is_sorted_by_key(|report| report.nodes), "the count never falls");
            assert!(reports.iter().all(|report| report.nodes <= visited));
        }
    }
}

#[test]
fn the_last_report_is_the_answer_whoever_found_it() {
    let mut pool = Pool::new(4).expect("threads");
    for record in suite("classic").into_iter().filter(|record| record.position.outcome().is_none()) {
        for limit in [100, 3_000, 30_000] {
            let (answer, reports) = asked(&mut pool, &task(&record.position, nodes(limit)));
            assert_playable(&record.position, &answer);
            let told = reports.last().expect("a report");
            assert_eq!((&told.line, told.score), (&answer.report.line, answer.report.score));
        }
    }
}

#[test]
fn a_depth_that_was_asked_for_is_what_the_answer_has() {
    let mut pool = Pool::new(3).expect("threads");
    for depth in 1..=7 {
        let (answer, _) = asked(&mut pool, &task(&position(MIDDLEGAME), Limits::depth(depth)));
        assert_eq!((answer.report.depth, answer.cut_off), (depth, false));
    }
}

#[test]
fn a_mate_that_was_asked_for_is_proved_though_the_depth_is_soon_done() {
    let mut pool = Pool::new(3).expect("threads");
    for record in suite("mates").into_iter().step_by(5) {
        let limits = Limits { mate: Some(2), ..Limits::depth(1) };
        let alone = asked(&mut Pool::new(1).expect("one"), &task(&record.position, limits.clone())).0;
        let (answer, _) = asked(&mut pool, &task(&record.position, limits));
        assert_eq!(answer.report.score.mate(), alone.report.score.mate(), "{}", record.id());
    }
}

#[test]
fn a_fixed_time_and_a_stop_end_all_threads() {
    let mut pool = Pool::new(4).expect("threads");
    let position = position(MIDDLEGAME);
    let limits = Limits { movetime: Some(Duration::from_millis(30)), ..Limits::default() };
    let (answer, _) = asked(&mut pool, &task(&position, limits));
    assert!(answer.cut_off && answer.report.elapsed >= Duration::from_millis(30));
    assert_playable(&position, &answer);

    let (table, signal) =
        (Arc::new(TranspositionTable::new(4).expect("four megabytes")), Arc::new(StopFlag::default()));
    for number in 1..=20 {
        let limits = Limits { infinite: true, ..Limits::default() };
        let task = SearchRequest { number, ..task(&position, limits) };
        let (answer, _) = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(number % 4));
                signal.stop_through(number);
            });
            pool.search(&task, &table, &signal, &mut Silent)
        });
        assert!(answer.cut_off);
        assert_playable(&position, &answer);
    }
}

#[test]
fn where_there_is_no_table_to_share_more_threads_do_nothing() {
    let mut pool = Pool::new(4).expect("threads");
    for rung in ["random", "minimax", "alpha-beta", "deepening"] {
        let algorithm: Algorithm = rung.parse().expect("a rung");
        let task = SearchRequest::new(position(MIDDLEGAME), Limits::depth(3), Setup::new(algorithm));
        let table = TranspositionTable::new(1).expect("a megabyte");
        let alone = search::search(&task, &table, &mut ThreadState::default(), &StopFlag::default(), |_| ());
        let (together, _) = asked(&mut pool, &task);
        assert_eq!((alone.best, alone.report.nodes), (together.best, together.report.nodes), "{rung}");
    }
}

#[test]
fn a_game_that_is_over_is_over_for_all() {
    let mut pool = Pool::new(3).expect("threads");
    let (answer, _) = asked(&mut pool, &task(&position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), nodes(100)));
    assert_eq!((answer.best, answer.report.depth), (None, 0));
}

#[test]
fn threads_and_table_are_changed_between_searches_and_one_thread_is_then_as_new() {
    let mut engine = Engine::new(1).expect("a megabyte");
    let start = position(MIDDLEGAME);
    let ask = |engine: &Engine, limits: Limits| {
        let (sender, updates) = channel();
        engine.go(task(&start, limits), Box::new(move |update| drop(sender.send(update))));
        loop {
            if let Update::Done { answer, fault } = updates.recv().expect("an end") {
                assert_eq!(fault, None);
                assert_playable(&start, &answer);
                return answer.report.nodes;
            }
        }
    };
    let fresh = ask(&engine, Limits::depth(6));
    for (threads, megabytes) in [(3, 2), (3, 1), (16, 4), (2, 4), (1, 1)] {
        engine.set_threads(threads).expect("threads");
        ask(&engine, nodes(20_000));
        engine.resize(megabytes).expect("memory");
        ask(&engine, nodes(20_000));
    }
    engine.new_game();
    assert_eq!(ask(&engine, Limits::depth(6)), fresh);
}
