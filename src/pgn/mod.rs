//! Games as PGN tells them, read strictly: what is not understood is named with its place, never passed over.
//!
//! All commands that take games read them here:
//! - A [`Splitter`] cuts a stream into games, one in memory at a time and each with its text as it stood there.
//! - [`Game`] is one of them read: its headers, its moves, which are legal, and what was written about them; or a [`Problem`], and the
//!   moves in front of it.
//! - [`StartTags`] say where a game begins, and which variants are chess.
//!
//! PGN is written elsewhere, by whoever has something to tell: [annotated games](crate::annotate::write), [games of
//! matches](crate::lab::pgn).

mod clock;
pub mod game;
pub mod problem;
mod read;
pub mod split;
mod start_tags;
mod unknown_words;

pub use self::{
    game::Game,
    problem::Problem,
    split::{RawGame, Splitter},
    start_tags::{StartError, StartTags},
};
