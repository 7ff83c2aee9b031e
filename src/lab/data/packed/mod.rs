//! Games with their scores, in about two bytes a ply: what networks learn from.
//!
//! A file is a [`header`] of 64 bytes and [`block`]s of at most 64 KiB, each with a checksum: a torn tail costs one block. A
//! block holds whole [`game`]s. A move is its number among the legal ones ([`move_index`]), a score the difference to what the opponent
//! thought a ply before ([`scores`]); both are [`bits`], and whoever reads them plays the game again. Nothing is left out when a game is
//! written: what to learn from it is decided later, by who reads. Numbers are little-endian.
//!
//! The idea of storing moves by their number is old; Rice codes are R. Rice's (1979). Viridithas and Stockfish's trainers pack games
//! as well, in other ways.

pub mod bits;
pub mod block;
pub mod file;
pub mod game;
pub mod header;
pub mod move_index;
pub mod scored_positions;
pub mod scores;
mod start;
pub mod summary;
#[cfg(test)]
mod tests;
pub mod training;

pub use self::{
    block::{Block, Blocks},
    file::{OpenError, Writer},
    game::{ScoredGame, ScoredPly},
    header::{Header, Seed},
};
