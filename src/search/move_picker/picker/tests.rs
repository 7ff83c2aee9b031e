use shakmaty::{CastlingMode, Role};

use super::*;
use crate::{
    chess::position::random,
    search::{Layer, layer::LayerSet, node::testing::with_worker},
};

#[test]
fn every_legal_move_is_returned_exactly_once_with_or_without_a_tt_move() {
    with_worker(|worker| {
        random::walks(11, 60, |position| {
            let legal = position.legal_moves();
            // Most killer moves of the previous position are not legal in this one.
            if let Some(mv) = legal.get(legal.len() / 2) {
                worker.thread.histories.killers.insert(0, PackedMove::pack(*mv));
            }
            for table_move in [None, legal.last().copied()] {
                let mut picker = Picker::new(table_move);
                let mut picked = Vec::new();
                while let Some(mv) = picker.next(worker, position, 0) {
                    picked.push(mv);
                }
                assert_eq!(picked.len(), legal.len(), "{position}");
                assert!(legal.iter().all(|mv| picked.contains(mv)), "{position}");
                assert!(table_move.is_none() || picked.first() == table_move.as_ref());
            }
        });
    });
}

#[test]
fn captures_are_ordered_by_mvv_lva_and_equal_scores_keep_the_generator_order() {
    let fen = "3rk3/8/8/2p1q2p/3P1P1P/8/3R4/5K2 w - - 0 1";
    let position = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
    with_worker(|worker| {
        worker.layers = LayerSet::up_to(Layer::History);
        let mut picker = Picker::new(None);
        let mut order = Vec::new();
        while let Some(mv) = picker.next(worker, &position, 0) {
            order.push(position.uci(mv));
        }
        let generated: Vec<_> = position.legal_moves().into_iter().map(|mv| position.uci(mv)).collect();
        let quiet = generated.iter().filter(|mv| !["f4e5", "d4e5", "d4c5"].contains(&mv.as_str()));
        let mut expected = ["f4e5", "d4e5", "d4c5"].map(String::from).to_vec();
        expected.extend(quiet.cloned());
        assert_eq!(order, expected);
    });
}

#[test]
fn killer_moves_come_after_good_captures_and_before_other_quiet_moves_newer_first() {
    let position =
        Position::from_fen("4k3/8/8/p7/1P6/8/8/R3K2R w - - 0 1", CastlingMode::Standard).expect("legal");
    let [older, newer, illegal] = [("a1", "a3"), ("h1", "h2"), ("h2", "h3")].map(|(from, to)| {
        let [from, to] = [from, to].map(|square| square.parse().expect("a square"));
        PackedMove::pack(Move::Normal { role: Role::Rook, from, capture: None, to, promotion: None })
    });
    let order = |killers: [PackedMove; 2]| {
        let mut order = Vec::new();
        with_worker(|worker| {
            for mv in killers {
                worker.thread.histories.killers.insert(0, mv);
            }
            let mut picker = Picker::new(None);
            order.extend(std::iter::from_fn(|| picker.next(worker, &position, 0)));
        });
        order.into_iter().take(4).map(|mv| position.uci(mv)).collect::<Vec<_>>()
    };
    assert_eq!(order([older, newer])[..4], ["b4a5", "a1a5", "h1h2", "a1a3"]);
    assert_eq!(order([older, illegal])[..3], ["b4a5", "a1a5", "a1a3"]);
}

#[test]
fn listed_moves_are_returned_in_the_given_order() {
    let moves = Position::start().legal_moves();
    let mut picker = Picker::listed(moves.clone());
    let picked: Vec<_> = std::iter::from_fn(|| picker.pick()).collect();
    assert_eq!(picked, moves.to_vec());
}

#[test]
fn skipped_quiet_moves_are_not_returned_unless_they_give_check() {
    let position =
        Position::from_fen("4k3/8/8/p7/1P6/8/8/R3K2R w - - 0 1", CastlingMode::Standard).expect("legal");
    let legal = position.legal_moves();
    let gives_check = |mv: &Move| position.play(*mv).is_check();
    let kept: Vec<_> = legal.iter().filter(|mv| is_noisy(**mv) || gives_check(mv)).copied().collect();
    assert!(kept.len() == 3 && kept.len() < legal.len() / 2);
    with_worker(|worker| {
        // The two captures come first, so the moves are skipped before and after the quiet moves are generated.
        for returned_before in 1..=4 {
            let mut picker = Picker::new(None);
            let next = |picker: &mut Picker| picker.next(worker, &position, 0);
            let mut picked: Vec<_> = (0..returned_before).filter_map(|_| next(&mut picker)).collect();
            picker.skip_quiet_except_checks(&position, &mut None);
            picked.extend(std::iter::from_fn(|| next(&mut picker)));
            let skipped = legal.iter().filter(|mv| !kept.contains(mv) && picked.contains(mv)).count();
            let returned_quiet = picked.iter().take(returned_before).filter(|mv| !kept.contains(mv)).count();
            assert_eq!(skipped, returned_quiet, "after {returned_before} moves");
            assert!(kept.iter().all(|mv| picked.contains(mv)), "after {returned_before} moves");
        }
        // Before the moves are generated, nothing is skipped.
        let mut picker = Picker::new(Some(legal[0]));
        picker.next(worker, &position, 0);
        picker.skip_quiet_except_checks(&position, &mut None);
        assert_eq!(std::iter::from_fn(|| picker.next(worker, &position, 0)).count(), legal.len() - 1);
    });
}
