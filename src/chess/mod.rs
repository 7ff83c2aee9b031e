//! Chess on top of the crate shakmaty: positions, moves, scores, and the files that store them.
//!
//! - [`position`]: rules, keys, packed moves, [static exchange evaluation](position::see), [reading
//!   moves](position::read_move); [`game_result`] says how a game ended.
//! - [`score`]: centipawns and mates on one scale. [`game`]: the trait that minimax needs from a game.
//! - [`pgn`], [`epd`]: files of games and positions. [`positions`]: the positions that are part of the program.
//! - [`book`]: opening books in PolyGlot format. [`tablebase`]: Syzygy endgame tablebases.

pub mod book;
pub mod epd;
pub mod game;
pub mod game_result;
#[cfg(feature = "tools")]
pub mod pgn;
pub mod position;
pub mod positions;
pub mod score;
pub mod tablebase;
