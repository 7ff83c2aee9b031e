//! Annotation of PGN games: scores, best variations, glyphs for bad moves, and the accuracy of each side.
//!
//! 1. [`pgn`](crate::pgn) splits and parses the games. A game that cannot be read is copied unchanged, with
//!    an [`AnnotateError`].
//! 2. [`Annotator`] searches every position of a game. [`judgment`] classifies the loss of a move;
//!    [`accuracy`] computes the accuracy of each side.
//! 3. [`write`](mod@write) writes the annotated PGN, [`report`] the JSON object, and [`graph`] the evaluation
//!    graph.
#![doc = include_str!("README.md")]

pub mod accuracy;
mod annotator;
mod error;
pub mod graph;
pub mod judgment;
pub mod report;
pub mod write;

pub use self::{
    annotator::{Annotation, Annotator, JudgedMove, PositionAnalysis},
    error::AnnotateError,
};
