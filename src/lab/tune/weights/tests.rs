//! Tests of the fit as a whole.

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use super::*;
use super::{
    data::{Data, DataError, LineError},
    gradient::{loss_and_gradient, mean_loss, scores, sigmoid},
    optimizer::{Plan, TunedWeights, tune},
};
use crate::{
    evaluate::classical::{
        self, Terms,
        features::{BISHOP_PAIR, MATERIAL},
        terms::Term,
    },
    position::random,
};

/// Generates random positions with random game results, whose probabilities follow from the weights `truth`.
/// The search scores of the positions are a third of their true scores.
fn synthetic(truth: &[f64], games: usize) -> Data {
    let mut data = Data::default();
    let mut rng = ChaCha8Rng::seed_from_u64(51);
    random::walks(52, games, |position| {
        let mut one = Data::default();
        one.push(position, 0.0, None);
        if let [(score, _)] = scores(&one, 0..one.len(), truth)[..] {
            data.push(position, f32::from(rng.random_bool(sigmoid(score))), Some(score as f32 / 3.0));
        }
    });
    data
}

fn plan(terms: Terms) -> Plan {
    Plan { epochs: 20, batch: 2048, rate: 8.0, pull: 1.0, terms, ..Plan::default() }
}

fn tune_silently(data: &Data, start: &[f64], plan: &Plan) -> TunedWeights {
    tune(data, start, plan, |_| ())
}

#[test]
fn a_changed_weight_is_recovered() {
    let truth = current();
    let data = synthetic(&truth, 300);
    let mut start = truth.clone();
    let rook = MATERIAL.at(3);
    for index in [rook, COUNT + rook] {
        start[index] -= 300.0;
    }
    let tuned = tune_silently(&data, &start, &plan(Terms::NONE.with(Term::Material)));
    for index in [rook, COUNT + rook] {
        let off = tuned.weights[index] - truth[index];
        assert!(off.abs() < 90.0, "the rook weight is off by {off}");
    }
    assert!(tuned.loss_after < tuned.loss_before);
}

#[test]
fn weights_are_rescaled_to_centipawns() {
    let truth = current();
    let data = synthetic(&truth, 300);
    let halves: WeightVector = truth.iter().map(|weight| weight / 2.0).collect();
    let tuned = tune_silently(&data, &halves, &Plan { epochs: 0, ..plan(Terms::ALL) });
    assert!((tuned.factor_before - 2.0).abs() < 0.2, "{}", tuned.factor_before);
    let off = tuned.weights[MATERIAL.at(4)] / truth[MATERIAL.at(4)];
    assert!((off - 1.0).abs() < 0.1, "{off}");
}

#[test]
fn features_that_never_occur_and_terms_not_selected_keep_their_weights() {
    let data = synthetic(&current(), 40);
    let tuned = tune_silently(&data, &current(), &plan(Terms::NONE.with(Term::Endgame)));
    let factor = tuned.factor_before * tuned.factor_after;
    let moved = |index: usize| (tuned.weights[index] - factor * current()[index]).abs() > 0.1;
    assert!(moved(BISHOP_PAIR.at(0)));
    assert!(!moved(MATERIAL.at(2)));
    let tuned = tune_silently(&data, &current(), &plan(Terms::ALL));
    let factor = tuned.factor_before * tuned.factor_after;
    let check = classical::features::GIVES_CHECK.at(0);
    assert!((tuned.weights[check] - factor * current()[check]).abs() < 1e-6);
}

#[test]
fn the_result_depends_on_the_seed_and_not_on_the_number_of_threads() {
    let data = synthetic(&current(), 40);
    let [one, three] = [1, 3]
        .map(|threads| tune_silently(&data, &current(), &Plan { epochs: 3, threads, ..plan(Terms::ALL) }));
    assert_eq!(one, three);
    let other = tune_silently(&data, &current(), &Plan { epochs: 3, seed: 2, ..plan(Terms::ALL) });
    assert_ne!(one.weights, other.weights);
}

#[test]
fn the_gradient_agrees_with_finite_differences_of_the_loss() {
    let data = synthetic(&current(), 10);
    let all: Vec<_> = (0..data.len() as u32).collect();
    let loss = |weights: &[f64]| mean_loss(&scores(&data, 0..data.len(), weights), 1.0) * data.len() as f64;
    let gradient = loss_and_gradient(&data, &all, &current(), 2).gradient;
    for index in [MATERIAL.at(0), MATERIAL.at(4), COUNT + MATERIAL.at(1)] {
        let [mut up, mut down] = [current(), current()];
        up[index] += 1.0;
        down[index] -= 1.0;
        let measured = (loss(&up) - loss(&down)) / 2.0 * gradient::SCALE;
        let off = measured - gradient[index];
        assert!(off.abs() < 1e-3 * measured.abs().max(1.0), "{measured} {}", gradient[index]);
    }
}

#[test]
fn the_tuner_and_the_evaluator_give_the_same_score() {
    random::walks(53, 40, |position| {
        let mut data = Data::default();
        data.push(position, 0.5, None);
        if let [(score, _)] = scores(&data, 0..data.len(), &current())[..] {
            let score = if position.turn().is_white() { score } else { -score };
            let played = f64::from(classical::evaluate(position, Terms::ALL).raw());
            assert!((score - played).abs() < 2.0, "{score} {played} {position}");
        }
    });
}

#[test]
fn exact_scores_give_better_weights_than_results() {
    let truth = current();
    let mut data = synthetic(&truth, 60);
    let plan = plan(Terms::NONE.with(Term::Pawns).with(Term::Material));
    let off = |data: &Data| {
        let weights = tune_silently(data, &truth, &plan).weights;
        weights.iter().zip(&truth).map(|(found, truth)| (found - truth).powi(2)).sum::<f64>()
    };
    let by_results = off(&data);
    let factor = data.blend_scores(1.0);
    assert!((factor - 3.0).abs() < 0.3, "{factor}");
    let by_scores = off(&data);
    assert!(by_scores < by_results / 2.0, "{by_scores} {by_results}");
}

const BOARD: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";

#[test]
fn lines_may_have_four_or_six_fields_and_other_operations() {
    let text = format!(
        "# games\n{BOARD} c9 \"1-0\";\n\n{BOARD} ce 12; c9 \"1/2-1/2\"; id \"x\";\n{BOARD} 2 3 ;c9 \"0-1\";\n"
    );
    for threads in [1, 3] {
        let data = Data::read(&text, threads).expect("good");
        let results: Vec<_> = (0..data.len()).map(|index| data.get(index).0.result).collect();
        assert_eq!(results, [1.0, 0.5, 0.0]);
    }
}

#[test]
fn the_first_invalid_line_is_reported() {
    for (line, result) in [("c9 \"2-0\";", true), ("ce 3;", true), ("c9 \"1-0;", false)] {
        let text = format!("{BOARD} c9 \"1-0\";\n{BOARD} {line}\nnonsense\n");
        let DataError { line, error } = Data::read(&text, 2).expect_err(line);
        assert_eq!((line, error == LineError::Result), (2, result), "{error}");
    }
}
