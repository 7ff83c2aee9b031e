//! The training loop: batch after batch, until all steps are done, the time is up, or the training is
//! stopped.

use std::{
    io,
    ops::ControlFlow,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use super::{
    adam::Adam,
    first_layer::{FirstBackward, FirstForward, FirstStep, Slice},
    fork_join::fork_join,
    gradient::{BatchLosses, LaterGradient, Target},
    layers::Layers,
    records::{Records, ShuffledRecords},
    sample::Sample,
    schedule::{LearningRate, ResultShare},
    step::LaterStep,
};
use crate::{evaluate::network::simd::SimdPath, tools::datagen::bulletformat::TrainingRecord};

/// Number of training steps between two progress reports.
const REPORT_EVERY: usize = 500;
/// Progress from which the parameters of all steps are averaged: in the last tenth of the training.
const AVERAGE_FROM: f32 = 0.9;
/// Maximum number of held-out positions evaluated for a progress report.
const MAX_HELD_OUT_RECORDS: usize = 200_000;

/// Settings of the training of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingPlan {
    /// Number of passes over the training records; fractions are allowed.
    pub epochs: f64,
    /// Number of records per training step.
    pub batch: usize,
    /// Learning rate schedule.
    pub rates: LearningRate,
    /// Weight of the game result in the training target; the search score has the remaining weight.
    pub result_share: ResultShare,
    /// Score in internal units with an expected result of 1 / (1 + 1/e), about 73 %.
    pub scale: i32,
    /// Number of threads. With another number of threads, sums are added in another order, and the network
    /// differs slightly. The first layer of N neurons uses at most N/64 threads.
    pub threads: usize,
    /// Seed for the order of the records.
    pub seed: u64,
    /// Time limit of the training; `None` for no time limit. The schedules of learning rate and result weight
    /// end at the time limit if the training reaches the time limit before its last step.
    pub time: Option<Duration>,
    /// Instruction set of the computations. All instruction sets give the same network.
    pub path: SimdPath,
}

/// Progress report of the training of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingReport {
    /// Number of finished training steps.
    pub step: usize,
    /// Planned number of training steps; the time limit may end the training earlier.
    pub steps: usize,
    /// Learning rate of the last step.
    pub rate: f32,
    /// Mean squared error of the network on the training positions since the last report, for the target of
    /// each training step.
    pub training: f64,
    /// Mean squared errors of the network on held-out positions for three fixed targets: the search score,
    /// the mean of search score and game result, and the game result. The values are 0 if there are no
    /// held-out positions.
    pub held_out: [f64; 3],
    /// Average training speed since the start, in positions per second.
    pub speed: f64,
}

/// Trains the network parameters `layers` on the training records and returns the result: the average of the
/// parameters over the last tenth of the training, in which the steps only move around a minimum (Polyak and
/// Juditsky 1992; bullet and Stockfish's trainer average as well).
///
/// `report` is called every 500 steps and after the last step, but not without training records; the training
/// ends if `report` returns `Break`. If another thread sets `stop`, the training ends after the current
/// optimizer step.
///
/// # Errors
/// An I/O error if a file of training records cannot be read again, or contains an invalid record by now.
pub fn train(
    records: &Records,
    layers: Layers,
    plan: &TrainingPlan,
    stop: &AtomicBool,
    mut report: impl FnMut(&TrainingReport, &Layers) -> ControlFlow<()>,
) -> io::Result<Layers> {
    let count = records.training_count();
    let batch = plan.batch.clamp(1, count.max(1));
    let steps = ((count as f64 * plan.epochs / batch as f64) as usize).max(1);
    let mut trainer = Trainer::new(layers, plan);
    let mut shuffled = ShuffledRecords::new(records, batch, plan.seed);
    let (started, mut loss, mut since) = (Instant::now(), 0.0, 0);
    for step in 1..=steps {
        if count == 0 {
            break;
        }
        let time_used = plan.time.map_or(0.0, |time| started.elapsed().as_secs_f64() / time.as_secs_f64());
        // The training progress is 1 at the time limit. Before the time limit it is at least the share of
        // finished steps.
        let progress = (time_used.min(1.0) as f32).max((step - 1) as f32 / steps as f32);
        let rate = plan.rates.at(progress, step - 1, steps);
        loss += trainer.step(shuffled.next_batch()?, progress, rate);
        since += batch;
        if progress >= AVERAGE_FROM {
            trainer.add_to_average();
        }
        let ends = step == steps || time_used >= 1.0 || stop.load(Ordering::Relaxed);
        if !ends && step % REPORT_EVERY != 0 {
            continue;
        }
        let speed = (step * batch) as f64 / started.elapsed().as_secs_f64();
        let network = trainer.result();
        let held_out = held_out_losses(records, network, plan.scale, plan.threads);
        let training = loss / since as f64;
        let flow = report(&TrainingReport { step, steps, rate, training, held_out, speed }, network);
        if ends || flow.is_break() {
            break;
        }
        (loss, since) = (0.0, 0);
    }
    Ok(trainer.result().clone())
}

/// State of the training of a network: parameters, optimizer, and gradients.
struct Trainer<'a> {
    plan: &'a TrainingPlan,
    /// The first layer in training.
    slices: Vec<Slice>,
    /// The network; [`Slice::write`] updates its first layer.
    layers: Layers,
    /// Average of `layers` over the last steps, and the number of these steps.
    average: Option<(Layers, u32)>,
    /// Optimizer of the later layers.
    adam: Adam,
    /// Gradients of the later layers, one for each thread.
    gradients: Vec<Layers>,
}

impl<'a> Trainer<'a> {
    fn new(mut layers: Layers, plan: &'a TrainingPlan) -> Self {
        layers.clip();
        let gradients = (0..plan.threads).map(|_| Layers::zero(layers.neurons())).collect();
        let adam = Adam::new(layers.later_mut().len());
        Self { plan, slices: Slice::all(&layers), layers, average: None, adam, gradients }
    }

    /// Adds the current parameters to the average.
    fn add_to_average(&mut self) {
        Slice::write(&self.slices, &mut self.layers);
        let (average, steps) = self.average.get_or_insert_with(|| (self.layers.clone(), 0));
        *steps += 1;
        let share = (*steps as f32).recip();
        let numbers = average.parameters_mut().iter_mut().zip(self.layers.parameters());
        numbers.for_each(|(average, number)| *average += (number - *average) * share);
    }

    /// Returns the average of the parameters, or before the first average the current parameters.
    fn result(&mut self) -> &Layers {
        Slice::write(&self.slices, &mut self.layers);
        self.average.as_ref().map_or(&self.layers, |(average, _)| average)
    }

    /// Trains one batch. Returns the sum over the batch of the squared differences between predicted result and
    /// training target.
    fn step(&mut self, batch: &[TrainingRecord], progress: f32, rate: f32) -> f64 {
        let (path, count, threads) = (self.plan.path, batch.len(), self.plan.threads);
        let target = Target { result: self.plan.result_share.at(progress), scale: self.plan.scale as f32 };
        let share = count.div_ceil(threads);
        let decode = |records: &[TrainingRecord]| records.iter().map(Sample::of).collect::<Vec<_>>();
        let samples = &fork_join(batch.chunks(share), decode).concat();
        let slices_share = self.slices.len().div_ceil(threads);
        fork_join(self.slices.chunks_mut(slices_share), |slices| path.run(FirstForward { slices, samples }));

        // Every thread gets its share of the samples, from every slice.
        let mut sums: Vec<_> = self.slices.iter_mut().map(|slice| slice.sums.chunks_mut(share)).collect();
        let shares = samples.chunks(share).map(|samples| {
            let sums: Vec<_> = sums.iter_mut().filter_map(Iterator::next).collect();
            (samples, sums)
        });
        let layers = &self.layers;
        let work =
            |((samples, sums), gradient)| path.run(LaterGradient { layers, samples, sums, target, gradient });
        let losses = fork_join(shares.zip(&mut self.gradients), work);

        fork_join(self.slices.chunks_mut(slices_share), |slices| {
            path.run(FirstBackward { slices, samples });
            path.run(FirstStep { slices, count, rate });
        });
        let gradients = &mut self.gradients[..losses.len()];
        path.run(LaterStep { layers: &mut self.layers, adam: &mut self.adam, gradients, count, rate });
        losses.into_iter().sum()
    }
}

/// Returns the mean squared errors of the network on held-out positions for three fixed targets: the search
/// score, the mean of search score and game result, and the game result. `scale` is the score in internal units at
/// which the expected result is 73 %.
pub fn held_out_losses(records: &Records, layers: &Layers, scale: i32, threads: usize) -> [f64; 3] {
    let (path, all, layers) = (SimdPath::best(), records.held_out(), &layers.rounded());
    let some: Vec<_> = all.iter().copied().step_by(all.len().div_ceil(MAX_HELD_OUT_RECORDS).max(1)).collect();
    let targets = [0.0, 0.5, 1.0].map(|result| Target { result, scale: scale as f32 });
    let shares = some.chunks(some.len().div_ceil(threads).max(1));
    let parts = fork_join(shares, |records| path.run(BatchLosses { layers, records, targets }));
    [0, 1, 2].map(|target| parts.iter().map(|part| part[target]).sum::<f64>() / some.len().max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_the_mean_of_the_averaged_parameters() {
        let plan = TrainingPlan {
            epochs: 1.0,
            batch: 1,
            rates: LearningRate { highest: 0.0, last: 0.0 },
            result_share: ResultShare { first: 0.0, last: 0.0 },
            scale: 400,
            threads: 1,
            seed: 1,
            time: None,
            path: SimdPath::best(),
        };
        let mut trainer = Trainer::new(Layers::zero(64), &plan);
        let set = |trainer: &mut Trainer<'_>, number| trainer.layers.later_mut().fill(number);
        let is = |trainer: &mut Trainer<'_>, number: f32| {
            let parts = trainer.result().parts();
            parts.second.iter().chain(parts.output_bias).all(|found| (found - number).abs() < 1e-6)
        };
        set(&mut trainer, 0.5);
        assert!(is(&mut trainer, 0.5), "nothing is averaged yet");
        for number in [1.0, 2.0, 6.0] {
            set(&mut trainer, number);
            trainer.add_to_average();
        }
        assert!(is(&mut trainer, 3.0));
    }
}
