//! Openings of games by random moves: for training data, for matches, and for the command `genfens` of a test
//! server.

pub mod genfens;
pub mod random;
