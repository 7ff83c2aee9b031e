//! Games of others, annotated: what each position was worth, where something was lost, and what would have been better.
//!
//! In the order of the work:
//! - [`pgn`](crate::pgn) cuts and reads the games; one that cannot be read is passed on as it stood there, and an [`AnnotateError`] says why.
//! - [`Annotator`] searches every position of a game; [`judgment`] says what a move lost, [`accuracy`] how well a side played.
//! - [`write`](mod@write) makes PGN of it again, [`graph`] a picture.

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
