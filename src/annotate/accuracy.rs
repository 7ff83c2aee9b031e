//! The accuracy of a side in percent, by Lichess's formula, so that the number means what it means there.
//!
//! Every position gets a win percentage on Lichess's curve of centipawns (a mate and everything beyond ten pawns counts as ten pawns).
//! A move's accuracy falls exponentially with the percentage points it lost. A side's accuracy is the middle between two means of its
//! moves: one weighted by how much the percentages sway around the move, and the harmonic one, which lets no disaster be averaged away
//! (lichess.org/page/accuracy and lila, `AccuracyPercent.scala`; Lichess begins at 15 centipawns, we with the score of the
//! first position).

use shakmaty::{ByColor, Color};

use crate::score::Score;

/// The slope of Lichess's curve, by centipawn.
const SLOPE: f64 = 0.003_682_08;
/// What all larger scores count as.
const MAX_CENTIPAWNS: i32 = 1_000;
/// The accuracy of a move that lost `x` points is `HEIGHT · exp(−FALL · x) − DEPTH + 1`.
const HEIGHT: f64 = 103.166_810_071_164_9;
const FALL: f64 = 0.043_544_153_867_539_51;
const DEPTH: f64 = 3.166_924_740_191_411;
/// A window for the swaying is a tenth of the game, within these bounds, and so is its deviation.
const WINDOW: [usize; 2] = [2, 8];
const WEIGHT: [f64; 2] = [0.5, 12.0];

/// The score as it is counted here, in centipawns.
pub fn capped(score: Score) -> i32 {
    match score.mate() {
        Some(_) if score > Score::DRAW => MAX_CENTIPAWNS,
        Some(_) => -MAX_CENTIPAWNS,
        None => score.raw().clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
    }
}

/// The accuracy of each side, 0 to 100, from the scores of all positions as White sees them, told in centipawns; `None` for a side
/// that made no move. `first` moved first.
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

/// Lichess's win percentage of a score.
fn win_percent(centipawns: i32) -> f64 {
    100.0 / (1.0 + (-SLOPE * f64::from(centipawns)).exp())
}

/// The accuracy of a move that lost so many percentage points.
fn move_accuracy(lost: f64) -> f64 {
    if lost <= 0.0 { 100.0 } else { (HEIGHT * (-FALL * lost).exp() - DEPTH + 1.0).clamp(0.0, 100.0) }
}

/// How much the percentages sway around each move.
fn weights(percents: &[f64]) -> Vec<f64> {
    let size = (percents.len().saturating_sub(1) / 10).clamp(WINDOW[0], WINDOW[1]).min(percents.len().max(1));
    let first = percents.windows(size).next().map(deviation);
    let early = std::iter::repeat_n(first, size.saturating_sub(2)).flatten();
    early
        .chain(percents.windows(size).map(deviation))
        .map(|deviation| deviation.clamp(WEIGHT[0], WEIGHT[1]))
        .collect()
}

/// The standard deviation.
fn deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt()
}

/// The middle of the weighted and the harmonic mean.
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
    fn who_loses_nothing_is_fully_accurate_and_who_did_not_move_has_no_accuracy() {
        let sides = by_side(&scores(&[20, 20, 20, 20]), Color::White);
        assert_eq!((sides.white, sides.black), (Some(100.0), Some(100.0)));
        let sides = by_side(&scores(&[0, -10]), Color::Black);
        assert_eq!((sides.white, sides.black), (None, Some(100.0)));
        let none = by_side(&scores(&[0]), Color::White);
        assert!(none.white.is_none() && none.black.is_none());
        assert!(by_side(&[], Color::White).white.is_none());
    }

    #[test]
    fn the_formula_gives_lichess_s_values() {
        // The curve: 100 centipawns are 59.1 %; ten points lost leave 64.6 % of accuracy.
        assert!((win_percent(100) - 59.1).abs() < 0.05);
        assert!((move_accuracy(10.0) - 64.58).abs() < 0.01);
        assert!(move_accuracy(100.0) < f64::EPSILON);
        // One move from level to a mate lost: 47.5 points, and both means are that of the move.
        let sides = by_side(&[Score::DRAW, Score::mated_in(4)], Color::White);
        let alone = move_accuracy(win_percent(0) - win_percent(-1000));
        assert!((sides.white.expect("a move") - alone).abs() < 1e-9);
        assert!((alone - 10.8).abs() < 0.1, "{alone}");
    }

    #[test]
    fn a_blunder_counts_for_the_side_that_made_it() {
        let sides = by_side(&scores(&[0, 0, 500, 500, 500]), Color::White);
        assert_eq!(sides.white, Some(100.0));
        assert!(sides.black.expect("moved") < 75.0, "{sides:?}");
    }
}
