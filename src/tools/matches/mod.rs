//! Matches: two engine configurations play game pairs, each from one opening with colours reversed.
//!
//! A [`Player`] is an engine setup with its own hash table and thread state.
//! [`game::play`] plays one game between two players, from an [opening](openings) until the rules or the
//! [`referee`] end it. [`run_numbered`] plays many games in
//! parallel and returns them in the order of their numbers, so with node or depth limits the results do not
//! depend on the number of threads. Self-play ([`datagen`](crate::tools::datagen)) and the tuner of the search
//! parameters ([`tune`](crate::tools::tune)) play their games with the same functions.
//!
//! [`engine_config`] describes an engine of a match; [`pentanomial`] has the statistics of game pairs, [`sprt`] the
//! sequential test, and [`checkmate`] measures how long each rung needs to mate a random player.
#![doc = include_str!("README.md")]

pub mod checkmate;
pub(super) mod command;
pub mod engine_config;
pub mod game;
pub mod game_clock;
pub mod openings;
pub mod pentanomial;
pub mod pgn;
pub mod referee;
pub mod report;
pub mod sprt;

use std::{collections::BTreeMap, fmt, io, ops::ControlFlow};

use rand::seq::SliceRandom as _;
use shakmaty::{ByColor, Color, KnownOutcome};

use super::matches::{
    pentanomial::Pentanomial,
    sprt::{Sprt, SprtVerdict},
};
use crate::{
    chess::{game_result::GameResult, position::Line},
    engine::player::Player,
    search::StopFlag,
    support::rng::game_rng,
    tools::{
        common::ordered_pool::run_numbered,
        matches::{
            game::{Allowance, MatchGame},
            referee::Adjudication,
        },
    },
};

/// Settings of a match.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// Openings in the order of play. After the last opening the match starts again with the first.
    pub openings: Vec<Line>,
    /// Number of game pairs after which the match ends at the latest.
    pub pairs: u64,
    /// Search limits and time controls of the first and the second configuration.
    pub allowances: [Allowance; 2],
    /// Adjudication rules that end games before the rules of chess do.
    pub adjudication: Adjudication,
    /// Sequential test (SPRT) that may end the match before the maximum number of pairs; `None` for a match
    /// of fixed length.
    pub sprt: Option<Sprt>,
}

/// A game pair: two games from the same opening with colours reversed.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Number of the game pair within the match, counted from 0.
    pub number: u64,
    /// The two games. The first configuration has White in the first game and Black in the second.
    pub games: [MatchGame; 2],
}

/// Score of a match so far, from the first configuration's point of view.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// Number of games won by the first configuration.
    pub wins: u64,
    /// Number of games drawn.
    pub draws: u64,
    /// Number of games lost by the first configuration.
    pub losses: u64,
    /// Numbers of game pairs, by the points that the first configuration made in the pair.
    pub pairs: Pentanomial,
    /// Number of plies that both sides played in all games, without the openings.
    pub plies: u64,
    /// Number of nodes that both sides searched for the moves played in all games.
    pub nodes: u64,
    /// Number of games that each configuration lost on time: the first configuration, then the second.
    pub time_losses: [u64; 2],
    /// Number of games by the reason why they ended; the key is the [name](GameResult::name) of the result.
    pub endings: BTreeMap<&'static str, u64>,
    /// One message per failed search: number of the game pair, number of the game (1 or 2)
    /// in the pair, first or second engine, and the error.
    pub faults: Vec<String>,
}

/// Colour of the first configuration in the two games of a pair.
const FIRST_COLORS: [Color; 2] = [Color::White, Color::Black];

/// Shuffles openings. The new order depends only on the order before and the seed.
pub fn shuffle(openings: &mut [Line], seed: u64) {
    openings.shuffle(&mut game_rng(seed, 0));
}

impl MatchPlan {
    /// Plays the match, one thread for each element of `players`, and calls `done` after each pair, in the
    /// order of the pairs. The match ends early if the SPRT is decided, `done` returns `Break`, or `signal`
    /// stops it.
    ///
    /// If only node or depth limits end the searches, the result does not depend on the number of threads.
    ///
    /// # Errors
    /// Returns an error if the system cannot start a thread or a thread panics.
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
            let is_decided =
                self.sprt.is_some_and(|sprt| sprt.verdict(&standings.pairs) != SprtVerdict::Open);
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

/// Sets the random number streams of the rung `random` of both players for the game with this number. The
/// streams of the two players differ even if their seeds are equal.
const fn number_games_of_both(first: &mut Player, second: &mut Player, game: u64) {
    first.number_games(2 * game);
    second.number_games(2 * game + 1);
}

impl Standings {
    /// Returns the number of games played.
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

    /// Counts the reason why a game ended; `color` is the side of the first configuration, and `place` names
    /// the game in messages.
    fn add_ending(&mut self, result: &GameResult, color: Color, place: fmt::Arguments<'_>) {
        *self.endings.entry(result.name()).or_default() += 1;
        let loser = usize::from(result.outcome().winner() == Some(color));
        match result {
            GameResult::TimeForfeit { drawn: false, .. } => self.time_losses[loser] += 1,
            GameResult::SearchFailed { message, .. } => {
                let side = ["first engine", "second engine"][loser];
                self.faults.push(format!("{place}: search of the {side} failed: {message}"));
            }
            _ => (),
        }
    }
}

#[cfg(test)]
mod tests;
