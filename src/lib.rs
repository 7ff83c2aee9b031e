//! Glulam (work in progress).
pub mod engine;
pub mod epd;
pub mod evaluate;
pub mod game;
pub mod position;
pub mod score;
pub mod search;
pub mod uci;
