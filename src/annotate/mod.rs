//! Games of others, annotated: what each position was worth, where something was lost, and what would have been better.
//!
//! In the order of the work:
//! - [`pgn`](crate::pgn) cuts and reads the games; one that cannot be read is passed on as it stood there, and an [`AnnotateError`] says why.
//! - [`Annotator`] searches every position of a game; [`judge`] says what a move lost, [`accuracy`] how well a side played.
//! - [`write`](mod@write) makes PGN of it again, [`graph`] a picture.

pub mod accuracy;
mod annotator;
pub mod graph;
pub mod judge;
mod refusal;
pub mod report;
pub mod write;

pub use self::{
    annotator::{Annotation, Annotator, JudgedMove, PositionAnalysis},
    refusal::AnnotateError,
};
