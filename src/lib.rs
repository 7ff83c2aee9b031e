//! Glulam (work in progress).
pub mod evaluate;
pub mod game;
pub mod position;
pub mod score;
pub mod search;
