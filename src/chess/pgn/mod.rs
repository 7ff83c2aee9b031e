//! PGN: a reader that takes games as people and programs write them, and a writer.
//!
//! Text that the reader does not understand is an error with its place in the file, never skipped. Its time is linear
//! in the length of the text.
//!
//! All commands that read games use this module:
//! - [`Splitter`] splits a stream into games. One game at a time is in memory, with its original text.
//! - [`PgnGame`] is a parsed game: headers, legal moves, comments, and variations. If a game has an error,
//!   [`PgnGame::parse`] returns only a [`Problem`]; [`PgnGame::prefix`] also returns the moves before an error in
//!   the moves.
//!   Its start position, in standard chess or Chess960, comes from the headers.
//! - [`write::game`] and [`write::Movetext`] write a game.

mod clock;
pub mod game;
pub mod headers;
pub mod problem;
mod scan;
pub mod split;
mod start_tags;
pub mod write;

pub use self::{
    clock::parse_clock_time,
    game::{PgnGame, PgnPly},
    problem::Problem,
    split::{Collection, RawGame, Splitter},
    start_tags::StartError,
};
