//! Self-play games for training networks. These games are played like the games for [quiet
//! positions](super::quiet_positions), but stored completely, so that every training run can select its own
//! positions.

use std::ops::RangeInclusive;

use super::{
    limits,
    packed::{ScoredGame, ScoredPly, Seed},
};
use crate::{
    engine::{game_result::GameResult, player::Player, rng::game_rng},
    lab::{game::play_alone, openings::random::undecided_opening, referee::Adjudication},
    position::Position,
    search::StopFlag,
};

/// Width in bits of the game number in a random stream; the worker number is above it.
const GAME_NUMBER_BITS: u32 = 32;

/// How the self-play games are played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed; together with the number of a game it determines the game.
    pub seed: Seed,
    /// Number of random plies in the opening.
    pub random_plies: RangeInclusive<u32>,
    /// Soft node limit per move: no new iteration starts after it.
    pub nodes: u64,
}

/// A finished self-play game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game as it is stored.
    pub game: ScoredGame,
    /// Number of nodes of all searches.
    pub nodes: u64,
    /// Error message of a failed search; such a game is not stored.
    pub fault: Option<String>,
}

/// Plays game `number` of a run. Returns `None` if the stop flag ended it.
pub fn play(player: &mut Player, settings: &Settings, number: u64, signal: &StopFlag) -> Option<PlayedGame> {
    let Seed { run, worker } = settings.seed;
    let mut rng = game_rng(run, u64::from(worker) << GAME_NUMBER_BITS | number);
    let (line, moves) = undecided_opening(player, &settings.random_plies, settings.nodes, &mut rng, signal)?;
    let game = play_alone(player, &line, &limits(settings.nodes), Adjudication::SELF_PLAY, signal)?;
    let plies = game.plies.iter().map(|ply| ScoredPly { mv: ply.mv, score: ply.score.raw() }).collect();
    let outcome = game.result.outcome();
    let fault = match game.result {
        GameResult::SearchFailed { message, .. } => Some(message),
        _ => None,
    };
    let nodes = game.plies.iter().map(|ply| ply.nodes).sum();
    Some(PlayedGame {
        game: ScoredGame { start: Position::start(), opening: moves, plies, outcome },
        nodes,
        fault,
    })
}
