//! Schedules of the learning rate and of the weight of the game result. Both schedules are functions of the
//! training progress, which goes from 0 to 1.

use std::{f32::consts::PI, str::FromStr};

/// Number of steps in which the learning rate rises; trainings of fewer than 2,000 steps use a tenth of their
/// steps.
const WARM_UP: usize = 200;

/// Schedule of the learning rate: a linear rise (warm-up), then a fall along half a cosine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearningRate {
    /// Highest learning rate.
    pub highest: f32,
    /// Learning rate at the end of the training (training progress 1).
    pub last: f32,
}

impl LearningRate {
    /// Returns the learning rate of step number `step` (from 0) of `steps`, at this training progress (0 to
    /// 1).
    pub fn at(self, progress: f32, step: usize, steps: usize) -> f32 {
        let falling = self.last + (self.highest - self.last) * f32::midpoint(1.0, (PI * progress).cos());
        let warm_up = WARM_UP.min(steps / 10);
        if step >= warm_up {
            return falling;
        }
        (self.highest * (step + 1) as f32 / warm_up as f32).min(falling)
    }
}

/// Schedule of the weight of the game result in the training target, against the search score: constant for a
/// quarter of the training, then changing linearly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultShare {
    /// Weight of the game result in the first quarter of the training, from 0 to 1.
    pub first: f32,
    /// Weight of the game result at the end of the training, from 0 to 1.
    pub last: f32,
}

impl ResultShare {
    /// Returns the weight of the game result at this training progress.
    pub fn at(self, progress: f32) -> f32 {
        self.first + (self.last - self.first) * ((progress - 0.25) / 0.75).max(0.0)
    }
}

impl FromStr for ResultShare {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let share = |text: &str| {
            text.parse()
                .ok()
                .filter(|share| (0.0..=1.0).contains(share))
                .ok_or("write one weight from 0 to 1, as in 0.3, or a first and a last weight, as in 0.2-0.3")
        };
        Ok(Self { first: share(first)?, last: share(last)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_learning_rate_rises_and_then_falls_to_the_last_one() {
        let rates = LearningRate { highest: 1e-3, last: 1e-5 };
        assert!((rates.at(0.0, 0, 10_000) - 5e-6).abs() < 1e-9);
        assert!((rates.at(0.02, 199, 10_000) - 1e-3).abs() < 1e-6);
        assert!(rates.at(0.5, 5_000, 10_000) < 0.6e-3);
        assert!((rates.at(1.0, 10_000, 10_000) - 1e-5).abs() < 1e-8);
        assert!((rates.at(1.0, 9, 10_000) - 1e-5).abs() < 1e-8, "the time limit ends the warm-up early");
        assert!((rates.at(0.0, 0, 5) - 1e-3).abs() < 1e-9, "five steps have no warm-up");
    }

    #[test]
    fn one_weight_or_two_are_parsed_and_invalid_ones_rejected() {
        let share: ResultShare = "0.2-0.4".parse().expect("two");
        assert_eq!((share.at(0.0), share.at(0.25)), (0.2, 0.2));
        assert!((share.at(0.625) - 0.3).abs() < 1e-6 && (share.at(1.0) - 0.4).abs() < 1e-6);
        assert_eq!("0.3".parse(), Ok(ResultShare { first: 0.3, last: 0.3 }));
        for text in ["", "-", "0.3-", "1.5", "-0.1", "nan", "0.1-0.2-0.3"] {
            assert!(text.parse::<ResultShare>().is_err(), "{text}");
        }
    }
}
