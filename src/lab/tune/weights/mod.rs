//! Fits the weights of `classical` to game results (Texel's tuning method, Österlund 2014).
//!
//! The search treats sigmoid(score / 400) as the expected result of a position. So good weights make
//! sigmoid(score / 400) equal to the average game result of positions with that score. The score of
//! `classical` is linear in its weights. The features of a position are counted once, by the same function
//! that evaluates ([`classical::count`](crate::evaluate::classical::count) into
//! [`Counts`](crate::evaluate::classical::term_sink::Counts)). Fitting weights to counted features is
//! logistic regression.
//!
//! In reading order: [`data`] (positions with results), [`gradient`] (loss and gradient on several threads),
//! [`optimizer`] (Adam), [`source`] (the weights as Rust code). Floating-point numbers are used only for
//! tuning; `classical` evaluates with integers.

pub mod data;
pub mod gradient;
pub mod optimizer;
pub mod source;

use crate::evaluate::classical::{features::COUNT, tapered::Tapered, weights::WEIGHTS};

/// Weights during tuning: all middlegame values, then all endgame values, in centipawns.
pub type WeightVector = Vec<f64>;

/// Returns the weights of `classical` in this build of the engine.
pub fn current() -> WeightVector {
    let middlegame = WEIGHTS.iter().map(|weight| f64::from(weight.middlegame()));
    let endgame = WEIGHTS.iter().map(|weight| f64::from(weight.endgame()));
    middlegame.chain(endgame).collect()
}

/// Rounds tuned weights to whole centipawns and pairs middlegame and endgame values.
pub fn rounded(weights: &[f64]) -> Vec<Tapered> {
    let whole = |value: f64| value.round() as i32;
    (0..COUNT).map(|feature| Tapered::new(whole(weights[feature]), whole(weights[COUNT + feature]))).collect()
}

#[cfg(test)]
mod tests;
