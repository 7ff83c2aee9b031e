//! Gradient descent with Adam (Kingma and Ba 2014) over shuffled batches, with a pull towards the start
//! weights.

use std::f64::consts::PI;

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use super::{
    WeightVector,
    data::Data,
    gradient::{fit_k, loss_and_gradient, mean_loss, scores},
};
use crate::{
    evaluate::classical::{
        Terms,
        features::{COUNT, GROUPS},
    },
    lab::tune::adam::Adam,
};

/// Added to the divisor of a step, so that the step stays finite if the gradient of a weight was always zero.
const EPSILON: f64 = 1e-9;
/// A tenth of the positions is held out: the first tenth. If the data is in the order of the games, at most
/// one game has both held-out and training positions.
const HELD_OUT: usize = 10;
/// Approximate curvature of the loss of one position: p (1 − p) for an expected result p that is not near 0
/// or 1.
const CURVATURE: f64 = 0.2;

/// Settings of a fit of the `classical` weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Number of passes over the training positions.
    pub epochs: usize,
    /// Number of positions per optimizer step.
    pub batch: usize,
    /// Step size of the optimizer at the start, in centipawns; later steps are smaller.
    pub rate: f64,
    /// Strength of the pull towards the start weights, in positions. The weight of a feature that occurs
    /// in fewer than `pull` training positions hardly changes.
    pub pull: f64,
    /// Terms whose weights are tuned. The weights of the other terms are only multiplied by the factors K
    /// (see [`TunedWeights`]).
    pub terms: Terms,
    /// Number of threads; the result does not depend on it.
    pub threads: usize,
    /// Seed for the order of the positions.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self { epochs: 40, batch: 16_384, rate: 2.0, pull: 100.0, terms: Terms::ALL, threads: 1, seed: 1 }
    }
}

/// Mean logarithmic loss per position in one epoch, in nats: one value for the training positions and one for
/// the held-out positions. With fewer than ten positions, all positions count as held-out positions too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Number of the epoch (pass over the training positions), from 1.
    pub number: usize,
    /// Mean loss of the training positions; the loss of each batch is computed before the weights are updated
    /// with the batch.
    pub training: f64,
    /// Mean loss of the held-out positions with the weights at the end of the epoch.
    pub validation: f64,
}

/// Result of a fit of the weights.
#[derive(Clone, Debug, PartialEq)]
pub struct TunedWeights {
    /// The tuned weights, scaled such that sigmoid(score / 400) is the expected game result.
    pub weights: WeightVector,
    /// Factor K for which sigmoid(K · score / 400) fitted the results with the start weights.
    pub factor_before: f64,
    /// Factor K of the tuned weights before the final scaling; close to 1.
    pub factor_after: f64,
    /// Held-out loss of the start weights, with their factor K.
    pub loss_before: f64,
    /// Held-out loss of the tuned weights, with their factor K.
    pub loss_after: f64,
}

/// Tunes the weights, beginning with `start`, so that expected results fit the game results of `data`.
/// `report` is called after each epoch.
pub fn tune(data: &Data, start: &[f64], plan: &Plan, mut report: impl FnMut(Epoch)) -> TunedWeights {
    let held_out = data.len() / HELD_OUT;
    let mut order: Vec<u32> = (held_out as u32..data.len() as u32).collect();
    let validation = 0..if held_out == 0 { data.len() } else { held_out };

    let before = scores(data, 0..data.len(), start);
    let factor_before = fit_k(&before);
    let loss_before = mean_loss(&before[validation.clone()], factor_before);
    drop(before);
    let anchor: WeightVector = start.iter().map(|weight| weight * factor_before).collect();

    let mut optimizer = Optimizer::new(anchor, plan, order.len());
    let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
    for number in 1..=plan.epochs {
        shuffle(&mut order, &mut rng);
        let mut loss = 0.0;
        for batch in order.chunks(plan.batch.max(1)) {
            let batch_sum = loss_and_gradient(data, batch, &optimizer.weights, plan.threads);
            loss += batch_sum.loss;
            optimizer.step(&batch_sum.gradient, batch.len());
        }
        let training = loss / order.len().max(1) as f64;
        let validation = mean_loss(&scores(data, validation.clone(), &optimizer.weights), 1.0);
        report(Epoch { number, training, validation });
    }

    let after = scores(data, 0..data.len(), &optimizer.weights);
    let factor_after = fit_k(&after);
    let loss_after = mean_loss(&after[validation], factor_after);
    let weights = optimizer.weights.iter().map(|weight| weight * factor_after).collect();
    TunedWeights { weights, factor_before, factor_after, loss_before, loss_after }
}

fn shuffle(order: &mut [u32], rng: &mut ChaCha8Rng) {
    for last in (1..order.len()).rev() {
        order.swap(last, rng.random_range(0..=last));
    }
}

/// The weights during a fit, their start values, and the state of Adam.
struct Optimizer {
    weights: WeightVector,
    anchor: WeightVector,
    is_tuned: Vec<bool>,
    adam: Adam<f64>,
    /// Gradient that pulls a weight back, per centipawn of distance from its start value.
    pull: f64,
    rate: f64,
    steps: usize,
    all_steps: usize,
}

impl Optimizer {
    fn new(anchor: WeightVector, plan: &Plan, positions: usize) -> Self {
        let is_tuned = GROUPS.iter().flat_map(|group| vec![plan.terms.has(group.term); group.len]);
        let is_tuned: Vec<_> = is_tuned.collect();
        Self {
            weights: anchor.clone(),
            anchor,
            is_tuned: [is_tuned.clone(), is_tuned].concat(),
            adam: Adam::new(2 * COUNT),
            pull: plan.pull * CURVATURE / super::gradient::SCALE / positions.max(1) as f64,
            rate: plan.rate,
            steps: 0,
            all_steps: plan.epochs * positions.div_ceil(plan.batch.max(1)),
        }
    }

    /// Changes the tuned weights by one optimizer step; `gradients` are the gradients summed over a batch
    /// of `batch` positions. The step size decreases along half a cosine from the first step to the last.
    fn step(&mut self, gradients: &[f64], batch: usize) {
        self.steps += 1;
        let progress = self.steps as f64 / self.all_steps.max(1) as f64;
        let rate = self.rate * f64::midpoint(1.0, (PI * progress).cos());
        let correction = self.adam.next_step();
        for (index, gradient) in gradients.iter().enumerate() {
            if !self.is_tuned[index] {
                continue;
            }
            let pulled = self.pull * (self.weights[index] - self.anchor[index]);
            let gradient = gradient / batch as f64 + pulled;
            let (mean, square) = (&mut self.adam.mean[index], &mut self.adam.square[index]);
            Adam::update(mean, square, gradient);
            self.weights[index] -=
                rate * *mean / correction.mean / ((*square / correction.square).sqrt() + EPSILON);
        }
    }
}
