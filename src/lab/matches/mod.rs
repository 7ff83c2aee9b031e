//! A match: two contestants, every opening twice with colours reversed.

pub mod checkmate;
pub mod engine_config;
pub mod pentanomial;
pub mod report;
pub mod sprt;

use std::{collections::BTreeMap, fmt, io, ops::ControlFlow};

use rand::seq::SliceRandom as _;
use shakmaty::{ByColor, Color, KnownOutcome};

use super::{
    game::{self, Allowance, Game},
    matches::{
        pentanomial::Pentanomial,
        sprt::{Sprt, Verdict},
    },
    referee::Adjudication,
};
use crate::{
    engine::{game_result::GameResult, ordered_pool::run_numbered, player::Player, rng::game_rng},
    position::Line,
    search::StopFlag,
};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The openings in the order they are played; begun anew when they are through.
    pub openings: Vec<Line>,
    /// Pairs of games, at most.
    pub pairs: u64,
    /// What the first and the second contestant have for their moves.
    pub allowances: [Allowance; 2],
    /// When a game is over.
    pub adjudication: Adjudication,
    /// A test that may end the match sooner.
    pub sprt: Option<Sprt>,
}

/// Both games from one opening.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Its number, from 0.
    pub number: u64,
    /// The first with the first contestant as White, the second with the other.
    pub games: [Game; 2],
}

/// What the first contestant has reached.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The pairs by their points.
    pub pairs: Pentanomial,
    /// Moves played.
    pub plies: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// Games that each of the contestants has lost by running out of time.
    pub time_losses: [u64; 2],
    /// How often games have ended for which [reason](GameResult::name).
    pub endings: BTreeMap<&'static str, u64>,
    /// Games in which a search failed: which, and what it said.
    pub faults: Vec<String>,
}

/// The color of the first contestant in the games of a pair.
const FIRST_COLORS: [Color; 2] = [Color::White, Color::Black];

/// Puts openings in an order that only the seed knows.
pub fn shuffle(openings: &mut [Line], seed: u64) {
    openings.shuffle(&mut game_rng(seed, 0));
}

impl MatchPlan {
    /// Plays the match, one thread for each pair of `players`, and calls `done` after each pair, in their order; the result does not
    /// hang on the number of threads as long as only nodes and depths end searches. `done` may break the match off.
    ///
    /// # Errors
    /// If the system has no thread left to give.
    pub fn play(
        &self,
        players: Vec<[Player; 2]>,
        signal: &StopFlag,
        mut done: impl FnMut(&Pair, &Standings) -> ControlFlow<()>,
    ) -> io::Result<Standings> {
        let mut standings = Standings::default();
        let job = |players: &mut [Player; 2], number| self.pair(players, number, signal);
        run_numbered(players, self.pairs, signal, job, |pair: Pair| {
            standings.add(&pair);
            done(&pair, &standings)?;
            let is_decided = self.sprt.is_some_and(|sprt| sprt.verdict(&standings.pairs) != Verdict::Open);
            if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(standings)
    }

    fn pair(&self, players: &mut [Player; 2], number: u64, signal: &StopFlag) -> Option<Pair> {
        let opening = &self.openings[number as usize % self.openings.len()];
        let [a, b] = players;
        let [allowance_a, allowance_b] = self.allowances.clone();
        let allowances = ByColor { white: allowance_a, black: allowance_b };
        number_games_of_both(a, b, 2 * number);
        let first = ByColor { white: &mut *a, black: &mut *b };
        let first = game::play(first, opening, &allowances, self.adjudication, signal)?;
        number_games_of_both(a, b, 2 * number + 1);
        let second = ByColor { white: b, black: a };
        let second = game::play(second, opening, &allowances.into_swapped(), self.adjudication, signal)?;
        Some(Pair { number, games: [first, second] })
    }
}

/// Gives both contestants the dice of a game, each others even of the same seed.
const fn number_games_of_both(first: &mut Player, second: &mut Player, game: u64) {
    first.number_games(2 * game);
    second.number_games(2 * game + 1);
}

impl Standings {
    /// Games played.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, pair: &Pair) {
        let mut half_points = 0;
        for (index, (game, color)) in pair.games.iter().zip(FIRST_COLORS).enumerate() {
            match game.result.outcome() {
                KnownOutcome::Decisive { winner } if winner == color => {
                    self.wins += 1;
                    half_points += 2;
                }
                KnownOutcome::Decisive { .. } => self.losses += 1,
                KnownOutcome::Draw => {
                    self.draws += 1;
                    half_points += 1;
                }
            }
            self.plies += game.plies.len() as u64;
            self.nodes += game.plies.iter().map(|ply| ply.nodes).sum::<u64>();
            self.add_ending(
                &game.result,
                color,
                format_args!("pair {}, game {}", pair.number + 1, index + 1),
            );
        }
        self.pairs.count(half_points);
    }

    /// Why a game has ended in which the first contestant had `color`.
    fn add_ending(&mut self, result: &GameResult, color: Color, place: fmt::Arguments<'_>) {
        *self.endings.entry(result.name()).or_default() += 1;
        let loser = usize::from(result.outcome().winner() == Some(color));
        match result {
            GameResult::TimeForfeit { drawn: false, .. } => self.time_losses[loser] += 1,
            GameResult::SearchFailed { message, .. } => {
                let side = ["the first", "the second"][loser];
                self.faults.push(format!("{place}: {side} failed: {message}"));
            }
            _ => (),
        }
    }
}

#[cfg(test)]
mod tests;
