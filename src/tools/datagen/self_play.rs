//! Plays the self-play games that provide training positions for networks. One player plays both sides, and a
//! mate score ends a game at once. The games are stored completely, so that every training run can select its
//! own positions.

use std::ops::RangeInclusive;

use super::viriformat::{ScoredGame, ScoredPly};
use crate::{
    chess::game_result::GameResult,
    engine::{
        openings::random::{Starts, undecided_opening},
        player::Player,
    },
    search::{Limits, StopFlag},
    support::rng::game_rng,
    tools::matches::{game::play_alone, referee::Adjudication},
};

/// Hard node limit of a self-play search, as a multiple of its soft limit.
const HARD_LIMIT_FACTOR: u64 = 8;

/// Settings of a run of self-play games.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// Seed of the run; together with the number of a game it determines the game.
    pub seed: u64,
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
    /// The game as the file stores it.
    pub game: ScoredGame,
    /// Number of nodes searched for all moves of the game, without the check of the opening.
    pub nodes: u64,
    /// Error message if a search of the game failed; a game with a failed search is not stored.
    pub fault: Option<String>,
}

/// Plays game `number` of a run. Returns `None` if the stop flag ended the game or no undecided opening is found.
pub fn play(
    player: &mut Player,
    settings: &SelfPlaySettings,
    number: u64,
    signal: &StopFlag,
) -> Option<PlayedGame> {
    let mut rng = game_rng(settings.seed, number);
    let (plies, nodes) = (&settings.random_plies, settings.nodes);
    let line = undecided_opening(player, &settings.starts, plies, nodes, &mut rng, signal)?;
    let game = play_alone(player, &line, &limits(nodes), Adjudication::SELF_PLAY, signal)?;
    let plies = game.plies.iter().map(|ply| ScoredPly { mv: ply.mv, score: ply.score.raw() }).collect();
    let outcome = game.result.outcome();
    let fault = match game.result {
        GameResult::SearchFailed { message, .. } => Some(message),
        _ => None,
    };
    let nodes = game.plies.iter().map(|ply| ply.nodes).sum();
    Some(PlayedGame { game: ScoredGame { start: line.position().clone(), plies, outcome }, nodes, fault })
}

/// Returns the limits of a self-play search: it starts no new iteration after `nodes` nodes and stops at
/// eight times as many.
pub(super) fn limits(nodes: u64) -> Limits {
    Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD_LIMIT_FACTOR)),
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_states_the_hard_limit_of_a_self_play_search() {
        let text = format!("a search never exceeds {HARD_LIMIT_FACTOR}·N nodes.");
        crate::support::text::assert_states("src/tools/matches/README.md", &text);
    }
}
