//! Root of the search: the [`driver`] runs one search from start to finish.

pub mod chess_game;
pub mod driver;
pub mod frozen;
