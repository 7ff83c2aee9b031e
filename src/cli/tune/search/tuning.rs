//! The file of `engine tune search -o`: how far it is, so that it can be gone on with.

use serde::{Deserialize, Serialize};

/// A tuning under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// The seed of perturbations and openings.
    pub seed: u64,
    /// Games in all.
    pub games: u64,
    /// Nodes to a move.
    pub nodes: u64,
    /// Pairs of games to one step.
    pub pairs: u64,
    /// How far the last steps go.
    pub rate: f64,
    /// Steps done.
    pub done: u64,
    /// The numbers that move.
    pub tunables: Vec<Moved>,
}

/// A number that moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    /// Its UCI name.
    pub name: String,
    /// What it was.
    pub old: i32,
    /// What it is now.
    pub value: f64,
    /// The sum of what it was after each step of the second half.
    pub sum: f64,
}
