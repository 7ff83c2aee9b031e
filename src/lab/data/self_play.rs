//! Games to train networks with: played as those for [`quiet`](super::quiet_positions) positions, but stored whole, so that what is taken of
//! them can be decided again for each training.

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

/// Streams of dice that each worker of a run has for its games.
const GAME_NUMBER_BITS: u32 = 32;

/// How the games are played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Decides everything, together with the number of a game.
    pub seed: Seed,
    /// Plies of the random opening.
    pub random_plies: RangeInclusive<u32>,
    /// Nodes after which a search begins no further depth.
    pub nodes: u64,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// What is stored of it.
    pub game: ScoredGame,
    /// Nodes of its searches.
    pub nodes: u64,
    /// What a search said that failed; such a game is not worth storing.
    pub fault: Option<String>,
}

/// Plays game `number` of a run. `None` if the signal stopped it.
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
