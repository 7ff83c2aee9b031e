//! SPSA (Spall 1992): tunes many parameters at once by games between two variants of the engine.
//!
//! Each step of SPSA chooses a random direction, up or down, for every parameter. In one variant of the
//! engine all parameters are moved in their random directions; in the other variant they are moved in the
//! opposite directions. The two variants play each other, and every parameter moves towards its value in the
//! variant that won more games. For each parameter, the effect of all other parameters on the games is noise,
//! which averages out over many steps. So a step needs only two variants of the engine, however many
//! parameters are tuned.
//!
//! The learning rate and the perturbations decrease as powers of the step number, with the exponents −0.602
//! (learning rate) and −0.101 (perturbations) that Spall 1998 recommends. The tuned value of a parameter is
//! the average of its values over the second half of the steps (Polyak averaging), because a single value
//! contains much noise.

use crate::support::rng::game_rng;
use rand::RngExt as _;

/// Exponent of the decrease of the learning rate with the number of steps.
const ALPHA: f64 = 0.602;
/// Exponent of the decrease of the perturbations with the number of steps.
const GAMMA: f64 = 0.101;
/// Stability constant A in the learning rate of SPSA, as a fraction of the number of all steps. The constant
/// makes the first steps smaller.
const STABILITY: f64 = 0.1;

/// A parameter that is tuned: its current value, range, and perturbation.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Current value of the parameter.
    pub value: f64,
    /// Sum of the values that the parameter had after each finished step of the second half of the tuning.
    pub sum: f64,
    /// Smallest allowed value of the parameter.
    pub min: i32,
    /// Largest allowed value of the parameter.
    pub max: i32,
    /// Size of the parameter's perturbation in the last step; earlier steps use larger perturbations.
    pub step: f64,
}

impl Parameter {
    /// Creates a parameter with this start value.
    pub fn new(value: i32, min: i32, max: i32, step: i32) -> Self {
        Self { value: value.into(), sum: 0.0, min, max, step: step.into() }
    }

    fn within(&self, value: f64) -> f64 {
        value.clamp(self.min.into(), self.max.into())
    }
}

/// State of an SPSA tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    /// The tuned parameters.
    pub parameters: Vec<Parameter>,
    /// Planned total number of SPSA steps.
    pub steps: u64,
    /// Number of finished SPSA steps.
    pub done: u64,
    /// Learning rate of the last step: each game that one variant wins more than the other moves a parameter
    /// by this multiple of its perturbation.
    pub rate: f64,
    /// Seed that determines the random directions and the rounding of the perturbed values.
    pub seed: u64,
}

/// Parameter values of the two variants of the engine that play each other in a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Direction in which the first variant moves each parameter: +1 (up) or −1 (down).
    directions: Vec<f64>,
    /// Parameter values of the first variant, moved in their directions, rounded and kept within the allowed
    /// range.
    pub up: Vec<i32>,
    /// Parameter values of the second variant, moved against their directions, rounded and kept within the
    /// allowed range.
    pub down: Vec<i32>,
}

impl Spsa {
    /// Returns the two variants that play in the next step. The variants depend only on the seed, the number
    /// of the step, and the current values.
    pub fn trial(&self) -> Trial {
        let mut rng = game_rng(self.seed, self.done);
        let mut trial = Trial { directions: Vec::new(), up: Vec::new(), down: Vec::new() };
        for parameter in &self.parameters {
            let direction = if rng.random() { 1.0 } else { -1.0 };
            let by = direction * self.perturbation(parameter);
            // Round at random, so that a small perturbation still reaches the neighbouring integers.
            let mut whole = |value: f64| {
                let value = parameter.within(value);
                parameter.within((value + rng.random::<f64>()).floor()) as i32
            };
            trial.up.push(whole(parameter.value + by));
            trial.down.push(whole(parameter.value - by));
            trial.directions.push(direction);
        }
        trial
    }

    /// Moves every parameter towards its value in the variant of `trial` that won more games, within the
    /// allowed range; `win_difference` is the number of games won by `up` minus the number won by `down`.
    pub fn update(&mut self, trial: &Trial, win_difference: i64) {
        let stability = STABILITY * self.steps as f64;
        let late = (stability + self.steps as f64) / (stability + self.done as f64 + 1.0);
        let shrink = (self.steps as f64 / (self.done as f64 + 1.0)).powf(GAMMA);
        let is_counted = self.done >= self.steps / 2;
        for (parameter, direction) in self.parameters.iter_mut().zip(&trial.directions) {
            let by =
                self.rate * parameter.step * late.powf(ALPHA) / shrink * win_difference as f64 * direction;
            parameter.value = parameter.within(parameter.value + by);
            if is_counted {
                parameter.sum += parameter.value;
            }
        }
        self.done += 1;
    }

    /// Returns the average value of every parameter over the finished steps of the second half, or the
    /// current values if no step of the second half is finished.
    pub fn averages(&self) -> Vec<f64> {
        let counted = self.done.saturating_sub(self.steps / 2);
        let average = |parameter: &Parameter| {
            if counted == 0 { parameter.value } else { parameter.sum / counted as f64 }
        };
        self.parameters.iter().map(average).collect()
    }

    fn perturbation(&self, parameter: &Parameter) -> f64 {
        parameter.step * (self.steps as f64 / (self.done as f64 + 1.0)).powf(GAMMA)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays one simulated game, which the variant nearer to (70, 20) wins more often.
    fn win_difference(trial: &Trial, rng: &mut impl rand::Rng) -> i64 {
        let off = |set: &[i32]| f64::from(set[0] - 70).powi(2) + f64::from(set[1] - 20).powi(2);
        let better = (off(&trial.down) - off(&trial.up)) / 2_000.0;
        if rng.random_bool((0.5 + better).clamp(0.1, 0.9)) { 1 } else { -1 }
    }

    fn spsa() -> Spsa {
        let parameters = vec![Parameter::new(40, 0, 100, 6), Parameter::new(50, 10, 100, 6)];
        Spsa { parameters, steps: 4_000, done: 0, rate: 0.05, seed: 3 }
    }

    #[test]
    fn parameters_move_to_the_values_that_win_games() {
        let mut spsa = spsa();
        let mut noise = game_rng(8, 0);
        while spsa.done < spsa.steps {
            let trial = spsa.trial();
            spsa.update(&trial, win_difference(&trial, &mut noise));
        }
        let averages = spsa.averages();
        assert!((averages[0] - 70.0).abs() < 6.0 && (averages[1] - 20.0).abs() < 6.0, "{averages:?}");
    }

    #[test]
    fn trials_stay_in_range_and_depend_on_seed_and_step() {
        let mut spsa = spsa();
        spsa.parameters = vec![Parameter::new(1, 1, 2, 9), Parameter::new(3, 0, 9, 1)];
        let (mut counts, trial) = ([0; 10], spsa.trial());
        assert_eq!(spsa.clone().trial(), trial);
        for done in 0..200 {
            spsa.done = done;
            let Trial { up, down, .. } = spsa.trial();
            assert!([up[0], down[0]].iter().all(|value| (1..=2).contains(value)));
            counts[up[1] as usize] += 1;
            counts[down[1] as usize] += 1;
        }
        assert!(counts[1] + counts[2] > 100 && counts[4] + counts[5] > 100, "{counts:?}");
        assert_ne!(Spsa { seed: 4, ..spsa.clone() }.trial(), spsa.trial());
        let differing = (0..200).filter(|done| Spsa { done: *done, ..spsa.clone() }.trial() != spsa.trial());
        assert!(differing.count() > 100);
    }

    #[test]
    fn a_draw_moves_nothing_a_loss_moves_back_and_values_stay_in_range() {
        let mut spsa = spsa();
        let trial = spsa.trial();
        let before = spsa.parameters.clone();
        spsa.update(&trial, 0);
        assert_eq!(spsa.parameters, before);
        spsa.update(&trial, -1);
        let away = (before[0].value - spsa.parameters[0].value) * trial.directions[0];
        assert!(away > 0.0, "{away}");
        spsa.update(&trial, 1_000_000);
        assert!(spsa.parameters.iter().all(|one| (0.0..=100.0).contains(&one.value)));
    }
}
