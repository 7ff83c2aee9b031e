//! Forced mates are reported with the exact number of moves, and the PV ends in checkmate.
//!
//! `positions/mates.epd` contains mates in one to four moves with all key moves. A full-width search to depth
//! `2N - 1` must find a mate in `N` moves with its complete PV. If the search finds the mate later, reports a
//! longer mate, or returns a PV without checkmate, the bug is in the mate scores, in the ply adjustment of
//! mate scores in the transposition table, or in a layer that prunes too much.

use glulam::{
    chess::{
        epd::Record,
        position::{Move, Position},
        score::Score,
    },
    search::{Algorithm, Answer, LayerSet, Limits, RUNGS, Rung, SearchRequest, Setup},
};
use shakmaty::san::SanPlus;

use crate::searching::{FULL_WIDTH, answer, depth_for, play_out, search, suite};

/// Returns the positions of the suite with the number of moves to mate.
fn mates() -> impl Iterator<Item = (Record, usize)> {
    suite("mates").into_iter().map(|record| {
        let moves = record.operand("dm").and_then(|moves| moves.parse().ok()).expect("dm");
        (record, moves)
    })
}

/// Returns the moves that force the shortest mate.
fn key_moves(record: &Record) -> Vec<Move> {
    let read = |san: &String| -> Move {
        let san: SanPlus = san.parse().expect("a move");
        san.san.to_move(record.position.chess()).expect("legal")
    };
    record.operands("bm").expect("bm").iter().map(read).collect()
}

/// Returns the rungs that search without pruning and reductions.
fn full_width_rungs() -> impl Iterator<Item = &'static Rung> {
    let is_full_width = |rung: &&Rung| depth_for(rung.algorithm.layers(), 0) == 0;
    RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random).filter(is_full_width)
}

fn is_checkmate(position: &Position) -> bool {
    position.is_check() && !position.has_legal_move()
}

/// Checks that the answer is a mate in `moves` moves with a key move and a PV that ends in checkmate.
fn assert_mates(record: &Record, answer: &Answer, moves: usize) {
    let id = record.id();
    let plies = 2 * moves - 1;
    assert_eq!(answer.report.score, Score::mate_in(plies), "{id}");
    assert_eq!(answer.report.line.len(), plies, "{id}");
    assert!(is_checkmate(&play_out(&record.position, &answer.report.line)), "{id}");
    assert!(answer.best.is_some_and(|best| key_moves(record).contains(&best)), "{id}: {:?}", answer.best);
}

#[test]
fn a_mate_in_n_moves_is_found_at_depth_2n_minus_1() {
    for (record, moves) in mates() {
        for depth in [2 * moves - 1, 2 * moves] {
            let (answer, _) = search(&record.position, Algorithm::Layers(FULL_WIDTH), depth as i32);
            assert_mates(&record, &answer, moves);
        }
    }
}

#[test]
fn every_full_width_rung_finds_the_short_mates() {
    for (record, moves) in mates().filter(|(_, moves)| *moves <= 2) {
        for rung in full_width_rungs() {
            let (answer, _) = search(&record.position, rung.algorithm, 2 * moves as i32 - 1);
            assert_mates(&record, &answer, moves);
        }
    }
}

/// Mates with a queen sacrifice for which the full search needs up to [`LATE`] plies beyond those of
/// [`depth_for`].
const LATE_MATES: [&str; 2] = ["reti-tartakower-1910", "philidors-legacy-black"];
/// Number of further plies for [`LATE_MATES`].
const LATE: i32 = 2;

#[test]
fn the_full_search_finds_every_mate_with_a_few_extra_plies() {
    for (record, moves) in mates() {
        // A sacrifice seems to lose material, so the search reduces it more than other moves.
        let late = if LATE_MATES.contains(&record.id().as_str()) { LATE } else { 0 };
        let depth = depth_for(LayerSet::ALL, 2 * moves as i32 - 1) + late;
        let (answer, _) = search(&record.position, Algorithm::FULL, depth);
        assert_mates(&record, &answer, moves);
    }
}

#[test]
fn after_the_key_move_the_other_side_reports_the_exact_number_of_moves_to_mate() {
    for (record, moves) in mates() {
        for key in key_moves(&record) {
            let position = record.position.play(key);
            let plies = 2 * (moves - 1);
            let (answer, _) = search(&position, Algorithm::Layers(FULL_WIDTH), plies.max(1) as i32);
            let report = &answer.report;
            assert_eq!(report.score, Score::mated_in(plies), "{} after {key:?}", record.id());
            assert_eq!(report.score.to_string(), format!("mate {}", 1 - moves as i32).replace("-0", "0"));
            assert_eq!(report.line.len(), plies);
            assert!(is_checkmate(&play_out(&position, &report.line)));
        }
    }
}

#[test]
fn a_search_with_a_mate_limit_ends_when_the_mate_is_found() {
    for (record, moves) in mates() {
        let limits = Limits { mate: Some(moves as u32), ..Limits::default() };
        let answer = answer(&SearchRequest::new(
            record.position.clone(),
            limits,
            Setup::new(Algorithm::Layers(FULL_WIDTH)),
        ));
        assert_mates(&record, &answer, moves);
        assert!(!answer.cut_off && answer.report.depth < 2 * moves as i32);
    }
}
