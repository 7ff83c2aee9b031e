//! The proof of the ladder: whatever an exact rung or an exact set of layers leaves out, minimax's score remains.
//!
//! Minimax defines the answer and is too simple to be wrong; everything above it could be. So each exact rung searches
//! the same positions, and so do sets of exact layers: every set of the layers that the exact rungs have, and a random
//! sample of all sets. With fifteen exact layers there are 32,768 sets; the run over all of them is ignored by default.
//! A score alone could be right by luck, so the line is checked too: played out, it must end in the score.

use glulam::{
    evaluate::Evaluator,
    position::Position,
    search::{Algorithm, Answer, Layer, LayerSet, RUNGS},
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::searching::{play_out, position, search};
use crate::trees::{SMALL, Tally, proving_grounds, tally};

/// The line is legal, as long as the depth unless the game ends on it, and what stands at its end is the score.
fn assert_line_proves_score(start: &Position, depth: i32, answer: &Answer, who: &str) {
    let line = &answer.report.line;
    let end = play_out(start, line);
    let value = match end.outcome() {
        Some(outcome) => outcome.score(line.len()),
        None => Evaluator::Material.evaluate(&end),
    };
    assert!(end.outcome().is_some() || line.len() == depth as usize, "{who} breaks off in {start}: {line:?}");
    let told_from_the_root = if line.len().is_multiple_of(2) { value } else { -value };
    assert_eq!(told_from_the_root, answer.report.score, "{who} in {start}: {line:?}");
    assert_eq!(line.first(), answer.best.as_ref());
}

#[test]
fn the_proof_is_held_where_searches_stumble() {
    let grounds = proving_grounds();
    let mut met = Tally::default();
    for (position, depth) in &grounds {
        met.add(tally(position, *depth));
    }
    let in_check = grounds.iter().filter(|(position, _)| position.is_check()).count();
    let to_depth_4 = grounds.iter().filter(|(_, depth)| *depth == 4).count();
    assert!(to_depth_4 >= 30, "{to_depth_4} of {} positions to depth 4", grounds.len());
    assert!(met.checkmates > 1_000 && met.stalemates > 100, "{met:?}");
    assert!(in_check >= 3 && met.en_passant >= 2 && met.promotions >= 8 && met.castlings >= 4, "{met:?}");
}

#[test]
fn every_exact_rung_returns_minimaxs_score_and_a_line_that_leads_to_it() {
    for (position, depth) in proving_grounds() {
        let truth = search(&position, Algorithm::Minimax, depth).0.report.score;
        for rung in RUNGS.iter().filter(|rung| rung.algorithm.is_exact()) {
            let (answer, _) = search(&position, rung.algorithm, depth);
            assert_eq!(answer.report.score, truth, "{} in {position} at depth {depth}", rung.name);
            assert_line_proves_score(&position, depth, &answer, rung.name);
        }
    }
}

#[test]
fn the_node_without_layers_is_alpha_beta_to_the_node() {
    for (position, depth) in proving_grounds() {
        let (frozen, visited) = search(&position, Algorithm::AlphaBeta, depth);
        let (bare, nodes) = search(&position, Algorithm::Layers(LayerSet::NONE), depth);
        assert_eq!(nodes, visited, "{position} at depth {depth}");
        assert_eq!(bare.report.score, frozen.report.score, "{position} at depth {depth}");
        assert_eq!(bare.report.line, frozen.report.line, "{position} at depth {depth}");
    }
}

/// Depth at which sets of layers are compared.
const SET_DEPTH: i32 = 3;

fn all_exact_layers() -> LayerSet {
    Layer::ALL.iter().copied().filter(|layer| layer.is_exact()).collect()
}

/// Layers of the topmost exact rung.
fn layers_of_the_exact_rungs() -> LayerSet {
    let top = RUNGS.iter().rfind(|rung| rung.algorithm.is_exact()).expect("minimax is exact");
    top.algorithm.layers()
}

/// All subsets of `layers`.
fn subsets(layers: LayerSet) -> impl Iterator<Item = LayerSet> {
    let layers: Vec<Layer> = layers.iter().collect();
    (0..1_u32 << layers.len()).map(move |bits| {
        let chosen = layers.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
        chosen.map(|(_, layer)| *layer).collect()
    })
}

/// Compares every set with minimax on every small position.
fn prove_sets(sets: &[LayerSet]) {
    let mut met = Tally::default();
    for name in SMALL {
        let position = position(name);
        met.add(tally(&position, SET_DEPTH));
        let truth = search(&position, Algorithm::Minimax, SET_DEPTH).0.report.score;
        for set in sets {
            let (answer, _) = search(&position, Algorithm::Layers(*set), SET_DEPTH);
            assert_eq!(answer.report.score, truth, "{set:?} in {name}");
            assert_line_proves_score(&position, SET_DEPTH, &answer, &format!("{set:?}"));
        }
    }
    assert!(met.checkmates > 100 && met.stalemates > 10, "{met:?}");
}

#[test]
fn every_set_of_the_layers_of_the_exact_rungs_returns_minimaxs_score() {
    let sets: Vec<_> = subsets(layers_of_the_exact_rungs()).collect();
    assert_eq!(sets.len(), 512);
    prove_sets(&sets);
}

#[test]
fn a_random_sample_of_all_sets_of_exact_layers_returns_minimaxs_score() {
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let exact = all_exact_layers();
    let mut set = || -> LayerSet { exact.iter().filter(|_| dice.random()).collect() };
    let later = |set: &LayerSet| set.iter().any(|layer| !layers_of_the_exact_rungs().has(layer));
    let sets: Vec<_> = std::iter::repeat_with(&mut set).filter(later).take(2_000).collect();
    for layer in exact.iter() {
        let with = sets.iter().filter(|set| set.has(layer)).count();
        assert!((800..1_300).contains(&with), "{layer} is in {with} sets");
    }
    prove_sets(&sets);
}

#[test]
#[ignore = "takes minutes"]
fn every_set_of_exact_layers_returns_minimaxs_score() {
    let sets: Vec<_> = subsets(all_exact_layers()).collect();
    assert_eq!(sets.len(), 32_768);
    prove_sets(&sets);
}
