//! Annotates PGN games with scores, best variations, glyphs for bad moves, and the accuracy of each side.
//!
//! 1. [`pgn`](crate::chess::pgn) splits and parses the games. A game that cannot be read is copied unchanged to PGN
//!    output, and an [`AnnotateError`] describes the problem.
//! 2. [`Annotator`] searches every position of a game. [`judgment`] classifies a move by the expected score
//!    that it lost; [`accuracy`] computes the accuracy of each side.
//! 3. [`write`](mod@write) writes the annotated PGN, [`report`] creates the JSON object of a game.
#![doc = include_str!("README.md")]

pub mod accuracy;
mod annotator;
pub(super) mod command;
mod error;
pub mod judgment;
pub mod report;
pub mod write;

pub use self::{
    annotator::{Annotation, Annotator, JudgedMove, PositionAnalysis, positions},
    error::AnnotateError,
};
