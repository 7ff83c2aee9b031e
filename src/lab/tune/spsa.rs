//! SPSA (Spall 1992): tunes many parameters at once by games between two variants of the engine.
//!
//! Each step chooses a random direction for every parameter. One variant has all parameters moved in their
//! directions, the other has them moved in the opposite directions. The variants play each other, and every
//! parameter moves towards the winner. The effect of all other parameters on the result is noise, which
//! averages out over many steps. So a step needs only two variants, however many parameters there are.
//!
//! Step sizes decrease with the powers that Spall 1998 recommends. The result is the average of the values
//! over the second half of the steps (Polyak averaging), because the last values are mostly noise.

use crate::engine::rng::game_rng;
use rand::RngExt as _;

/// Exponent by which the learning rate decreases.
const ALPHA: f64 = 0.602;
/// Exponent by which the perturbations decrease.
const GAMMA: f64 = 0.101;
/// Stability constant A of SPSA, as a fraction of all steps. It makes the first steps smaller.
const STABILITY: f64 = 0.1;

/// A parameter that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Current value of the parameter.
    pub value: f64,
    /// Sum of the parameter's values after each step of the second half.
    pub sum: f64,
    /// Smallest allowed value of the parameter.
    pub min: i32,
    /// Largest allowed value of the parameter.
    pub max: i32,
    /// Perturbation in the last step, which is the smallest one.
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
    /// Total number of SPSA steps.
    pub steps: u64,
    /// Number of finished SPSA steps.
    pub done: u64,
    /// Final learning rate: change of a parameter per game won more than lost, in units of its perturbation.
    pub rate: f64,
    /// Seed of the perturbations.
    pub seed: u64,
}

/// The two variants of the parameters that play in a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Direction of each parameter, +1 or −1.
    directions: Vec<f64>,
    /// Values of the first variant, moved in the directions.
    pub up: Vec<i32>,
    /// Values of the second variant, moved against the directions.
    pub down: Vec<i32>,
}

impl Spsa {
    /// Returns the variants of the next step. The variants depend only on the seed, the number of the step,
    /// and the current values.
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

    /// Moves every parameter after a trial; `win_difference` is the number of games won by `up` minus those
    /// won by `down`.
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

    /// Average values over the second half of the steps; the current values if it has not started.
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
