//! Experiments: matches, self-play data, tuners and the network trainer. They share players, openings, referee and statistics.
//!
//! A [`Player`](crate::engine::player::Player) is an engine setup with its own hash table and thread state. [`game::play`] plays one
//! game between two players from an [opening](openings) until the rules or the [`referee`] end it.
//! [`run_numbered`](crate::engine::ordered_pool::run_numbered) plays many games at once and returns them in the order of their numbers,
//! so results do not depend on the number of threads.
//!
//! - [`mod@matches`]: a match of one [engine configuration](matches::engine_config) against another, every opening with both colours;
//!   [`pentanomial`](matches::pentanomial) statistics, the [`sprt`](matches::sprt), and
//!   [`checkmate`](matches::checkmate): how long each rung needs to mate a random player.
//! - [`data`]: [quiet positions](data::quiet_positions) with results, and [whole games](data::self_play) with scores,
//!   [packed](data::packed) in about two bytes per ply.
//! - [`tune`]: [parameters of the search](tune::spsa) by games, [weights of `classical`](tune::weights), the
//!   [WDL model](tune::wdl), and [networks](tune::network).
//! - [`openings`], [`pgn`], [`game_clock`]: where games begin, how they are written, their time.

pub mod data;
pub mod game;
pub mod game_clock;
pub mod matches;
pub mod openings;
pub mod pgn;
pub mod referee;
pub mod tune;
