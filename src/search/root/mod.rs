//! One search from start to finish.

pub mod chess_game;
pub mod driver;
pub mod frozen;
