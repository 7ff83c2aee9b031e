//! Training positions for `classical`: quiet positions from self-play games, each with the result of its
//! game.
//!
//! *Quiet* means that the side to move is not in check and the move played is no capture or promotion. In the
//! search the evaluator is called after the captures; in a position where a capture is best or a check must
//! be answered, its value would be unreliable.

use std::{fmt, ops::RangeInclusive};

use rand::{Rng, RngExt as _};
use shakmaty::{ByColor, EnPassantMode, KnownOutcome, fen::Epd};

use super::limits;
use crate::{
    engine::{player::Player, rng::game_rng},
    lab::{
        game::{self, Game},
        openings::random::undecided_opening,
        referee::Adjudication,
    },
    position::{Position, is_noisy},
    score::Score,
    search::StopFlag,
};

/// Positions with a larger absolute score, in centipawns, are skipped: they say little about other positions.
const MAX_SCORE: i32 = 1_500;

/// How the games are played, and how many positions are taken.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed; together with the number of a game it determines the game.
    pub seed: u64,
    /// Number of random plies in the opening.
    pub random_plies: RangeInclusive<u32>,
    /// Soft node limit per move: no new iteration starts after it.
    pub nodes: u64,
    /// Maximum number of positions per game.
    pub per_game: usize,
}

/// A quiet position of a game.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The quiet position.
    pub position: Position,
    /// Score of the search, for the side to move.
    pub score: Score,
    /// Result of the game.
    pub outcome: KnownOutcome,
}

/// Writes one line of EPD: `c9` is the game result as in PGN, `ce` the score in centipawns for the side to
/// move.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let epd = Epd::from_position(self.position.chess(), EnPassantMode::Legal);
        write!(f, "{epd} c9 \"{}\"; ce {};", self.outcome, self.score.raw())
    }
}

/// A game with the positions selected from it.
#[derive(Clone, Debug)]
pub struct SampledGame {
    /// The game that was played.
    pub game: Game,
    /// The selected positions, in the order of the game.
    pub samples: Vec<Sample>,
}

/// Plays game `number` of a run and selects positions from it. Returns `None` if the stop flag ended the
/// game.
pub fn play_and_sample(
    players: &mut [Player; 2],
    settings: &Settings,
    number: u64,
    signal: &StopFlag,
) -> Option<SampledGame> {
    let mut rng = game_rng(settings.seed, number);
    let (opening, _) =
        undecided_opening(&mut players[0], &settings.random_plies, settings.nodes, &mut rng, signal)?;
    let limits = limits(settings.nodes);
    let [white, black] = players;
    let sides = ByColor { white, black };
    let allowances = ByColor { white: limits.clone().into(), black: limits.into() };
    let game = game::play(sides, &opening, &allowances, Adjudication::QUIET_POSITIONS, signal)?;
    let samples = sample(quiet_positions(&game), settings.per_game, &mut rng);
    Some(SampledGame { game, samples })
}

/// Returns all quiet positions of a game.
fn quiet_positions(game: &Game) -> Vec<Sample> {
    let mut position = game.opening.position().clone();
    let mut found = Vec::new();
    for ply in &game.plies {
        let next = position.play(ply.mv);
        let is_useful = ply.exact && ply.score.raw().abs() < MAX_SCORE;
        if is_useful && !position.is_check() && !is_noisy(ply.mv) {
            found.push(Sample { position, score: ply.score, outcome: game.result.outcome() });
        }
        position = next;
    }
    found
}

/// Selects up to `most` samples at random, all equally likely, and keeps their order (Knuth's algorithm S).
fn sample(samples: Vec<Sample>, most: usize, rng: &mut impl Rng) -> Vec<Sample> {
    let mut left = samples.len();
    let mut wanted = most.min(left);
    let mut sampled = Vec::with_capacity(wanted);
    for sample in samples {
        if rng.random_range(0..left) < wanted {
            sampled.push(sample);
            wanted -= 1;
        }
        left -= 1;
    }
    sampled
}
