//! What pairs of games say about two players.
//!
//! Every opening is played twice with colours reversed, and the two games of a pair are no independent trials: what one side
//! gets for its opening in the first it pays for in the second. So pairs are counted, by the points of the first player:
//! 0, ½, 1, 1½ or 2. That is five kinds, hence *pentanomial*. The spread of pairs is smaller than that of single games would say,
//! and fewer games decide (M. Van den Bergh, "The generalized sequential probability ratio test", 2019).
//!
//! The formulas are those of fastchess (`elo_pentanomial.cpp`): the mean and the variance of the pairs, 1.96 standard deviations of the
//! mean either way, and half of what lies between the two bounds in Elo. Where a bound lies beyond all points fastchess tells an
//! infinite error; here it is as far as half a point short of them.

/// 95 % of a normal distribution lie within so many standard deviations.
const NORMAL_95: f64 = 1.959_963_985;

/// Pairs of games, counted by the points the first player made in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// A difference of strength, logistic: 0 is an even match, 400 ten points to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference.
    pub value: f64,
    /// With 95 % probability it is wrong by no more than this.
    pub error: f64,
}

impl Pentanomial {
    /// Counts a pair in which the first player made so many half points, 0 to 4.
    ///
    /// # Panics
    /// If there are more than 4.
    pub const fn count(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of points of the first player, 0 to 1; ½ before the first pair.
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 { 0.5 } else { self.mean(score_of) }
    }

    /// The difference in Elo; `None` where there is no pair, or all points went to one side.
    pub fn elo(&self) -> Option<Elo> {
        let score = self.score();
        if self.pairs() == 0 || score <= 0.0 || score >= 1.0 {
            return None;
        }
        let variance = self.mean(|kind| (score_of(kind) - score).powi(2));
        let margin = NORMAL_95 * (variance / self.pairs() as f64).sqrt();
        // A bound beyond all points is as far as half a point short of them.
        let limit = 0.25 / self.pairs() as f64;
        let bound = |score: f64| elo_of(score.clamp(limit, 1.0 - limit));
        Some(Elo { value: elo_of(score), error: (bound(score + margin) - bound(score - margin)) / 2.0 })
    }

    /// The difference in normalised Elo, the unit in which every book and every time control needs as many games; `None` where pairs
    /// do not differ. (M. Van den Bergh, "Normalized Elo", 2020.)
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

/// The share of points in a pair of this kind.
pub(super) fn score_of(kind: usize) -> f64 {
    kind as f64 / 4.0
}

/// The expected share of points of a player who is `elo` stronger.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_its_error_are_those_that_fastchess_tells() {
        // The numbers of fastchess's own tests (app/tests/elo_test.cpp), told there to a hundredth part.
        for (counts, logistic, normalised) in [
            ([34, 54, 31 + 32, 64, 75], (55.58, 27.65), (57.94, 28.28)),
            ([332, 433, 457 + 41, 333, 334], (-8.64, 10.33), (-9.17, 10.96)),
            ([7_895, 8_757, 5_485 + 200, 568, 9_999], (-21.04, 2.95), (-19.01, 2.65)),
        ] {
            let pairs = Pentanomial(counts);
            for (elo, (value, error)) in [(pairs.elo(), logistic), (pairs.normalised_elo(), normalised)] {
                let elo = elo.expect("both have points");
                assert!((elo.value - value).abs() < 0.01, "{elo:?}");
                assert!((elo.error - error).abs() < 0.01, "{elo:?}");
            }
        }
    }

    #[test]
    fn pairs_that_are_always_shared_say_that_the_players_are_equal() {
        let even = Pentanomial([0, 0, 50, 0, 0]);
        assert_eq!(even.elo(), Some(Elo { value: 0.0, error: 0.0 }));
        assert_eq!((even.normalised_elo(), Pentanomial::default().normalised_elo()), (None, None));
        assert!((even.score() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_error_is_finite_wherever_there_is_an_elo() {
        assert_eq!(Pentanomial::default().elo(), None);
        assert_eq!(Pentanomial([0, 0, 0, 0, 9]).elo(), None);
        for counts in [[0, 0, 0, 1, 0], [0, 0, 0, 1, 30], [1, 0, 0, 0, 1], [30, 1, 0, 0, 0]] {
            let elo = Pentanomial(counts).elo().expect("both have points");
            assert!(elo.value.is_finite() && elo.error.is_finite(), "{counts:?}: {elo:?}");
        }
    }
}
