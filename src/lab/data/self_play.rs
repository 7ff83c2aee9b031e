//! Plays the self-play games that provide training positions for networks. The self-play games are played
//! like the games for [quiet positions](super::quiet_positions), except that one player plays both sides and
//! a mate score ends a game at once. The games are stored completely, so that every training run can select
//! its own positions.

use std::ops::RangeInclusive;

use super::{
    limits,
    packed::{ScoredGame, ScoredPly, Seed},
};
use crate::{
    engine::{game_result::GameResult, player::Player, rng::game_rng},
    lab::{
        game::play_alone,
        openings::random::{Starts, undecided_opening},
        referee::Adjudication,
    },
    search::StopFlag,
};

/// Width in bits of the game number in the number of a random stream; the bits above it contain the worker
/// number.
const GAME_NUMBER_BITS: u32 = 32;

/// Settings of the self-play games of one worker.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Run and worker number; together with the number of a game they determine the game.
    pub seed: Seed,
    /// Start positions of the games.
    pub starts: Starts,
    /// Allowed number of random plies in the opening of a game.
    pub random_plies: RangeInclusive<u32>,
    /// Soft node limit per move: after this number of nodes a search starts no new iteration.
    pub nodes: u64,
}

/// A self-play game that has ended, by its result or by a failed search.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game in the form that a packed file stores.
    pub game: ScoredGame,
    /// Number of nodes searched for all moves of the game, without the check of the opening.
    pub nodes: u64,
    /// Error message if a search of the game failed; a game with a failed search is not stored.
    pub fault: Option<String>,
}

/// Plays self-play game `number` of a worker. Returns `None` if the stop flag ended the game.
pub fn play(player: &mut Player, settings: &Settings, number: u64, signal: &StopFlag) -> Option<PlayedGame> {
    let Seed { run, worker } = settings.seed;
    let mut rng = game_rng(run, u64::from(worker) << GAME_NUMBER_BITS | number);
    let (plies, nodes) = (&settings.random_plies, settings.nodes);
    let (start, line, moves) = undecided_opening(player, &settings.starts, plies, nodes, &mut rng, signal)?;
    let game = play_alone(player, &line, &limits(settings.nodes), Adjudication::SELF_PLAY, signal)?;
    let plies = game.plies.iter().map(|ply| ScoredPly { mv: ply.mv, score: ply.score.raw() }).collect();
    let outcome = game.result.outcome();
    let fault = match game.result {
        GameResult::SearchFailed { message, .. } => Some(message),
        _ => None,
    };
    let nodes = game.plies.iter().map(|ply| ply.nodes).sum();
    Some(PlayedGame { game: ScoredGame { start, opening: moves, plies, outcome }, nodes, fault })
}
