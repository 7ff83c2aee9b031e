//! The exactness proof: every exact rung and every set of exact layers returns minimax's score.
//!
//! Minimax defines the correct score, and its code is simple enough to trust. The tests compare minimax with
//! each exact rung, with every set of the layers that belong to exact rungs, and with a random sample of all
//! sets of exact layers. The sixteen exact layers form 65,536 sets; the test of all these sets takes minutes
//! and is ignored by default. A score could be correct by luck, so the tests also play out the PV: the
//! position at the end of the PV must have the reported score.

use glulam::{
    chess::position::Position,
    evaluate::Evaluator,
    search::{Algorithm, Answer, Layer, LayerSet, RUNGS},
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::{
    searching::{play_out, position, search},
    trees::{SMALL, Tally, proving_grounds, tally},
};

/// Checks that the PV is legal, begins with the best move, and leads to a position with the reported score.
///
/// The length of the PV must be `depth`, unless the game ends earlier. `name` is the name of the algorithm.
fn assert_pv_proves_score(start: &Position, depth: i32, answer: &Answer, name: &str) {
    let line = &answer.report.line;
    let end = play_out(start, line);
    let value = match end.outcome() {
        Some(outcome) => outcome.score(line.len()),
        None => Evaluator::Material.evaluate(&end),
    };
    assert!(
        end.outcome().is_some() || line.len() == depth as usize,
        "the PV of {name} is too short in {start}: {line:?}"
    );
    let root_score = if line.len().is_multiple_of(2) { value } else { -value };
    assert_eq!(root_score, answer.report.score, "{name} in {start}: {line:?}");
    assert_eq!(line.first(), answer.best.as_ref());
}

#[test]
fn the_test_positions_contain_enough_mates_stalemates_checks_and_special_moves() {
    let positions = proving_grounds();
    let mut totals = Tally::default();
    for (position, depth) in &positions {
        totals.add(tally(position, *depth));
    }
    let in_check = positions.iter().filter(|(position, _)| position.is_check()).count();
    let to_depth_4 = positions.iter().filter(|(_, depth)| *depth == 4).count();
    assert!(to_depth_4 >= 30, "{to_depth_4} of {} positions to depth 4", positions.len());
    assert!(totals.checkmates > 1_000 && totals.stalemates > 100, "{totals:?}");
    assert!(
        in_check >= 3 && totals.en_passant >= 2 && totals.promotions >= 8 && totals.castlings >= 4,
        "{totals:?}"
    );
}

#[test]
fn every_exact_rung_returns_the_score_of_minimax_and_a_pv_that_proves_it() {
    for (position, depth) in proving_grounds() {
        let minimax_score = search(&position, Algorithm::Minimax, depth).0.report.score;
        for rung in RUNGS.iter().filter(|rung| rung.algorithm.is_exact()) {
            let (answer, _) = search(&position, rung.algorithm, depth);
            assert_eq!(answer.report.score, minimax_score, "{} in {position} at depth {depth}", rung.name);
            assert_pv_proves_score(&position, depth, &answer, rung.name);
        }
    }
}

#[test]
fn the_node_without_layers_matches_alpha_beta_in_nodes_score_and_pv() {
    for (position, depth) in proving_grounds() {
        let (frozen, visited) = search(&position, Algorithm::AlphaBeta, depth);
        let (bare, nodes) = search(&position, Algorithm::Layers(LayerSet::NONE), depth);
        assert_eq!(nodes, visited, "{position} at depth {depth}");
        assert_eq!(bare.report.score, frozen.report.score, "{position} at depth {depth}");
        assert_eq!(bare.report.line, frozen.report.line, "{position} at depth {depth}");
    }
}

/// Search depth of the comparison of sets of layers, in plies.
const SET_DEPTH: i32 = 3;

/// Returns all exact layers. Some of them do not belong to an exact rung.
fn all_exact_layers() -> LayerSet {
    Layer::ALL.iter().copied().filter(|layer| layer.is_exact()).collect()
}

/// Returns the layers of the highest exact rung.
fn layers_of_the_exact_rungs() -> LayerSet {
    let top = RUNGS.iter().rfind(|rung| rung.algorithm.is_exact()).expect("minimax is exact");
    top.algorithm.layers()
}

/// Returns all subsets of `layers`.
fn subsets(layers: LayerSet) -> impl Iterator<Item = LayerSet> {
    let layers: Vec<Layer> = layers.iter().collect();
    (0..1_u32 << layers.len()).map(move |bits| {
        let chosen = layers.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
        chosen.map(|(_, layer)| *layer).collect()
    })
}

/// Checks that every set returns the score of minimax and a PV that proves it, in every position of
/// [`SMALL`].
fn prove_sets(sets: &[LayerSet]) {
    let mut totals = Tally::default();
    for name in SMALL {
        let position = position(name);
        totals.add(tally(&position, SET_DEPTH));
        let minimax_score = search(&position, Algorithm::Minimax, SET_DEPTH).0.report.score;
        for set in sets {
            let (answer, _) = search(&position, Algorithm::Layers(*set), SET_DEPTH);
            assert_eq!(answer.report.score, minimax_score, "{set:?} in {name}");
            assert_pv_proves_score(&position, SET_DEPTH, &answer, &format!("{set:?}"));
        }
    }
    assert!(totals.checkmates > 100 && totals.stalemates > 10, "{totals:?}");
}

#[test]
fn every_set_of_the_layers_of_the_exact_rungs_returns_the_score_of_minimax() {
    let sets: Vec<_> = subsets(layers_of_the_exact_rungs()).collect();
    assert_eq!(sets.len(), 512);
    prove_sets(&sets);
}

#[test]
fn random_sets_of_exact_layers_return_the_score_of_minimax() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let exact = all_exact_layers();
    let mut set = || -> LayerSet { exact.iter().filter(|_| rng.random()).collect() };
    let has_later_layer = |set: &LayerSet| set.iter().any(|layer| !layers_of_the_exact_rungs().has(layer));
    let sets: Vec<_> = std::iter::repeat_with(&mut set).filter(has_later_layer).take(600).collect();
    for layer in exact.iter() {
        let with = sets.iter().filter(|set| set.has(layer)).count();
        assert!((240..390).contains(&with), "{layer} is in {with} sets");
    }
    prove_sets(&sets);
}

#[test]
#[ignore = "for .ci/long: 65,536 sets of layers"]
fn every_set_of_exact_layers_returns_the_score_of_minimax() {
    let sets: Vec<_> = subsets(all_exact_layers()).collect();
    assert_eq!(sets.len(), 65_536);
    prove_sets(&sets);
}
