//! Several lines at once (`MultiPV`): the best moves in their order, all of one depth.

use std::collections::HashSet;

use glulam::{
    position::Position,
    score::Score,
    search::{
        self, Algorithm, Answer, Limits, RUNGS, Report, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
    },
};

use crate::searching::{ENDING, MIDDLEGAME, position};

const FEW: &str = "7k/8/8/8/8/8/r7/6K1 w - - 0 1";

fn searched(position: &Position, setup: Setup, limits: Limits) -> (Answer, Vec<Report>) {
    let table = TranspositionTable::new(1).expect("a megabyte");
    let task = SearchRequest::new(position.clone(), limits, setup);
    let mut reports = Vec::new();
    let answer = search::search(&task, &table, &mut ThreadState::default(), &StopFlag::default(), |report| {
        reports.push(report.clone());
    });
    (answer, reports)
}

fn scores(report: &Report) -> Vec<Score> {
    std::iter::once(report.score).chain(report.others.iter().map(|other| other.score)).collect()
}

/// The answer hangs together: different moves, best first, each line legal.
fn assert_sound(position: &Position, answer: &Answer) {
    let report = &answer.report;
    let lines: Vec<_> =
        std::iter::once(&report.line).chain(report.others.iter().map(|other| &other.line)).collect();
    assert_eq!(answer.best, lines[0].first().copied());
    let first: HashSet<_> = lines.iter().map(|line| line[0]).collect();
    assert_eq!(first.len(), lines.len(), "each move once");
    for line in lines {
        let mut position = position.clone();
        for mv in line {
            assert!(position.legal_moves().contains(mv), "{position}");
            position = position.play(*mv);
        }
    }
}

#[test]
fn on_every_exact_rung_the_lines_have_the_scores_that_minimax_gives_the_best_moves() {
    for fen in [MIDDLEGAME, ENDING, FEW] {
        let position = position(fen);
        let of_move = |mv| {
            let limits = Limits { search_moves: Some(vec![mv]), ..Limits::depth(2) };
            searched(&position, Setup::new(Algorithm::Minimax), limits).0.report.score
        };
        let mut truth: Vec<_> = position.legal_moves().into_iter().map(of_move).collect();
        truth.sort_by(|a, b| b.cmp(a));
        for rung in RUNGS.iter().filter(|rung| rung.algorithm.is_exact()) {
            for lines in [1, 2, 4] {
                let limits = Limits { multi_pv: lines, ..Limits::depth(2) };
                let (answer, _) = searched(&position, Setup::new(rung.algorithm), limits);
                let expected = &truth[..lines.min(truth.len())];
                assert_eq!(scores(&answer.report), expected, "{} at {fen}", rung.name);
                assert_sound(&position, &answer);
            }
        }
    }
}

#[test]
fn the_full_search_tells_its_lines_best_first_and_all_at_every_depth() {
    let position = position(MIDDLEGAME);
    let (answer, reports) = searched(&position, Setup::playing(), Limits { multi_pv: 5, ..Limits::depth(8) });
    assert_eq!(reports.iter().map(|report| report.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
    for report in &reports {
        assert_eq!(report.others.len(), 4);
        assert!(scores(report).is_sorted_by(|better, worse| better >= worse), "{report:?}");
    }
    assert_sound(&position, &answer);
}

#[test]
fn there_are_no_more_lines_than_moves() {
    for lines in [2, 3, 500] {
        let limits = Limits { multi_pv: lines, ..Limits::depth(3) };
        let (answer, _) = searched(&position(FEW), Setup::playing(), limits);
        assert_eq!(answer.report.others.len(), 1);
    }
    let start = Position::start();
    let some: Vec<_> = start.legal_moves().into_iter().take(3).collect();
    let limits = Limits { multi_pv: 20, search_moves: Some(some.clone()), ..Limits::depth(4) };
    let (answer, _) = searched(&start, Setup::playing(), limits);
    assert_eq!(answer.report.others.len(), 2);
    assert!(answer.best.is_some_and(|best| some.contains(&best)));
}

#[test]
fn wherever_it_is_cut_off_the_lines_are_those_of_the_last_depth_that_has_all() {
    let position = position(MIDDLEGAME);
    for nodes in (0..40).chain((40..20_000).step_by(1_733)) {
        let limits = Limits { multi_pv: 3, nodes: Some(nodes), ..Limits::default() };
        let (answer, reports) = searched(&position, Setup::playing(), limits);
        assert_eq!(answer.report.nodes, nodes);
        assert_eq!(answer.report.others.len(), 2, "{nodes} nodes");
        assert_sound(&position, &answer);
        let last = reports.last().expect("a report");
        assert_eq!(
            (last.depth, &last.line, &last.others),
            (answer.report.depth, &answer.report.line, &answer.report.others)
        );
    }
}

#[test]
fn one_line_is_the_usual_search_node_for_node() {
    let position = position(MIDDLEGAME);
    let nodes = |lines| {
        searched(&position, Setup::playing(), Limits { multi_pv: lines, ..Limits::depth(9) }).0.report.nodes
    };
    assert_eq!(nodes(0), nodes(1));
}
