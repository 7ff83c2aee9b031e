//! Experiments with the engine: matches, self-play data, tuners and the network trainer. The experiments
//! share players, openings, adjudication and statistics.
//!
//! A [`Player`](crate::engine::player::Player) is an engine setup with its own hash table and thread state.
//! [`game::play`] plays one game between two players, from an [opening](openings) until the rules or the
//! [`referee`] end it. [`run_numbered`](crate::engine::ordered_pool::run_numbered) plays many games in
//! parallel and returns them in the order of their numbers, so with node or depth limits the results do not
//! depend on the number of threads.
//!
//! - [`mod@matches`]: a match between two [engine configurations](matches::engine_config), in which both
//!   configurations play each opening with White and with Black; [`pentanomial`](matches::pentanomial)
//!   statistics, the [`sprt`](matches::sprt), and [`checkmate`](matches::checkmate), which measures how long
//!   each rung needs to mate a random player.
//! - [`data`]: [quiet positions](data::quiet_positions) with results, and [whole games](data::self_play) with
//!   scores, [packed](data::packed) in about two bytes per ply.
//! - [`tune`]: [search parameters](tune::spsa) by games, [weights of `classical`](tune::weights), the [WDL
//!   model](tune::wdl), and [networks](tune::network).
//! - [`openings`], [`pgn`], [`game_clock`]: openings, PGN output, and time controls.
#![doc = include_str!("README.md")]

pub mod data;
pub mod game;
pub mod game_clock;
pub mod matches;
pub mod openings;
pub mod pgn;
pub mod referee;
pub mod tune;
