//! Openings of games: from random moves, from a PGN file, or for the command `genfens` of a test server.

pub mod file;
pub mod genfens;
pub mod random;
