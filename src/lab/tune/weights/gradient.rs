//! Computes the loss of a set of `classical` weights and the gradient of the loss.
//!
//! A batch is split into a fixed number of slices, whose sums are added in order, so the result does not
//! depend on the number of threads.

use std::ops::Range;

use super::{
    WeightVector,
    data::{Data, Entry, Sample},
};
use crate::{evaluate::classical::features::COUNT, lab::tune::fork_join::fork_join};

/// Score in centipawns with an expected result of 1 / (1 + 1/e), about 73 %.
pub const SCALE: f64 = 400.0;
/// Number of slices into which a batch is split.
const SLICES: usize = 16;
/// Expected results are clamped to at least this distance from 0 and 1, so that one wrong prediction does not
/// give an infinite loss.
const MIN_PROBABILITY: f64 = 1e-9;

/// Returns the expected game result, 0 to 1, of a score in centipawns.
pub fn sigmoid(score: f64) -> f64 {
    1.0 / (1.0 + (-score / SCALE).exp())
}

/// Returns White's score of a position, in centipawns, computed with these weights.
fn score(weights: &[f64], sample: Sample, entries: &[Entry]) -> f64 {
    let (mut middlegame, mut endgame) = (0.0, 0.0);
    for entry in entries {
        let (feature, count) = (usize::from(entry.feature), f64::from(entry.count));
        middlegame += count * weights[feature];
        endgame += count * weights[COUNT + feature];
    }
    middlegame * f64::from(sample.middlegame) + endgame * f64::from(sample.endgame)
}

/// Returns the logarithmic loss of the expected result `expected` if the game result is `result`.
fn log_loss(expected: f64, result: f64) -> f64 {
    let expected = expected.clamp(MIN_PROBABILITY, 1.0 - MIN_PROBABILITY);
    -(result * expected.ln() + (1.0 - result) * (1.0 - expected).ln())
}

/// Loss and gradient of a set of weights, summed over a set of positions.
#[derive(Clone, Debug)]
pub(super) struct LossAndGradient {
    /// Sum of the losses of the positions.
    pub loss: f64,
    /// Sum of the derivatives of the loss by each weight, in units of 1 / [`SCALE`].
    pub gradient: WeightVector,
}

impl LossAndGradient {
    fn zero() -> Self {
        Self { loss: 0.0, gradient: vec![0.0; 2 * COUNT] }
    }

    fn add(&mut self, data: &Data, index: usize, weights: &[f64]) {
        let (sample, entries) = data.get(index);
        let (expected, target) = (sigmoid(score(weights, sample, entries)), f64::from(sample.target));
        self.loss += log_loss(expected, target);
        let error = expected - target;
        let (middlegame, endgame) = (error * f64::from(sample.middlegame), error * f64::from(sample.endgame));
        for entry in entries {
            let (feature, count) = (usize::from(entry.feature), f64::from(entry.count));
            self.gradient[feature] += count * middlegame;
            self.gradient[COUNT + feature] += count * endgame;
        }
    }

    fn merge(mut self, other: &Self) -> Self {
        self.loss += other.loss;
        for (sum, part) in self.gradient.iter_mut().zip(&other.gradient) {
            *sum += part;
        }
        self
    }
}

/// Computes the sums of loss and gradient over the positions in `batch`.
pub(super) fn loss_and_gradient(
    data: &Data,
    batch: &[u32],
    weights: &[f64],
    threads: usize,
) -> LossAndGradient {
    let slices: Vec<_> = batch.chunks(batch.len().div_ceil(SLICES).max(1)).collect();
    let sum = |slice: &&[u32]| {
        let mut sum = LossAndGradient::zero();
        for &index in *slice {
            sum.add(data, index as usize, weights);
        }
        sum
    };
    let shares = slices.chunks(slices.len().div_ceil(threads.max(1)).max(1));
    let parts = fork_join(shares, |share| share.iter().map(sum).collect::<Vec<_>>());
    parts.iter().flatten().fold(LossAndGradient::zero(), LossAndGradient::merge)
}

/// Returns White's score, computed with `weights`, and White's game result, for the positions in `range`.
pub fn scores(data: &Data, range: Range<usize>, weights: &[f64]) -> Vec<(f64, f64)> {
    let one = |index| {
        let (sample, entries) = data.get(index);
        (score(weights, sample, entries), f64::from(sample.result))
    };
    range.map(one).collect()
}

/// Returns the mean logarithmic loss of these scores and results if all scores are multiplied by `factor`.
pub(super) fn mean_loss(scores: &[(f64, f64)], factor: f64) -> f64 {
    let losses = scores.iter().map(|(score, result)| log_loss(sigmoid(factor * score), *result));
    losses.sum::<f64>() / scores.len().max(1) as f64
}

/// Returns the factor K, between 1/16 and 16, for which sigmoid(K · score / 400) predicts the game results
/// best.
pub(super) fn fit_k(scores: &[(f64, f64)]) -> f64 {
    // Ternary search on a logarithmic scale; the loss is convex in the factor.
    let (mut low, mut high) = (-4.0_f64, 4.0_f64);
    for _ in 0..40 {
        let third = (high - low) / 3.0;
        if mean_loss(scores, (low + third).exp2()) < mean_loss(scores, (high - third).exp2()) {
            high -= third;
        } else {
            low += third;
        }
    }
    f64::midpoint(low, high).exp2()
}
