//! Openings of games: random moves, a file, or the command `genfens` of a test server.

pub mod file;
pub mod genfens;
pub mod random;
