//! Computes the accuracy of each side in percent by the formula of Lichess, so that the numbers are
//! comparable with Lichess.
//!
//! 1. The score of each position becomes a win percentage on Lichess's curve. A mate, or a score of more than
//!    ten pawns, counts as ten pawns.
//! 2. The accuracy of a move decreases exponentially with the percentage points that the move lost.
//! 3. The accuracy of a side is the average of two means over its moves: a mean weighted by the standard
//!    deviation of the win percentages around the move, and the harmonic mean, in which a single blunder has
//!    a large weight.
//!
//! Source: the page lichess.org/page/accuracy publishes the formulas of the first two steps. All digits of
//! the constants, the point that is added to the accuracy of a move, and the third step come from
//! `AccuracyPercent.scala` in lila (AGPL-3.0-or-later). The code is written for Glulam. One difference from
//! Lichess: Lichess uses 15 centipawns as the score before the first move, this module uses the score of the
//! first position.

use shakmaty::{ByColor, Color};

use crate::chess::score::Score;

/// Factor of the score in Lichess's win percentage, `100 / (1 + exp(−SLOPE · centipawns))`.
pub(super) const SLOPE: f64 = 0.003_682_08;
/// Limit to which scores are clamped before the win percentage is computed, in centipawns.
const MAX_CENTIPAWNS: i32 = 1_000;
/// The accuracy of a move that lost `x` percentage points is `HEIGHT · exp(−FALL · x) − DEPTH + 1`.
const HEIGHT: f64 = 103.166_810_071_164_9;
const FALL: f64 = 0.043_544_153_867_539_51;
const DEPTH: f64 = 3.166_924_740_191_411;
/// Minimum and maximum size, in positions, of the window for the standard deviation. Between these limits,
/// the window has a tenth of the plies of the game.
const WINDOW: [usize; 2] = [2, 8];
/// Limits to which the weight of a move is clamped; the weight is the standard deviation of the win
/// percentages in the window.
const WEIGHT: [f64; 2] = [0.5, 12.0];

/// Limits a score to ±1,000 centipawns. A mate becomes +1,000 or −1,000.
pub fn capped(score: Score) -> i32 {
    match score.mate() {
        Some(_) if score > Score::DRAW => MAX_CENTIPAWNS,
        Some(_) => -MAX_CENTIPAWNS,
        None => score.raw().clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
    }
}

/// Returns the accuracy of each side in percent, 0 to 100; `None` for a side that made no move.
///
/// `white_scores` are the scores of all positions of the game from White's point of view. `first` is the side
/// that moved first.
pub fn by_side(white_scores: &[Score], first: Color) -> ByColor<Option<f64>> {
    let percents: Vec<f64> = white_scores.iter().map(|&score| win_percent(capped(score))).collect();
    let weights = weights(&percents);
    let mut moves = ByColor::new_with(|_| Vec::new());
    let mut mover = first;
    for (pair, weight) in percents.windows(2).zip(weights) {
        let lost = if mover.is_white() { pair[0] - pair[1] } else { pair[1] - pair[0] };
        moves.get_mut(mover).push((move_accuracy(lost), weight));
        mover = !mover;
    }
    moves.map(|moves| mean(&moves))
}

/// Returns the win percentage (0 to 100) of a score on Lichess's curve.
fn win_percent(centipawns: i32) -> f64 {
    100.0 / (1.0 + (-SLOPE * f64::from(centipawns)).exp())
}

/// Returns the accuracy (0 to 100) of a move that lowered the win percentage of its side by `lost` points.
fn move_accuracy(lost: f64) -> f64 {
    if lost <= 0.0 { 100.0 } else { (HEIGHT * (-FALL * lost).exp() - DEPTH + 1.0).clamp(0.0, 100.0) }
}

/// Returns the weight of each move: the standard deviation of the win percentages in a window of positions
/// around the move.
fn weights(percents: &[f64]) -> Vec<f64> {
    let size = (percents.len().saturating_sub(1) / 10).clamp(WINDOW[0], WINDOW[1]).min(percents.len().max(1));
    let first = percents.windows(size).next().map(deviation);
    let early = std::iter::repeat_n(first, size.saturating_sub(2)).flatten();
    early
        .chain(percents.windows(size).map(deviation))
        .map(|deviation| deviation.clamp(WEIGHT[0], WEIGHT[1]))
        .collect()
}

/// Returns the standard deviation of `values`.
fn deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt()
}

/// Returns the average of two means of the accuracies: the mean by weight and the harmonic mean. `moves`
/// contains an accuracy and a weight for each move; if `moves` is empty, the result is `None`.
fn mean(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weights;
    let harmonic =
        moves.len() as f64 / moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum::<f64>();
    Some(weighted.midpoint(harmonic))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(centipawns: &[i32]) -> Vec<Score> {
        centipawns.iter().map(|&centipawns| Score::cp(centipawns)).collect()
    }

    #[test]
    fn accuracy_is_100_without_losses_and_absent_without_moves() {
        let sides = by_side(&scores(&[20, 20, 20, 20]), Color::White);
        assert_eq!((sides.white, sides.black), (Some(100.0), Some(100.0)));
        let sides = by_side(&scores(&[0, -10]), Color::Black);
        assert_eq!((sides.white, sides.black), (None, Some(100.0)));
        let none = by_side(&scores(&[0]), Color::White);
        assert!(none.white.is_none() && none.black.is_none());
        assert!(by_side(&[], Color::White).white.is_none());
    }

    #[test]
    fn the_formula_gives_the_values_of_lichess() {
        // 100 centipawns are a win percentage of 59.1; a loss of ten percentage points gives an accuracy of
        // 64.6 %.
        assert!((win_percent(100) - 59.1).abs() < 0.05);
        assert!((move_accuracy(10.0) - 64.58).abs() < 0.01);
        assert!(move_accuracy(100.0) < f64::EPSILON);
        // One move from equality to being mated loses 47.5 percentage points; both means equal the accuracy
        // of this move.
        let sides = by_side(&[Score::DRAW, Score::mated_in(4)], Color::White);
        let alone = move_accuracy(win_percent(0) - win_percent(-1000));
        assert!((sides.white.expect("a move") - alone).abs() < 1e-9);
        assert!((alone - 10.8).abs() < 0.1, "{alone}");
    }

    #[test]
    fn a_blunder_lowers_the_accuracy_of_the_side_that_played_it() {
        let sides = by_side(&scores(&[0, 0, 500, 500, 500]), Color::White);
        assert_eq!(sides.white, Some(100.0));
        assert!(sides.black.expect("moved") < 75.0, "{sides:?}");
    }
}
