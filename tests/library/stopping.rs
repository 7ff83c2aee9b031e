//! A search that is cut off at any node returns a legal move and a PV that begins with this move.
//!
//! A limit, the clock or the GUI may stop a search at any node. The best move must begin the reported PV. A
//! move of an unfinished iteration is played only if it was compared with the best move of the last finished
//! iteration.

use std::{
    sync::mpsc::{Sender, channel},
    time::Duration,
};

use glulam::{
    chess::position::{Move, Position},
    search::{
        self, Algorithm, Answer, Limits, RUNGS, Report, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
        observe::{event::Visit, observer::Observer},
        types::window::Bound,
    },
};

use crate::searching::{
    ENDING, FULL_WIDTH, MIDDLEGAME, TACTICS, answer, assert_in_time, assert_playable, position,
};

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// A node limit that no search reaches in the times tested here. A search that reaches it has missed its stop
/// condition.
const UNREACHED_NODES: u64 = 40_000_000;

/// Returns the answer and all reports of a search with an empty table.
fn search_with_reports(position: &Position, algorithm: Algorithm, limits: Limits) -> (Answer, Vec<Report>) {
    let table = TranspositionTable::new(1).expect("a megabyte");
    let task = SearchRequest::new(position.clone(), limits, Setup::new(algorithm));
    let mut reports = Vec::new();
    let stop_flag = StopFlag::default();
    let answer = search::search(&task, &table, &mut ThreadState::default(), &stop_flag, |report| {
        reports.push(report.clone());
    });
    (answer, reports)
}

#[test]
fn a_search_cut_off_at_any_node_returns_a_legal_move_that_begins_its_pv() {
    for fen in [MIDDLEGAME, TACTICS, ENDING] {
        let position = position(fen);
        for algorithm in RUNGS.iter().map(|rung| rung.algorithm).filter(|rung| *rung != Algorithm::Random) {
            for limit in (0..20).chain((20..12_000).step_by(2_399)) {
                // A depth that no rung finishes within 12,000 nodes.
                let limits = Limits { depth: Some(60), ..nodes(limit) };
                let (answer, reports) = search_with_reports(&position, algorithm, limits);
                assert!(answer.cut_off);
                assert_eq!(answer.report.nodes, limit, "{algorithm}");
                assert_playable(&position, &answer);
                let last_line = &reports.last().expect("a report").line;
                assert_eq!(last_line, &answer.report.line, "the last report has the PV of the answer");
            }
        }
    }
}

#[test]
fn an_unfinished_iteration_changes_the_best_move_only_to_a_better_move() {
    let mut changed = [0; 2];
    for fen in [MIDDLEGAME, TACTICS, ENDING] {
        let position = position(fen);
        for (index, algorithm) in [Algorithm::Layers(FULL_WIDTH), Algorithm::FULL].into_iter().enumerate() {
            for limit in (100..60_000).step_by(1_999) {
                let (answer, reports) = search_with_reports(&position, algorithm, nodes(limit));
                let finished = reports.iter().rfind(|report| report.bound == Bound::Exact);
                if let Some(finished) = finished
                    && answer.best != finished.line.first().copied()
                {
                    changed[index] += 1;
                    assert_eq!(answer.report.depth, finished.depth + 1, "{fen} after {limit} nodes");
                    assert_eq!(answer.report.bound, Bound::Lower, "{fen} after {limit} nodes");
                }
            }
        }
    }
    assert!(changed[0] > 0 && changed[1] > 0, "no unfinished iteration changed the best move: {changed:?}");
}

#[test]
fn with_a_limit_of_zero_nodes_the_answer_is_a_legal_move_with_the_static_evaluation() {
    let position = position(TACTICS);
    for rung in RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random) {
        let (answer, _) = search_with_reports(&position, rung.algorithm, nodes(0));
        assert!(answer.cut_off, "{}", rung.name);
        assert_playable(&position, &answer);
        let material = glulam::evaluate::material::evaluate(&position);
        assert_eq!((answer.report.score, answer.report.nodes), (material, 0), "{}", rung.name);
    }
}

#[test]
fn a_search_stopped_before_it_begins_returns_a_legal_move() {
    let position = position(MIDDLEGAME);
    let stop_flag = StopFlag::default();
    stop_flag.stop_through(7);
    for rung in RUNGS {
        let mut task =
            SearchRequest::new(position.clone(), nodes(UNREACHED_NODES), Setup::new(rung.algorithm));
        task.number = 7;
        let table = TranspositionTable::new(1).expect("a megabyte");
        let answer = search::search(&task, &table, &mut ThreadState::default(), &stop_flag, |_| ());
        assert_playable(&position, &answer);
        assert_eq!(answer.report.nodes, 0, "{}", rung.name);
    }
}

/// Number of nodes after which [`NodeNotifier`] sends its message.
const NOTIFY_AFTER: u64 = 10_000;

/// Sends a message when the search has entered [`NOTIFY_AFTER`] nodes.
struct NodeNotifier {
    nodes: u64,
    sender: Sender<()>,
}

impl Observer<Move> for NodeNotifier {
    fn enter(&mut self, _visit: Visit) {
        self.nodes += 1;
        if self.nodes == NOTIFY_AFTER {
            self.sender.send(()).expect("another thread waits");
        }
    }
}

#[test]
fn a_stop_from_another_thread_ends_an_infinite_search() {
    let position = position(MIDDLEGAME);
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::FULL] {
        let limits = Limits { infinite: true, depth: Some(60), ..nodes(UNREACHED_NODES) };
        let task = SearchRequest::new(position.clone(), limits, Setup::new(algorithm));
        let (table, stop_flag) = (TranspositionTable::new(1).expect("a megabyte"), StopFlag::default());
        let (sender, receiver) = channel();
        let answer = std::thread::scope(|scope| {
            let stop_flag = &stop_flag;
            scope.spawn(move || {
                receiver.recv().expect("the search begins");
                stop_flag.stop_through(1);
            });
            let mut observer = NodeNotifier { nodes: 0, sender };
            search::search_observed(&task, &table, &mut ThreadState::default(), stop_flag, &mut observer)
        });
        assert!(
            answer.cut_off && (NOTIFY_AFTER..UNREACHED_NODES).contains(&answer.report.nodes),
            "{algorithm}"
        );
        assert_playable(&position, &answer);
    }
}

#[test]
fn a_search_ends_at_its_movetime() {
    let position = position(MIDDLEGAME);
    for milliseconds in [0, 1, 60] {
        let movetime = Duration::from_millis(milliseconds);
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::FULL] {
            assert_in_time(movetime, || {
                let limits =
                    Limits { movetime: Some(movetime), depth: Some(60), ..nodes(UNREACHED_NODES / 4) };
                let answer = answer(&SearchRequest::new(position.clone(), limits, Setup::new(algorithm)));
                assert!(
                    answer.cut_off && answer.report.nodes < UNREACHED_NODES / 4,
                    "{algorithm} did not check its clock"
                );
                assert_playable(&position, &answer);
            });
        }
    }
}
