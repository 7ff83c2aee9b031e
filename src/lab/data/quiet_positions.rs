//! Positions to tune an evaluator with: quiet ones out of games the engine plays against itself, each with the result of its game.
//!
//! *Quiet*, because an evaluator is asked at the end of the captures: where the best move takes something, or a check has
//! to be answered, its value is a guess at what the search would find.

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

/// Positions beyond this many centipawns teach little about any other.
const MAX_SCORE: i32 = 1_500;

/// How the games are played, and what is taken of them.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Decides everything, together with the number of a game.
    pub seed: u64,
    /// Plies of the random opening.
    pub random_plies: RangeInclusive<u32>,
    /// Nodes after which a search begins no further depth.
    pub nodes: u64,
    /// Positions taken of one game, at most.
    pub per_game: usize,
}

/// A quiet position out of a game.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// What the search thought of it, for the side to move.
    pub score: Score,
    /// The outcome of the game.
    pub outcome: KnownOutcome,
}

/// One line of EPD: `c9` is the result as PGN writes it, `ce` the score in centipawns for the side to move.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let epd = Epd::from_position(self.position.chess(), EnPassantMode::Legal);
        write!(f, "{epd} c9 \"{}\"; ce {};", self.outcome, self.score.raw())
    }
}

/// What one game gave.
#[derive(Clone, Debug)]
pub struct SampledGame {
    /// The game.
    pub game: Game,
    /// Its samples, in the order of the game.
    pub samples: Vec<Sample>,
}

/// Plays game `number` of a run. `None` if the signal stopped it.
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

/// Every quiet position of a game.
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

/// So many of the samples, each as likely, in their order (Knuth's algorithm S).
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
