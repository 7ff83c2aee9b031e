//! Where the evaluation drops what it has counted.

use shakmaty::Color;

use super::{features::COUNT, tapered::Tapered, weights::WEIGHTS};

/// Takes counts of features. The evaluation is written once against it, so that play and tuning see the same.
pub trait TermSink {
    /// Side `us` has a feature so many times.
    fn add(&mut self, us: Color, feature: usize, count: i32);
}

/// The sum of weights: White's less Black's.
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

/// The counts themselves: White's less Black's.
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
