//! Packed games: self-play games with scores in about two bytes per ply, the source of training positions for
//! networks.
//!
//! A file is a [`header`] of 64 bytes followed by [`block`]s of at most 64 KiB. Each block has a checksum, so
//! if the end of a file is missing, a reader loses only the games from the incomplete block on. A block
//! contains whole [`game`]s. A move is stored as its index among the legal moves ([`move_index`]). A score is
//! stored as the sum of this score and the opponent's score one ply before ([`scores`]); the sum is small if
//! both sides evaluate alike. Moves and scores are written as [`bits`], and a reader replays the game. All
//! moves and scores are stored; the selection of training positions happens later, on export. Numbers in
//! headers are little-endian.
//!
//! Storing a move as its index among the legal moves is an old idea. Rice codes, the code used for scores,
//! are by Rice (1979). Viridithas and the trainers of Stockfish also pack games, in other formats.

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
pub(super) mod tests;
pub mod training;

pub use self::{
    bits::BitReader,
    block::{Block, Blocks},
    file::{OpenError, Writer},
    game::{ScoredGame, ScoredPly},
    header::{Header, Seed},
};
