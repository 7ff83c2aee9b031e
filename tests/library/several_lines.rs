//! MultiPV: the search returns the best moves in order of score, all searched to the same depth.

use std::collections::HashSet;

use glulam::{
    chess::{position::Position, score::Score},
    search::{
        self, Algorithm, Answer, Limits, RUNGS, Report, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
    },
};

use crate::searching::{ENDING, MIDDLEGAME, position};

/// A position with two legal moves.
const TWO_MOVES: &str = "7k/8/8/8/8/8/r7/6K1 w - - 0 1";

/// Returns the answer and all reports of a search with an empty table.
fn search_with_reports(position: &Position, setup: Setup, limits: Limits) -> (Answer, Vec<Report>) {
    let table = TranspositionTable::new(1).expect("a megabyte");
    let task = SearchRequest::new(position.clone(), limits, setup);
    let mut reports = Vec::new();
    let answer = search::search(&task, &table, &mut ThreadState::default(), &StopFlag::default(), |report| {
        reports.push(report.clone());
    });
    (answer, reports)
}

/// Returns the scores of all lines of a report.
fn scores(report: &Report) -> Vec<Score> {
    std::iter::once(report.score).chain(report.others.iter().map(|other| other.score)).collect()
}

/// Checks that all lines are legal and begin with different moves, and that the first line begins with the
/// best move.
fn assert_valid_lines(position: &Position, answer: &Answer) {
    let report = &answer.report;
    let lines: Vec<_> =
        std::iter::once(&report.line).chain(report.others.iter().map(|other| &other.line)).collect();
    assert_eq!(answer.best, lines[0].first().copied());
    let first: HashSet<_> = lines.iter().map(|line| line[0]).collect();
    assert_eq!(first.len(), lines.len(), "two lines begin with the same move");
    for line in lines {
        let mut position = position.clone();
        for mv in line {
            assert!(position.legal_moves().contains(mv), "{position}");
            position = position.play(*mv);
        }
    }
}

#[test]
fn on_every_exact_rung_the_lines_have_the_scores_of_minimax() {
    for fen in [MIDDLEGAME, ENDING, TWO_MOVES] {
        let position = position(fen);
        let score_of = |mv| {
            let limits = Limits { search_moves: Some(vec![mv]), ..Limits::depth(2) };
            search_with_reports(&position, Setup::new(Algorithm::Minimax), limits).0.report.score
        };
        let mut minimax_scores: Vec<_> = position.legal_moves().into_iter().map(score_of).collect();
        minimax_scores.sort_by(|a, b| b.cmp(a));
        for rung in RUNGS.iter().filter(|rung| rung.algorithm.is_exact()) {
            for lines in [1, 2, 4] {
                let limits = Limits { multi_pv: lines, ..Limits::depth(2) };
                let (answer, _) = search_with_reports(&position, Setup::new(rung.algorithm), limits);
                let expected = &minimax_scores[..lines.min(minimax_scores.len())];
                assert_eq!(scores(&answer.report), expected, "{} at {fen}", rung.name);
                assert_valid_lines(&position, &answer);
            }
        }
    }
}

#[test]
fn the_full_search_reports_all_lines_at_every_depth_in_order_of_score() {
    let position = position(MIDDLEGAME);
    let (answer, reports) =
        search_with_reports(&position, Setup::playing(), Limits { multi_pv: 5, ..Limits::depth(8) });
    assert_eq!(reports.iter().map(|report| report.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
    for report in &reports {
        assert_eq!(report.others.len(), 4);
        assert!(scores(report).is_sorted_by(|better, worse| better >= worse), "{report:?}");
    }
    assert_valid_lines(&position, &answer);
}

#[test]
fn the_number_of_lines_is_limited_by_the_number_of_allowed_moves() {
    for lines in [2, 3, 500] {
        let limits = Limits { multi_pv: lines, ..Limits::depth(3) };
        let (answer, _) = search_with_reports(&position(TWO_MOVES), Setup::playing(), limits);
        assert_eq!(answer.report.others.len(), 1);
    }
    let start = Position::start();
    let some: Vec<_> = start.legal_moves().into_iter().take(3).collect();
    let limits = Limits { multi_pv: 20, search_moves: Some(some.clone()), ..Limits::depth(4) };
    let (answer, _) = search_with_reports(&start, Setup::playing(), limits);
    assert_eq!(answer.report.others.len(), 2);
    assert!(answer.best.is_some_and(|best| some.contains(&best)));
}

#[test]
fn a_search_that_is_cut_off_returns_all_lines_of_its_last_report() {
    let position = position(MIDDLEGAME);
    for nodes in (0..40).chain((40..20_000).step_by(1_733)) {
        let limits = Limits { multi_pv: 3, nodes: Some(nodes), ..Limits::default() };
        let (answer, reports) = search_with_reports(&position, Setup::playing(), limits);
        assert_eq!(answer.report.nodes, nodes);
        assert_eq!(answer.report.others.len(), 2, "{nodes} nodes");
        assert_valid_lines(&position, &answer);
        let last = reports.last().expect("a report");
        assert_eq!(
            (last.depth, &last.line, &last.others),
            (answer.report.depth, &answer.report.line, &answer.report.others)
        );
    }
}

#[test]
fn multipv_0_and_1_visit_the_same_number_of_nodes() {
    let position = position(MIDDLEGAME);
    let nodes = |lines| {
        search_with_reports(&position, Setup::playing(), Limits { multi_pv: lines, ..Limits::depth(9) })
            .0
            .report
            .nodes
    };
    assert_eq!(nodes(0), nodes(1));
}
