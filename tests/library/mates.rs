//! Forced mates are announced to the move, and the line that is told is the mate.
//!
//! `positions/mates.epd` holds mates in one to four with every key move. A full search that looks `2N - 1` plies ahead sees
//! a mate in `N` to its end; one that announces it later, longer, or with a line that does not mate, has a fault in its
//! mate scores, in the ply shift of its table or in a layer that throws away too much.

use glulam::{
    epd::Record,
    position::{Move, Position},
    score::Score,
    search::{Algorithm, Answer, LayerSet, Limits, RUNGS, Rung, SearchRequest, Setup},
};
use shakmaty::san::SanPlus;

use crate::searching::{WIDE, answer, depth_for, play_out, search, suite};

/// The mates with the number of moves they take.
fn mates() -> impl Iterator<Item = (Record, usize)> {
    suite("mates").into_iter().map(|record| {
        let moves = record.operand("dm").and_then(|moves| moves.parse().ok()).expect("dm");
        (record, moves)
    })
}

fn keys(record: &Record) -> Vec<Move> {
    let read = |san: &String| -> Move {
        let san: SanPlus = san.parse().expect("a move");
        san.san.to_move(record.position.chess()).expect("legal")
    };
    record.operands("bm").expect("bm").iter().map(read).collect()
}

/// The rungs that think and leave no move out.
fn wide_rungs() -> impl Iterator<Item = &'static Rung> {
    let wide = |rung: &&Rung| depth_for(rung.algorithm.layers(), 0) == 0;
    RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random).filter(wide)
}

fn is_checkmate(position: &Position) -> bool {
    position.is_check() && !position.has_legal_move()
}

fn assert_mates(record: &Record, answer: &Answer, moves: usize) {
    let id = record.id();
    let plies = 2 * moves - 1;
    assert_eq!(answer.report.score, Score::mate_in(plies), "{id}");
    assert_eq!(answer.report.line.len(), plies, "{id}");
    assert!(is_checkmate(&play_out(&record.position, &answer.report.line)), "{id}");
    assert!(answer.best.is_some_and(|best| keys(record).contains(&best)), "{id}: {:?}", answer.best);
}

#[test]
fn a_mate_in_n_is_announced_when_its_last_ply_is_in_sight() {
    for (record, moves) in mates() {
        for depth in [2 * moves - 1, 2 * moves] {
            let (answer, _) = search(&record.position, Algorithm::Layers(WIDE), depth as i32);
            assert_mates(&record, &answer, moves);
        }
    }
}

#[test]
fn every_rung_that_leaves_no_move_out_finds_the_short_mates() {
    for (record, moves) in mates().filter(|(_, moves)| *moves <= 2) {
        for rung in wide_rungs() {
            let (answer, _) = search(&record.position, rung.algorithm, 2 * moves as i32 - 1);
            assert_mates(&record, &answer, moves);
        }
    }
}

#[test]
fn the_full_search_finds_a_mate_in_every_position_a_few_plies_later() {
    for (record, moves) in mates() {
        // A sacrifice looks like a loss, and is looked at less deep than anything.
        let depth = depth_for(LayerSet::ALL, 2 * moves as i32) + 2;
        let (answer, _) = search(&record.position, Algorithm::FULL, depth);
        let id = record.id();
        let found = answer.report.score.mate().unwrap_or_else(|| panic!("{id}: {:?}", answer.report));
        assert!(found >= moves as i32, "{id}: no mate is shorter than the shortest");
        assert_eq!(answer.report.line.len(), 2 * found as usize - 1, "{id}");
        assert!(is_checkmate(&play_out(&record.position, &answer.report.line)), "{id}");
    }
}

#[test]
fn after_the_key_move_the_other_side_knows_how_long_it_has() {
    for (record, moves) in mates() {
        for key in keys(&record) {
            let position = record.position.play(key);
            let plies = 2 * (moves - 1);
            let (answer, _) = search(&position, Algorithm::Layers(WIDE), plies.max(1) as i32);
            let report = &answer.report;
            assert_eq!(report.score, Score::mated_in(plies), "{} after {key:?}", record.id());
            assert_eq!(report.score.to_string(), format!("mate {}", 1 - moves as i32).replace("-0", "0"));
            assert_eq!(report.line.len(), plies);
            assert!(is_checkmate(&play_out(&position, &report.line)));
        }
    }
}

#[test]
fn a_search_for_a_mate_ends_when_it_is_found() {
    for (record, moves) in mates() {
        let limits = Limits { mate: Some(moves as u32), ..Limits::default() };
        let answer =
            answer(&SearchRequest::new(record.position.clone(), limits, Setup::new(Algorithm::Layers(WIDE))));
        assert_mates(&record, &answer, moves);
        assert!(!answer.cut_off && answer.report.depth < 2 * moves as i32);
    }
}
