//! Fitting the weights of `classical` to the results of games (Texel's method, Österlund 2014).
//!
//! A position is worth sigmoid(score / 400) of a point, says the whole search; so the weights are right when that is, on the
//! average, what the games brought. The evaluation is linear in its weights, and counting is done once, by the very function
//! that plays ([`classical::count`](crate::evaluate::classical::count) into [`Counts`](crate::evaluate::classical::term_sink::Counts)): what is left is logistic regression.
//!
//! In reading order: [`data`] (positions with results, packed), [`gradient`] (loss and gradient on many threads), [`optimizer`]
//! (Adam), [`source`] (the weights as Rust). Floats live here and never in a score.

pub mod data;
pub mod gradient;
pub mod optimizer;
pub mod source;

use crate::evaluate::classical::{features::COUNT, tapered::Tapered, weights::WEIGHTS};

/// Weights as they are being moved: all middlegame values, then all endgame values.
pub type WeightVector = Vec<f64>;

/// The weights the program was built with.
pub fn current() -> WeightVector {
    let middlegame = WEIGHTS.iter().map(|weight| f64::from(weight.middlegame()));
    let endgame = WEIGHTS.iter().map(|weight| f64::from(weight.endgame()));
    middlegame.chain(endgame).collect()
}

/// The nearest weights in whole centipawns.
pub fn rounded(weights: &[f64]) -> Vec<Tapered> {
    let whole = |value: f64| value.round() as i32;
    (0..COUNT).map(|feature| Tapered::new(whole(weights[feature]), whole(weights[COUNT + feature]))).collect()
}

#[cfg(test)]
mod tests;
