//! Fits the curves of the WDL model by maximum likelihood.
//!
//! The method is Fisher scoring (Fisher 1925). Each step solves four linear equations with the gradient of
//! the log-likelihood and its expected curvature, and the step is halved until the likelihood increases. The
//! log-likelihood is nearly concave in the four parameters of the curves, so about ten Fisher scoring steps
//! reach the maximum from any reasonable start.

use super::tally::{Cell, ResultTally};
use crate::evaluate::wdl::curve::{Chances, Curve};

/// Maximum number of Fisher scoring steps of the fit.
const STEPS: usize = 60;
/// Maximum number of lengths tried for one step: the whole step, a half, a quarter, and so on.
const HALVINGS: i32 = 30;
/// The fit ends when a step increases the mean log-likelihood per position by less than this number.
const MIN_GAIN: f64 = 1e-10;
/// Lower limit of the predicted probability of a game result. Without this limit, a result with the predicted
/// probability 0 would give an infinite loss.
const MIN_PROBABILITY: f64 = 1e-9;

type Vector = [f64; 4];

/// Returns the mean log-likelihood per position of the counted game results; 0 would be perfect prediction.
pub fn log_likelihood(tally: &ResultTally, curve: &Curve) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for Cell { units, material, results } in tally.cells() {
        let Chances { win, draw, loss } = curve.chances(f64::from(units), f64::from(material));
        for (seen, chance) in results.into_iter().zip([loss, draw, win]) {
            sum += f64::from(seen) * chance.max(MIN_PROBABILITY).ln();
            count += f64::from(seen);
        }
    }
    sum / f64::max(count, 1.0)
}

/// Returns the curves for which the counted game results have the greatest likelihood. The search for them
/// starts at `start`.
pub fn fit(tally: &ResultTally, start: Curve) -> Curve {
    let (mut curve, mut likelihood) = (start, log_likelihood(tally, &start));
    for _ in 0..STEPS {
        let Some(step) = step(tally, &curve) else { return curve };
        let better = (0..HALVINGS).find_map(|halved| {
            let part = 0.5_f64.powi(halved);
            let tried =
                from_vector(std::array::from_fn(|place| to_vector(&curve)[place] + part * step[place]));
            let found = tried.is_sound().then(|| log_likelihood(tally, &tried))?;
            (found > likelihood).then_some((tried, found))
        });
        let Some((found, gain)) = better.map(|(found, better)| (found, better - likelihood)) else {
            return curve;
        };
        (curve, likelihood) = (found, likelihood + gain);
        if gain < MIN_GAIN {
            return curve;
        }
    }
    curve
}

/// Returns the next step of Fisher scoring, or `None` if there are too few different positions to compute a
/// step.
fn step(tally: &ResultTally, curve: &Curve) -> Option<Vector> {
    let (mut gradient, mut curvature) = ([0.0; 4], [[0.0; 4]; 4]);
    for Cell { units, material, results } in tally.cells() {
        let (units, material) = (f64::from(units), f64::from(material));
        let Chances { win, draw, loss } = curve.chances(units, material);
        let (even, width) = (curve.even(material), curve.width(material));
        // Derivatives of the win probability `chance` at the score `units` by the four parameters of `Curve`:
        // `even`, `even_by_pawn`, `width` and `width_by_pawn`. With the score negated, `chance` is the loss
        // probability.
        let slopes = |units: f64, chance: f64| -> Vector {
            let by_even = -chance * (1.0 - chance) / width;
            let by_width = by_even * (units - even) / width;
            [by_even, by_even * material, by_width, by_width * material]
        };
        let (of_win, of_loss) = (slopes(units, win), slopes(-units, loss));
        let of_draw: Vector = std::array::from_fn(|place| -of_win[place] - of_loss[place]);
        let positions: u32 = results.iter().sum();
        for ((seen, chance), slopes) in
            results.into_iter().zip([loss, draw, win]).zip([of_loss, of_draw, of_win])
        {
            let chance = chance.max(MIN_PROBABILITY);
            for (place, by) in slopes.into_iter().enumerate() {
                gradient[place] += f64::from(seen) * by / chance;
                for (other, by_other) in slopes.into_iter().enumerate() {
                    curvature[place][other] += f64::from(positions) * by * by_other / chance;
                }
            }
        }
    }
    solve(curvature, gradient)
}

/// Solves four linear equations by Gaussian elimination with partial pivoting. Returns `None` if the
/// equations are singular.
fn solve(mut rows: [Vector; 4], mut right: Vector) -> Option<Vector> {
    for column in 0..4 {
        let pivot = (column..4).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
        rows.swap(column, pivot);
        right.swap(column, pivot);
        let lead = rows[column];
        if lead[column].abs() < 1e-12 {
            return None;
        }
        for below in column + 1..4 {
            let factor = rows[below][column] / lead[column];
            rows[below].iter_mut().zip(lead).for_each(|(entry, lead)| *entry -= factor * lead);
            right[below] -= factor * right[column];
        }
    }
    let mut solution = [0.0; 4];
    for place in (0..4).rev() {
        let known: f64 = (place + 1..4).map(|later| rows[place][later] * solution[later]).sum();
        solution[place] = (right[place] - known) / rows[place][place];
    }
    solution.iter().all(|number| number.is_finite()).then_some(solution)
}

const fn to_vector(curve: &Curve) -> Vector {
    [curve.even, curve.even_by_pawn, curve.width, curve.width_by_pawn]
}

const fn from_vector([even, even_by_pawn, width, width_by_pawn]: Vector) -> Curve {
    Curve { even, even_by_pawn, width, width_by_pawn }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

    use super::{super::reliability::reliability, *};
    use crate::evaluate::Evaluator;

    const TRUE: Curve = Curve { even: 250.0, even_by_pawn: -1.2, width: 60.0, width_by_pawn: 0.9 };

    /// Generates positions whose results are random, with the probabilities of a known curve.
    fn drawn_from(curve: &Curve, positions: usize) -> ResultTally {
        let (mut tally, mut rng) = (ResultTally::default(), ChaCha8Rng::seed_from_u64(11));
        for _ in 0..positions {
            let (units, material) = (rng.random_range(-900..=900), rng.random_range(4..=78));
            let Chances { win, draw, .. } = curve.chances(f64::from(units), f64::from(material));
            let draw_number: f64 = rng.random();
            tally.count(
                units,
                material,
                if draw_number < win { 2 } else { usize::from(draw_number < win + draw) },
            );
        }
        tally
    }

    #[test]
    fn the_curve_of_synthetic_games_is_found_from_distant_starts() {
        let tally = drawn_from(&TRUE, 300_000);
        for start in [
            Curve { even: 60.0, even_by_pawn: 0.0, width: 200.0, width_by_pawn: 0.0 },
            Curve { even: 500.0, even_by_pawn: -2.0, width: 40.0, width_by_pawn: 3.0 },
        ] {
            let found = fit(&tally, start);
            let near = |material: f64| {
                (found.even(material) - TRUE.even(material)).abs() < 4.0
                    && (found.width(material) - TRUE.width(material)).abs() < 3.0
            };
            assert!(near(10.0) && near(40.0) && near(78.0), "{found:?}");
            assert!(log_likelihood(&tally, &found) >= log_likelihood(&tally, &TRUE));
        }
    }

    /// Returns the counts of a file with the columns that `network_games.tsv` describes.
    fn counts(file: &str) -> ResultTally {
        let mut tally = ResultTally::default();
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            let numbers: Vec<i32> =
                line.split('\t').map(|number| number.parse().expect("a number")).collect();
            let [units, material, results @ ..] = numbers.as_slice() else { panic!("five columns: {line}") };
            for (half_points, positions) in results.iter().enumerate() {
                (0..*positions).for_each(|_| tally.count(*units, *material as u32, half_points));
            }
        }
        tally
    }

    #[test]
    fn the_curve_of_the_network_is_the_fit_of_its_counted_games() {
        let (games, curve) = (counts(include_str!("network_games.tsv")), Evaluator::Network.curve());
        for start in [curve, Curve { even: 500.0, even_by_pawn: -2.0, width: 40.0, width_by_pawn: 3.0 }] {
            let found = fit(&games, start);
            let difference = |number: usize| (to_vector(&found)[number] - to_vector(&curve)[number]).abs();
            assert!(difference(0) < 0.1 && difference(2) < 0.1, "{found:?}");
            assert!(difference(1) < 0.01 && difference(3) < 0.01, "{found:?}");
        }
    }

    #[test]
    fn the_curve_of_the_network_predicts_the_results_of_games_that_it_was_not_fitted_to() {
        let (games, curve) = (counts(include_str!("kept_games.tsv")), Evaluator::Network.curve());
        let bands = reliability(&games, &curve);
        let excess = |result: usize| {
            let bands = bands.iter().flatten();
            bands.map(|band| band.predicted[result] - band.observed[result]).sum::<f64>()
                / games.positions() as f64
        };
        let (wins, draws) = (excess(0), excess(1));
        let points = wins + draws / 2.0;
        assert!(points.abs() < 0.015, "expected points minus points: {points:.3}");
        assert!(draws.abs() < 0.02, "expected share of draws minus share of draws: {draws:.3}");
    }

    #[test]
    fn without_games_the_fit_is_the_start_and_lost_games_alone_give_a_valid_curve() {
        assert_eq!(fit(&ResultTally::default(), TRUE), TRUE);
        let mut lost = ResultTally::default();
        (0..100).for_each(|units| lost.count(units, 20, 0));
        assert!(fit(&lost, TRUE).is_sound());
    }

    #[test]
    fn mate_scores_are_not_counted() {
        let mut tally = ResultTally::default();
        tally.count(3_000, 30, 2);
        tally.count(-3_000, 30, 0);
        tally.count(-2_999, 200, 1);
        let cell = Cell { units: -2_999, material: 78, results: [0, 1, 0] };
        assert_eq!((tally.positions(), tally.cells().collect::<Vec<_>>()), (1, vec![cell]));
    }
}
