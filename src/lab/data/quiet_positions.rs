//! Training positions for `classical`: quiet positions from self-play games, each with the result of its
//! game.
//!
//! *Quiet* means that the side to move is not in check and the move played is neither a capture nor a
//! promotion to a queen. Quiescence search resolves captures before it uses the evaluator. So weights are
//! fitted to quiet positions only; where a capture is best or a check must be answered, a static evaluation
//! is unreliable.

use std::{fmt, ops::RangeInclusive};

use rand::{Rng, RngExt as _};
use shakmaty::{ByColor, EnPassantMode, KnownOutcome, fen::Epd};

use super::limits;
use crate::{
    engine::{player::Player, rng::game_rng},
    lab::{
        game::{self, Game},
        openings::random::{Starts, undecided_opening},
        referee::Adjudication,
    },
    position::{Position, is_noisy},
    score::Score,
    search::StopFlag,
};

/// Positions with this absolute score or more, in centipawns, are skipped: they teach little about undecided
/// positions.
const MAX_SCORE: i32 = 1_500;

/// Settings of a run: how its games are played, and how many positions of each game are used.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed of the run; seed and game number together determine a game.
    pub seed: u64,
    /// Start positions of the games.
    pub starts: Starts,
    /// Allowed number of random plies in the opening of a game.
    pub random_plies: RangeInclusive<u32>,
    /// Soft node limit per move: after this number of nodes a search starts no new iteration.
    pub nodes: u64,
    /// Maximum number of positions selected from one game.
    pub per_game: usize,
}

/// A quiet position of a self-play game, with its score and the game result.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The quiet position.
    pub position: Position,
    /// Score of the search in this position, for the side to move.
    pub score: Score,
    /// Result of the game in which the position occurred.
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

/// A self-play game with the quiet positions selected from it.
#[derive(Clone, Debug)]
pub struct SampledGame {
    /// The game that was played.
    pub game: Game,
    /// The quiet positions selected from the game, in the order in which they occurred.
    pub samples: Vec<Sample>,
}

/// Plays game `number` of a run and selects quiet positions from it. Returns `None` if the stop flag ended
/// the game.
pub fn play_and_sample(
    players: &mut [Player; 2],
    settings: &Settings,
    number: u64,
    signal: &StopFlag,
) -> Option<SampledGame> {
    let mut rng = game_rng(settings.seed, number);
    let (plies, nodes) = (&settings.random_plies, settings.nodes);
    let (_, opening, _) =
        undecided_opening(&mut players[0], &settings.starts, plies, nodes, &mut rng, signal)?;
    let limits = limits(settings.nodes);
    let [white, black] = players;
    let sides = ByColor { white, black };
    let allowances = ByColor { white: limits.clone().into(), black: limits.into() };
    let game = game::play(sides, &opening, &allowances, Adjudication::QUIET_POSITIONS, signal)?;
    let samples = sample(quiet_positions(&game), settings.per_game, &mut rng);
    Some(SampledGame { game, samples })
}

/// Returns all quiet positions of a game after its opening whose score is exact and below [`MAX_SCORE`] in
/// absolute value.
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
