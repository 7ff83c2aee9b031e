//! The proof of the ladder: whatever an exact rung or an exact set of layers leaves out, minimax's score remains.
//!
//! Minimax is the definition of the answer and too simple to be wrong; everything above it is clever and could be. So
//! each exact rung, and each of the 512 sets of exact layers, answers the same positions. A score alone could be right by
//! luck, so the line is held to it as well: played out, it has to end where the score says.

use glulam::{
    evaluate::Evaluator,
    position::Position,
    search::{Algorithm, Answer, Layer, LayerSet, RUNGS},
};

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

#[test]
fn every_set_of_exact_layers_returns_minimaxs_score() {
    const DEPTH: i32 = 3;
    let exact: Vec<Layer> = Layer::ALL.iter().copied().filter(|layer| layer.is_exact()).collect();
    let mut met = Tally::default();
    for fen in SMALL {
        let position = position(fen);
        met.add(tally(&position, DEPTH));
        let truth = search(&position, Algorithm::Minimax, DEPTH).0.report.score;
        for bits in 0..1_u32 << exact.len() {
            let chosen = exact.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
            let set: LayerSet = chosen.map(|(_, layer)| *layer).collect();
            let (answer, _) = search(&position, Algorithm::Layers(set), DEPTH);
            assert_eq!(answer.report.score, truth, "{set:?} in {fen}");
            assert_line_proves_score(&position, DEPTH, &answer, &format!("{set:?}"));
        }
    }
    assert!(met.checkmates > 100 && met.stalemates > 10, "{met:?}");
}
