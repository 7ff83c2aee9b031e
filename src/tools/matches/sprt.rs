//! The sequential probability ratio test (SPRT, Wald 1945) over game pairs, which ends a match as soon as the
//! test is decided.
//!
//! The test compares two hypotheses about the first player A: *A is `elo0` Elo stronger than its opponent*
//! and *A is `elo1` Elo stronger*. After every game pair the test computes the log-likelihood ratio of all
//! results: the second hypothesis against the first. The match ends when the log-likelihood ratio reaches its
//! lower or upper bound. The two bounds of the ratio are set so that each kind of wrong verdict happens in
//! about one test of twenty.
//!
//! The distribution of the five pair results (0 to 2 points) is estimated from the pairs played so far. A
//! hypothesis fixes only the expected score. Of all distributions of pair results with that score, the test
//! uses the one that makes the observed results most likely. This test is the generalised SPRT with the
//! logistic, pentanomial model, as in Fishtest and fastchess (Michel Van den Bergh, "Comparing the
//! approximations for the generalized log likelihood ratio of a multinomial distribution", proposition 1.1).
//!
//! # Expected number of games
//!
//! Let v be the variance of the result of one game, and s₀, s₁ and s the expected scores at `elo0`, at `elo1`
//! and at the true Elo. Each game changes the log-likelihood ratio by μ on average, with the variance σ²:
//!
//! ```text
//! μ = (s₁ − s₀) (2s − s₀ − s₁) / (2v)        σ² = (s₁ − s₀)² / v
//! ```
//!
//! With the bounds ±B, the test takes (B/μ) · tanh(Bμ/σ²) games on average, or B²/σ² games if μ is zero
//! (Wald 1945).
//!
//! The guide of the bench (`src/tools/bench/README.md`) has a table of these numbers for v = 0.14. A margin of m
//! Elo after n games between nearly equal players implies v = n · (m · ln 10 / (1600 · 1.96))². In the
//! matches of at least 400 games with UHO openings on the pages of the layers, if the players differ by at
//! most 30 Elo, the mean of v is 0.14.
//!
//! # Agreement with fastchess
//!
//! Bounds, scores, the count of 0.001 for kinds of pairs that never occurred, and the most likely
//! distribution are as in fastchess (`sprt.cpp`, MIT; `model=logistic`, pentanomial). To find the most likely
//! distribution, fastchess computes a Lagrange multiplier to three decimals; this module computes it to the
//! precision of a double.

use super::pentanomial::{Pentanomial, expected_score, score_of};

/// Probability of a wrong verdict: of accepting a false `elo1`, and equally of accepting a false `elo0`.
const ERROR_PROBABILITY: f64 = 0.05;
/// Count used for a pair result that never occurred, as in Fishtest. With a count of zero some hypotheses
/// would be impossible.
const UNSEEN_COUNT: f64 = 1e-3;
/// Number of bisection steps that find the Lagrange multiplier; 60 steps give the precision of a double.
const HALVINGS: usize = 60;

/// A sequential test of two hypotheses about the Elo difference between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo difference between the players under the first hypothesis.
    pub elo0: f64,
    /// Elo difference between the players under the second hypothesis; greater than `elo0`.
    pub elo1: f64,
}

/// State of a sequential test (SPRT) after the game pairs that are finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The test has accepted the first hypothesis, `elo0`.
    Rejected,
    /// The test has not accepted either hypothesis yet.
    Open,
    /// The test has accepted the second hypothesis, `elo1`.
    Accepted,
}

impl Sprt {
    /// Returns the bound of the log-likelihood ratio: the test accepts `elo1` at or above the bound, and
    /// `elo0` at or below the negative bound.
    pub fn bound() -> f64 {
        ((1.0 - ERROR_PROBABILITY) / ERROR_PROBABILITY).ln()
    }

    /// Returns the log-likelihood ratio of the game pairs `pairs`: hypothesis `elo1` against hypothesis
    /// `elo0`; 0 before the first pair.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| (count as f64).max(UNSEEN_COUNT));
        likelihood(&counts, expected_score(self.elo1)) - likelihood(&counts, expected_score(self.elo0))
    }

    /// Returns the verdict of the test after the game pairs `pairs`.
    pub fn verdict(&self, pairs: &Pentanomial) -> SprtVerdict {
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= Self::bound() {
            SprtVerdict::Accepted
        } else if ratio <= -Self::bound() {
            SprtVerdict::Rejected
        } else {
            SprtVerdict::Open
        }
    }
}

/// Returns the largest log-likelihood of `counts` under any distribution with the mean `score`, up to a term
/// that does not depend on `score`.
///
/// The method of Lagrange multipliers shows that the best distribution gives pair result *i*, with nᵢ of n
/// pairs and score sᵢ, the probability nᵢ / (n (1 + x (sᵢ − score))). Here x is the zero of Σ nᵢ (sᵢ − score)
/// / (1 + x (sᵢ − score)), a function that decreases in x.
fn likelihood(counts: &[f64; 5], score: f64) -> f64 {
    let deviation = |kind: usize| score_of(kind) - score;
    let derivative = |x: f64| -> f64 {
        counts
            .iter()
            .enumerate()
            .map(|(kind, count)| count * deviation(kind) / (1.0 + x * deviation(kind)))
            .sum()
    };
    // The zero x is searched between these limits, within which no probability is negative.
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
    use crate::search::layers::ledger;

    /// Variance of the result of one game, in which the variance of a game pair is counted as that of two
    /// independent games.
    const GAME_VARIANCE: f64 = 0.14;

    /// Returns the expected number of games of the test if the first player is `elo` Elo stronger.
    fn expected_games(sprt: Sprt, elo: f64) -> f64 {
        let [s0, s1, s] = [sprt.elo0, sprt.elo1, elo].map(expected_score);
        let drift = (s1 - s0) * (2.0 * s - s0 - s1) / (2.0 * GAME_VARIANCE);
        let variance = (s1 - s0).powi(2) / GAME_VARIANCE;
        let bound = Sprt::bound();
        // Near the middle of the hypotheses the formula is nearly 0/0; its limit is used instead.
        if (bound * drift / variance).abs() < 1e-6 {
            bound * bound / variance
        } else {
            bound / drift * (bound * drift / variance).tanh()
        }
    }

    #[test]
    fn the_table_of_test_lengths_in_the_bench_guide_has_the_expected_numbers_of_games() {
        let guide = include_str!("../bench/README.md");
        let (_, table) = guide.split_once("| `elo0`, `elo1` |").expect("the table of test lengths");
        let mut lines = table.lines();
        let number = |cell: &str| {
            let last = cell.trim().rsplit(' ').next().unwrap_or_default();
            last.replace('−', "-").parse::<f64>().expect("an Elo value")
        };
        let header: Vec<_> = lines.next().expect("a header").trim_end_matches('|').split('|').collect();
        let columns: Vec<_> = header[1..].iter().map(|cell| number(cell)).collect();
        let rows: Vec<_> = lines.skip(1).take_while(|line| line.starts_with('|')).collect();
        assert_eq!((rows.len(), columns.len()), (4, 6));
        for row in rows {
            let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
            let (elo0, elo1) = cells[0].split_once(", ").expect("two hypotheses");
            let sprt = Sprt { elo0: number(elo0), elo1: number(elo1) };
            let expected: Vec<_> = columns
                .iter()
                .map(|&elo| crate::support::text::grouped(expected_games(sprt, elo).round() as u64))
                .collect();
            assert_eq!(cells[2..], expected, "{row}");
        }
        assert_eq!(expected_games(Sprt { elo0: 0.0, elo1: 10.0 }, 0.0).round() as u64, 3_585);
    }

    #[test]
    fn long_matches_between_nearly_equal_players_have_the_variance_of_the_table() {
        let mut matches: Vec<_> = ledger::match_results()
            .into_iter()
            .filter(|result| result.elo.abs() <= 30.0 && result.conditions.contains("UHO openings"))
            .filter_map(|result| Some((result.games?, result.elo as i32, result.margin)))
            .filter(|(games, ..)| *games >= 400.0)
            .collect();
        // A result of several layers together is on the page of each.
        matches.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        matches.dedup();
        assert!(matches.len() >= 10, "{matches:?}");
        let variance = |&(games, _, margin): &(f64, i32, f64)| {
            games * (margin * std::f64::consts::LN_10 / (1600.0 * 1.96)).powi(2)
        };
        let mean = matches.iter().map(variance).sum::<f64>() / matches.len() as f64;
        assert!((mean - GAME_VARIANCE).abs() < 0.01, "{mean} in {matches:?}");
    }

    fn ratio(elo0: f64, elo1: f64, counts: [u64; 5]) -> f64 {
        Sprt { elo0, elo1 }.log_likelihood_ratio(&Pentanomial(counts))
    }

    #[test]
    fn the_log_likelihood_ratio_agrees_with_fastchess() {
        // Values of fastchess's own tests (app/tests/sprt_test.cpp, "logistic pentanomial"), given there with
        // two decimals.
        let first = ratio(0.5, 2.5, [223, 9_863, 20_279 + 1_000, 10_037, 246]);
        assert!((first + 3.07).abs() < 0.03, "{first}");
        let second = ratio(0.0, 2.0, [871, 26_175, 55_003 + 980, 26_678, 821]);
        assert!((second + 4.98).abs() < 0.05, "{second}");
    }

    #[test]
    fn near_equality_the_ratio_is_that_of_a_normal_distribution() {
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
    fn a_match_is_decided_at_likelihood_ratios_of_about_twenty_to_one() {
        let sprt = Sprt { elo0: 0.0, elo1: 20.0 };
        let verdict = |counts| sprt.verdict(&Pentanomial(counts));
        assert_eq!(verdict([0; 5]), SprtVerdict::Open);
        assert_eq!(verdict([0, 10, 20, 10, 0]), SprtVerdict::Open);
        assert_eq!(verdict([0, 10, 40, 60, 30]), SprtVerdict::Accepted);
        assert_eq!(verdict([30, 60, 40, 10, 0]), SprtVerdict::Rejected);
        assert_eq!(
            verdict([0, 0, 0, 0, 60]),
            SprtVerdict::Accepted,
            "kinds of pairs that never occurred do not prevent a verdict"
        );
        assert!((Sprt::bound() - 2.944).abs() < 0.001);
    }

    #[test]
    fn swapping_players_mirrors_the_hypotheses_and_swapping_hypotheses_negates_the_ratio() {
        let forward = ratio(0.0, 5.0, [10, 40, 80, 55, 15]);
        let backward = ratio(0.0, -5.0, [15, 55, 80, 40, 10]);
        assert!((forward - backward).abs() < 1e-9);
        assert!((forward + ratio(5.0, 0.0, [10, 40, 80, 55, 15])).abs() < 1e-9);
    }
}
