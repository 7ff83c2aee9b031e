//! What changes on the way: how far a step goes, and how much the result counts. Both hang on the way gone, from 0 to 1.

use std::{f32::consts::PI, fmt, str::FromStr};

/// Steps in which the rate rises, at most; a tenth of all if they are few.
const WARM_UP: usize = 200;

/// How far steps go: rising at first, then down along half a cosine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearningRate {
    /// The largest.
    pub highest: f32,
    /// The last.
    pub last: f32,
}

impl LearningRate {
    /// The rate of a step, from 0, of so many.
    pub fn at(self, progress: f32, step: usize, steps: usize) -> f32 {
        let falling = self.last + (self.highest - self.last) * f32::midpoint(1.0, (PI * progress).cos());
        let warm_up = WARM_UP.min(steps / 10);
        if step >= warm_up {
            return falling;
        }
        (self.highest * (step + 1) as f32 / warm_up as f32).min(falling)
    }
}

/// The weight of the result against the score: the first for a quarter of the way, then along a straight line to the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultShare {
    /// From 0 to 1.
    pub first: f32,
    /// From 0 to 1.
    pub last: f32,
}

impl ResultShare {
    /// The weight on this way.
    pub fn at(self, progress: f32) -> f32 {
        self.first + (self.last - self.first) * ((progress - 0.25) / 0.75).max(0.0)
    }
}

impl fmt::Display for ResultShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

/// Not a weight.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write one weight from 0 to 1 or two, as in 0.3 or 0.2-0.3")]
pub struct InvalidResultShare;

impl FromStr for ResultShare {
    type Err = InvalidResultShare;

    fn from_str(text: &str) -> Result<Self, InvalidResultShare> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let share = |text: &str| {
            text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or(InvalidResultShare)
        };
        Ok(Self { first: share(first)?, last: share(last)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_rise_then_fall_to_the_last() {
        let rates = LearningRate { highest: 1e-3, last: 1e-5 };
        assert!((rates.at(0.0, 0, 10_000) - 5e-6).abs() < 1e-9);
        assert!((rates.at(0.02, 199, 10_000) - 1e-3).abs() < 1e-6);
        assert!(rates.at(0.5, 5_000, 10_000) < 0.6e-3);
        assert!((rates.at(1.0, 10_000, 10_000) - 1e-5).abs() < 1e-8);
        assert!((rates.at(1.0, 9, 10_000) - 1e-5).abs() < 1e-8, "time ran out before it was warm");
        assert!((rates.at(0.0, 0, 5) - 1e-3).abs() < 1e-9, "no time to warm up");
    }

    #[test]
    fn shares_are_read_as_they_are_written() {
        let share: ResultShare = "0.2-0.4".parse().expect("two");
        assert_eq!((share.at(0.0), share.at(0.25)), (0.2, 0.2));
        assert!((share.at(0.625) - 0.3).abs() < 1e-6 && (share.at(1.0) - 0.4).abs() < 1e-6);
        assert_eq!(share.to_string().parse(), Ok(share));
        assert_eq!("0.3".parse(), Ok(ResultShare { first: 0.3, last: 0.3 }));
        for text in ["", "-", "0.3-", "1.5", "-0.1", "nan", "0.1-0.2-0.3"] {
            assert_eq!(text.parse::<ResultShare>(), Err(InvalidResultShare), "{text}");
        }
    }
}
