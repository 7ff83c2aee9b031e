//! SPSA (Spall 1992): many numbers tuned at once by games that can only tell which of two sets of them is better.
//!
//! At each step a coin decides for every number in which direction it is tried. The set with all of that added plays the set with
//! all of it taken away, and every number moves toward the side that won. What the others did to the result is noise that evens
//! out, so that a step costs the same two sets however many numbers there are. Steps get smaller by the powers that Spall 1998 recommends;
//! the numbers of the second half of the steps are averaged (Polyak), since the last ones are mostly noise.

use crate::engine::rng::game_rng;
use rand::RngExt as _;

/// The power by which moves get smaller.
const ALPHA: f64 = 0.602;
/// The power by which perturbations get smaller.
const GAMMA: f64 = 0.101;
/// The part of all steps by which the first ones are held back.
const STABILITY: f64 = 0.1;

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Where it is now.
    pub value: f64,
    /// The sum of its values after each step of the second half.
    pub sum: f64,
    /// The least it may be.
    pub min: i32,
    /// The most.
    pub max: i32,
    /// The last and smallest perturbation.
    pub step: f64,
}

impl Parameter {
    /// A number that begins at this value.
    pub fn new(value: i32, min: i32, max: i32, step: i32) -> Self {
        Self { value: value.into(), sum: 0.0, min, max, step: step.into() }
    }

    fn within(&self, value: f64) -> f64 {
        value.clamp(self.min.into(), self.max.into())
    }
}

/// A tuning under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    /// The numbers.
    pub parameters: Vec<Parameter>,
    /// Steps in all.
    pub steps: u64,
    /// Steps done.
    pub done: u64,
    /// How far the last steps go: by this times the perturbation for each game won more than lost.
    pub rate: f64,
    /// Another seed, other perturbations.
    pub seed: u64,
}

/// What a step tries: a direction for every number, and the whole numbers of both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// +1 or −1.
    directions: Vec<f64>,
    /// One side.
    pub up: Vec<i32>,
    /// The other.
    pub down: Vec<i32>,
}

impl Spsa {
    /// What the next step tries. It hangs on the seed and the number of the step alone.
    pub fn trial(&self) -> Trial {
        let mut rng = game_rng(self.seed, self.done);
        let mut trial = Trial { directions: Vec::new(), up: Vec::new(), down: Vec::new() };
        for parameter in &self.parameters {
            let direction = if rng.random() { 1.0 } else { -1.0 };
            let by = direction * self.perturbation(parameter);
            // Rounded by the dice, so that a number whose step is small is tried at its neighbours, too.
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

    /// Moves every number by what the trial has brought: games won by `up`, less those won by `down`.
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

    /// Where the numbers were on average in the second half of the steps; where they are as long as that has not begun.
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

    /// Games won more than lost where the side nearer to 70 and 20 wins more often.
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
    fn numbers_move_to_where_games_are_won() {
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
    fn trials_stay_in_range_and_hang_on_the_seed_and_the_step_alone() {
        let mut spsa = spsa();
        spsa.parameters = vec![Parameter::new(1, 1, 2, 9), Parameter::new(3, 0, 9, 1)];
        let (mut met, trial) = ([0; 10], spsa.trial());
        assert_eq!(spsa.clone().trial(), trial);
        for done in 0..200 {
            spsa.done = done;
            let Trial { up, down, .. } = spsa.trial();
            assert!([up[0], down[0]].iter().all(|value| (1..=2).contains(value)));
            met[up[1] as usize] += 1;
            met[down[1] as usize] += 1;
        }
        assert!(met[1] + met[2] > 100 && met[4] + met[5] > 100, "{met:?}");
        assert_ne!(Spsa { seed: 4, ..spsa.clone() }.trial(), spsa.trial());
    }

    #[test]
    fn who_loses_or_draws_moves_nothing_or_back_and_never_out_of_range() {
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
