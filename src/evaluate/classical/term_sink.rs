//! Receivers of feature counts: a weighted sum for playing, and the counts themselves for fitting and for tests.

use shakmaty::Color;

use super::{features::COUNT, tapered::Tapered, weights::WEIGHTS};

/// Receives counts of features. The evaluation is written once with this trait, so that the counts are those
/// of the evaluation that plays.
pub trait TermSink {
    /// Adds `count` occurrences of a feature of side `us`.
    fn add(&mut self, us: Color, feature: usize, count: i32);
}

/// Sum of weighted counts: White's minus Black's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total(pub Tapered);

impl TermSink for Total {
    #[inline]
    fn add(&mut self, us: Color, feature: usize, count: i32) {
        let value = WEIGHTS[feature] * count;
        if us.is_white() {
            self.0 += value;
        } else {
            self.0 -= value;
        }
    }
}

/// Number of occurrences of each feature: White's minus Black's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts(pub Box<[i32; COUNT]>);

impl Default for Counts {
    fn default() -> Self {
        Self(Box::new([0; COUNT]))
    }
}

impl TermSink for Counts {
    fn add(&mut self, us: Color, feature: usize, count: i32) {
        self.0[feature] += if us.is_white() { count } else { -count };
    }
}
