//! Computes the Elo difference of a match and its error from the results of game pairs.
//!
//! Every opening is played twice with colours reversed. The two games of a pair are not independent: they
//! start from the same opening, and each player has the favoured side once. So the statistics count pairs, by
//! the points of the first player: 0, ½, 1, 1½ or 2. The numbers of pairs with 0, ½, 1, 1½ and 2 points are
//! the input of the *pentanomial* model. The variance of pairs is smaller than the variance of single games
//! suggests, so fewer games are needed (Michel Van den Bergh, "The generalized sequential probability ratio
//! test", 2019).
//!
//! The formulas are those of fastchess (`elo_pentanomial.cpp`, MIT). The confidence interval is the mean score of
//! the pairs ± 1.96 standard deviations of the mean. The error of the Elo difference is half of the distance
//! between the ends of this interval, in Elo. If an end of the interval lies beyond 0 or 100 % of the points,
//! fastchess reports an infinite error; this module keeps both ends at least half a point inside 0 and 100 %.

/// 95 % of a normal distribution lie within this number of standard deviations.
const NORMAL_95: f64 = 1.959_963_985;

/// Numbers of game pairs by result: element i (0 to 4) counts the game pairs in which the first player scored
/// i half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// Elo difference, logistic or normalised. A logistic difference is 0 for equal strength and 400 for a score
/// of ten points to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// Elo difference, positive if the first player is stronger.
    pub value: f64,
    /// Half width of the 95 % confidence interval of the Elo difference, in Elo.
    pub error: f64,
}

impl Pentanomial {
    /// Counts a pair in which the first player made `half_points`, 0 to 4.
    ///
    /// # Panics
    /// Panics if `half_points` is above 4.
    pub const fn count(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Returns the total number of game pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the score of the first player as a fraction of all points, 0 to 1; ½ before the first pair.
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 { 0.5 } else { self.mean(score_of) }
    }

    /// Returns the Elo difference between the first and the second player, with half the width of its 95 %
    /// confidence interval; `None` before the first pair, or if one player made all points.
    pub fn elo(&self) -> Option<Elo> {
        let score = self.score();
        if self.pairs() == 0 || score <= 0.0 || score >= 1.0 {
            return None;
        }
        let variance = self.mean(|kind| (score_of(kind) - score).powi(2));
        let margin = NORMAL_95 * (variance / self.pairs() as f64).sqrt();
        // Keep both ends of the confidence interval half a point away from 0 and 100 % of the points.
        let limit = 0.25 / self.pairs() as f64;
        let bound = |score: f64| elo_of(score.clamp(limit, 1.0 - limit));
        Some(Elo { value: elo_of(score), error: (bound(score + margin) - bound(score - margin)) / 2.0 })
    }

    /// Returns the difference in normalised Elo with its error; `None` before the first pair or if the first
    /// player made the same points in every pair.
    ///
    /// The number of games needed to measure a difference in normalised Elo does not depend on openings and
    /// time control (Michel Van den Bergh, "Normalized Elo", 2020).
    pub fn normalised_elo(&self) -> Option<Elo> {
        let score = self.score();
        let variance =
            if self.pairs() == 0 { 0.0 } else { self.mean(|kind| (score_of(kind) - score).powi(2)) };
        let scale = 800.0 / std::f64::consts::LN_10 / (2.0 * variance).sqrt();
        let margin = NORMAL_95 * (variance / self.pairs() as f64).sqrt();
        (variance > 0.0).then_some(Elo { value: (score - 0.5) * scale, error: margin * scale })
    }

    fn mean(&self, value: impl Fn(usize) -> f64) -> f64 {
        let sum: f64 = self.0.iter().enumerate().map(|(kind, &count)| value(kind) * count as f64).sum();
        sum / self.pairs() as f64
    }
}

/// Returns the score of the first player in a pair with `kind` half points, as a fraction of the two points.
pub(super) fn score_of(kind: usize) -> f64 {
    kind as f64 / 4.0
}

/// Returns the expected score, 0 to 1, of a player who is `elo` Elo stronger than the opponent.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo_of(score: f64) -> f64 {
    // The sum with 0 replaces -0, the result for equal scores.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_its_error_agree_with_fastchess() {
        // Values of fastchess's own tests (app/tests/elo_test.cpp), given there with two decimals.
        for (counts, logistic, normalised) in [
            ([34, 54, 31 + 32, 64, 75], (55.58, 27.65), (57.94, 28.28)),
            ([332, 433, 457 + 41, 333, 334], (-8.64, 10.33), (-9.17, 10.96)),
            ([7_895, 8_757, 5_485 + 200, 568, 9_999], (-21.04, 2.95), (-19.01, 2.65)),
        ] {
            let pairs = Pentanomial(counts);
            for (elo, (value, error)) in [(pairs.elo(), logistic), (pairs.normalised_elo(), normalised)] {
                let elo = elo.expect("both sides have points");
                assert!((elo.value - value).abs() < 0.01, "{elo:?}");
                assert!((elo.error - error).abs() < 0.01, "{elo:?}");
            }
        }
    }

    #[test]
    fn pairs_of_one_point_each_give_an_elo_difference_of_zero() {
        let even = Pentanomial([0, 0, 50, 0, 0]);
        assert_eq!(even.elo(), Some(Elo { value: 0.0, error: 0.0 }));
        assert_eq!((even.normalised_elo(), Pentanomial::default().normalised_elo()), (None, None));
        assert!((even.score() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_error_is_finite_if_there_is_an_elo() {
        assert_eq!(Pentanomial::default().elo(), None);
        assert_eq!(Pentanomial([0, 0, 0, 0, 9]).elo(), None);
        for counts in [[0, 0, 0, 1, 0], [0, 0, 0, 1, 30], [1, 0, 0, 0, 1], [30, 1, 0, 0, 0]] {
            let elo = Pentanomial(counts).elo().expect("both sides have points");
            assert!(elo.value.is_finite() && elo.error.is_finite(), "{counts:?}: {elo:?}");
        }
    }
}
