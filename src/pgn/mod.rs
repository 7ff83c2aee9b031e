//! Strict PGN reader: text that is not understood is an error with its place in the file, never skipped.
//!
//! All commands that read games use this module:
//! - [`Splitter`] splits a stream into games. One game at a time is in memory, with its original text.
//! - [`Game`] is a parsed game: headers, legal moves, comments, and variations. If a game has an error,
//!   [`Game::parse`] returns only a [`Problem`]; [`Game::prefix`] also returns the moves before an error in
//!   the moves.
//! - [`StartTags`] determines the start position from the headers, in standard chess or Chess960.
//!
//! Other modules write PGN: [annotated games](crate::annotate::write) and [games of
//! matches](crate::lab::pgn).

mod clock;
pub mod game;
pub mod problem;
mod read;
pub mod split;
mod start_tags;
mod unknown_words;

pub use self::{
    clock::parse_clock_time,
    game::Game,
    problem::Problem,
    split::{Collection, RawGame, Splitter},
    start_tags::{StartError, StartTags},
};
