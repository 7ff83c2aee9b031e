//! Games of others, annotated: what each position was worth, where something was lost, and what would have been better.
//!
//! In the order of the work:
//! - [`split`] cuts a stream of PGN into games, one in memory at a time; [`game`] reads one and plays its moves, or says what the
//!   [`problem`] is: then it is passed on as it stood there.
//! - [`Annotator`] searches every position of a game; [`judge`] says what a move lost, [`accuracy`] how well a side played.
//! - [`write`](mod@write) makes PGN of it again, [`graph`] a picture.

pub mod accuracy;
mod annotator;
pub mod game;
pub mod graph;
pub mod judge;
pub mod problem;
mod read;
pub mod split;
mod words;
pub mod write;

pub use self::{
    annotator::{Annotation, Annotator, Judged, View},
    game::Game,
    problem::Problem,
    split::{RawGame, Splitter},
};
