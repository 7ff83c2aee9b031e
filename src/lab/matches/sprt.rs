//! When to stop a match: the sequential probability ratio test (Wald 1945), over pairs of games.
//!
//! Two hypotheses, *A is `elo0` stronger* and *A is `elo1` stronger*. After every pair one asks how much likelier the results are under
//! the second than under the first; when that is clear enough either way, the match ends. Clear enough is an error in one test of twenty,
//! either way. How the pairs spread is taken from the pairs themselves: of all distributions with the score a
//! hypothesis says, the one that makes the results likeliest stands for it (generalised test, logistic model, pentanomial: what
//! Fishtest and fastchess compute; M. Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a
//! multinomial distribution", proposition 1.1). Bounds, scores, the thousandth for kinds that never came up and the likeliest distribution are
//! as in fastchess (`sprt.cpp`, `model=logistic`, pentanomial); it solves for the multiplier to a thousandth, this to the
//! last digit of a double.

use super::pentanomial::{Pentanomial, expected_score, score_of};

/// The probability of a wrong verdict, either way.
const ERROR_PROBABILITY: f64 = 0.05;
/// What stands for a kind of pair that never came up, as in Fishtest: a hypothesis must not be impossible.
const UNSEEN_COUNT: f64 = 1e-3;
/// Halvings of an interval: as fine as a double can tell.
const HALVINGS: usize = 60;

/// A test of two hypotheses about the difference in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first.
    pub elo0: f64,
    /// The second; greater.
    pub elo1: f64,
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Rather `elo0`.
    Rejected,
    /// Not decided yet.
    Open,
    /// Rather `elo1`.
    Accepted,
}

impl Sprt {
    /// The ratio of likelihoods, as a logarithm, at which a test is decided: below minus this, or above this.
    pub fn bound() -> f64 {
        ((1.0 - ERROR_PROBABILITY) / ERROR_PROBABILITY).ln()
    }

    /// How much likelier the pairs are under `elo1` than under `elo0`, as a logarithm.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| (count as f64).max(UNSEEN_COUNT));
        likelihood(&counts, expected_score(self.elo1)) - likelihood(&counts, expected_score(self.elo0))
    }

    /// What the pairs decide.
    pub fn verdict(&self, pairs: &Pentanomial) -> Verdict {
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= Self::bound() {
            Verdict::Accepted
        } else if ratio <= -Self::bound() {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

/// The logarithm of the greatest likelihood of `counts` under any distribution with the mean `score`, up to a term that `score` is
/// not part of.
///
/// By a Lagrange multiplier the best distribution gives kind *i* the share nᵢ / (n (1 + x (sᵢ − score))), where x
/// is the zero of Σ nᵢ (sᵢ − score) / (1 + x (sᵢ − score)), which falls as x grows.
fn likelihood(counts: &[f64; 5], score: f64) -> f64 {
    let deviation = |kind: usize| score_of(kind) - score;
    let derivative = |x: f64| -> f64 {
        counts
            .iter()
            .enumerate()
            .map(|(kind, count)| count * deviation(kind) / (1.0 + x * deviation(kind)))
            .sum()
    };
    // No share may be negative.
    let (mut low, mut high) = (-1.0 / deviation(4), -1.0 / deviation(0));
    for _ in 0..HALVINGS {
        let middle = low.midpoint(high);
        if derivative(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = low.midpoint(high);
    -counts.iter().enumerate().map(|(kind, count)| count * (x * deviation(kind)).ln_1p()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(elo0: f64, elo1: f64, counts: [u64; 5]) -> f64 {
        Sprt { elo0, elo1 }.log_likelihood_ratio(&Pentanomial(counts))
    }

    #[test]
    fn the_ratio_is_the_one_that_fastchess_tells() {
        // The numbers of fastchess's own tests (app/tests/sprt_test.cpp, "logistic pentanomial"), told there to a hundredth part.
        let first = ratio(0.5, 2.5, [223, 9_863, 20_279 + 1_000, 10_037, 246]);
        assert!((first + 3.07).abs() < 0.03, "{first}");
        let second = ratio(0.0, 2.0, [871, 26_175, 55_003 + 980, 26_678, 821]);
        assert!((second + 4.98).abs() < 0.05, "{second}");
    }

    #[test]
    fn near_even_the_ratio_is_that_of_a_normal_distribution() {
        // n (s1 − s0) (2 s̄ − s0 − s1) / (2 σ²), by hand: n = 1000, s̄ = 0.52, σ² = 0.0441 from these pairs.
        let counts = [50, 200, 420, 280, 50];
        let (score, variance) = (
            0.52,
            (50.0 * 0.52_f64.powi(2)
                + 200.0 * 0.27_f64.powi(2)
                + 420.0 * 0.02_f64.powi(2)
                + 280.0 * 0.23_f64.powi(2)
                + 50.0 * 0.48_f64.powi(2))
                / 1_000.0,
        );
        let (s0, s1) = (expected_score(0.0), expected_score(10.0));
        let normal = 1_000.0 * (s1 - s0) * (2.0 * score - s0 - s1) / (2.0 * variance);
        assert!((ratio(0.0, 10.0, counts) / normal - 1.0).abs() < 0.02);
    }

    #[test]
    fn a_match_is_decided_when_twenty_to_one_speaks_for_one_side() {
        let sprt = Sprt { elo0: 0.0, elo1: 20.0 };
        let verdict = |counts| sprt.verdict(&Pentanomial(counts));
        assert_eq!(verdict([0; 5]), Verdict::Open);
        assert_eq!(verdict([0, 10, 20, 10, 0]), Verdict::Open);
        assert_eq!(verdict([0, 10, 40, 60, 30]), Verdict::Accepted);
        assert_eq!(verdict([30, 60, 40, 10, 0]), Verdict::Rejected);
        assert_eq!(verdict([0, 0, 0, 0, 60]), Verdict::Accepted, "kinds that never came up are no obstacle");
        assert!((Sprt::bound() - 2.944).abs() < 0.001);
    }

    #[test]
    fn exchanging_the_players_and_the_hypotheses_turns_the_ratio_round() {
        let forward = ratio(0.0, 5.0, [10, 40, 80, 55, 15]);
        let backward = ratio(0.0, -5.0, [15, 55, 80, 40, 10]);
        assert!((forward - backward).abs() < 1e-9);
        assert!((forward + ratio(5.0, 0.0, [10, 40, 80, 55, 15])).abs() < 1e-9);
    }
}
