//! What is left when a search is cut off: always a legal move, with the line that speaks for it.
//!
//! A search may be ended at any node, by a limit, the clock or the GUI. Whatever it has found until then has to hang
//! together: the move to play is the first of the line that is told, and a move that was not compared with the best
//! one of the last finished depth is not played.

use std::{
    sync::mpsc::{Sender, channel},
    time::{Duration, Instant},
};

use glulam::{
    position::{Move, Position},
    search::{
        self, Algorithm, Answer, Limits, RUNGS, Report, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
        observe::{event::Visit, observer::Observer},
        types::window::Bound,
    },
};

use crate::searching::{ENDING, MIDDLEGAME, TACTICS, WIDE, answer, assert_playable, position};

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Beyond what any search visits in the times tested here; one that comes so far has not looked up.
const FAR: u64 = 40_000_000;

/// The answer after exactly so many nodes, and the reports on the way.
fn cut_at(position: &Position, algorithm: Algorithm, limits: Limits) -> (Answer, Vec<Report>) {
    let table = TranspositionTable::new(1).expect("a megabyte");
    let task = SearchRequest::new(position.clone(), limits, Setup::new(algorithm));
    let mut reports = Vec::new();
    let signal = StopFlag::default();
    let answer = search::search(&task, &table, &mut ThreadState::default(), &signal, |report| {
        reports.push(report.clone());
    });
    (answer, reports)
}

#[test]
fn wherever_a_search_is_cut_off_its_move_is_legal_and_begins_its_line() {
    for fen in [MIDDLEGAME, TACTICS, ENDING] {
        let position = position(fen);
        for algorithm in RUNGS.iter().map(|rung| rung.algorithm).filter(|rung| *rung != Algorithm::Random) {
            for limit in (0..60).chain((60..12_000).step_by(1_193)) {
                let limits = Limits { depth: Some(60), ..nodes(limit) };
                let (answer, reports) = cut_at(&position, algorithm, limits);
                assert!(answer.cut_off);
                assert_eq!(answer.report.nodes, limit, "{algorithm}");
                assert_playable(&position, &answer);
                let told = &reports.last().expect("a report").line;
                assert_eq!(told, &answer.report.line, "the last report is the answer");
            }
        }
    }
}

#[test]
fn a_depth_that_was_cut_off_overrules_the_last_finished_one_only_with_a_better_move() {
    let mut overruled = 0;
    for fen in [MIDDLEGAME, TACTICS, ENDING] {
        let position = position(fen);
        for limit in (100..60_000).step_by(499) {
            let (answer, reports) = cut_at(&position, Algorithm::Layers(WIDE), nodes(limit));
            let finished = reports.iter().rfind(|report| report.bound == Bound::Exact);
            if let Some(finished) = finished
                && answer.best != finished.line.first().copied()
            {
                overruled += 1;
                assert_eq!(answer.report.depth, finished.depth + 1, "{fen} after {limit} nodes");
                assert_eq!(answer.report.bound, Bound::Lower, "{fen} after {limit} nodes");
            }
        }
    }
    assert!(overruled > 0, "no limit fell where it mattered");
}

#[test]
fn with_no_node_allowed_the_first_move_is_played_on_the_word_of_the_evaluator() {
    let position = position(TACTICS);
    for rung in RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random) {
        let (answer, _) = cut_at(&position, rung.algorithm, nodes(0));
        assert!(answer.cut_off, "{}", rung.name);
        assert_playable(&position, &answer);
        let material = glulam::evaluate::material::evaluate(&position);
        assert_eq!((answer.report.score, answer.report.nodes), (material, 0), "{}", rung.name);
    }
}

#[test]
fn a_search_stopped_before_it_begins_still_has_a_move() {
    let position = position(MIDDLEGAME);
    let signal = StopFlag::default();
    signal.stop_through(7);
    for rung in RUNGS {
        let mut task = SearchRequest::new(position.clone(), nodes(FAR), Setup::new(rung.algorithm));
        task.number = 7;
        let table = TranspositionTable::new(1).expect("a megabyte");
        let answer = search::search(&task, &table, &mut ThreadState::default(), &signal, |_| ());
        assert_playable(&position, &answer);
        assert_eq!(answer.report.nodes, 0, "{}", rung.name);
    }
}

/// Nodes after which [`UnderWay`] sends its message.
const MANY: u64 = 10_000;

/// Sends a message when the search has entered [`MANY`] nodes.
struct UnderWay {
    nodes: u64,
    sender: Sender<()>,
}

impl Observer<Move> for UnderWay {
    fn enter(&mut self, _visit: Visit) {
        self.nodes += 1;
        if self.nodes == MANY {
            self.sender.send(()).expect("another thread waits");
        }
    }
}

#[test]
fn a_stop_from_another_thread_ends_a_search_that_would_never_end() {
    let position = position(MIDDLEGAME);
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::FULL] {
        let limits = Limits { infinite: true, depth: Some(60), ..nodes(FAR) };
        let task = SearchRequest::new(position.clone(), limits, Setup::new(algorithm));
        let (table, signal) = (TranspositionTable::new(1).expect("a megabyte"), StopFlag::default());
        let (sender, under_way) = channel();
        let answer = std::thread::scope(|scope| {
            let signal = &signal;
            scope.spawn(move || {
                under_way.recv().expect("the search begins");
                signal.stop_through(1);
            });
            let mut observer = UnderWay { nodes: 0, sender };
            search::search_observed(&task, &table, &mut ThreadState::default(), signal, &mut observer)
        });
        assert!(answer.cut_off && (MANY..FAR).contains(&answer.report.nodes), "{algorithm}");
        assert_playable(&position, &answer);
    }
}

#[test]
fn the_shortest_times_are_kept_and_long_ones_used_up() {
    let position = position(MIDDLEGAME);
    for milliseconds in [0, 1, 60] {
        let movetime = Duration::from_millis(milliseconds);
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::FULL] {
            let limits = Limits { movetime: Some(movetime), depth: Some(60), ..nodes(FAR / 4) };
            let started = Instant::now();
            let answer = answer(&SearchRequest::new(position.clone(), limits, Setup::new(algorithm)));
            assert!(answer.cut_off && answer.report.nodes < FAR / 4, "{algorithm} did not look at its clock");
            assert!(started.elapsed() >= movetime, "{algorithm} gave time away");
            assert_playable(&position, &answer);
        }
    }
}
