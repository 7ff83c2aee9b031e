//! Games of the engine against itself, in one process and on as many threads as wished.
//!
//! A [`Player`](crate::engine::player::Player) is a setup with a table and a memory of its own. [`game::play`] lets two of them play from an
//! [`opening`](openings::random) until the rules end the game or a [`referee`] does; [`run_numbered`](crate::engine::ordered_pool::run_numbered) plays many games at once and hands them over in the
//! order of their numbers, so that nothing hangs on the number of threads. What is made of the games:
//! - [`openings::genfens`]: openings for a test server;
//! - [`data::quiet_positions`]: positions with results, to tune evaluators with;
//! - [`data::self_play`]: whole games with their scores, [`packed`](data::packed) in about two bytes a ply, to train networks with;
//! - [`mod@matches`]: a match of one [`contestant`](matches::engine_config) against another, every opening from both sides; [`pentanomial`](matches::pentanomial) says how
//!   much stronger one of them is, [`sprt`](matches::sprt) when enough has been played, [`pgn`] how the games went; [`openings`] come from
//!   files, time from [clocks](game_clock);
//! - [`matches::checkmate`]: how long each rung needs to mate a player who throws dice;
//! - [`tune::spsa`]: numbers of the search moved to where they win.

pub mod data;
pub mod game;
pub mod game_clock;
pub mod matches;
pub mod openings;
pub mod pgn;
pub mod referee;
pub mod tune;
