//! Time to checkmate: how many nodes and seconds a rung needs to checkmate a random player.
//!
//! One of the student programs measured its move ordering by the time to checkmate a random player. White searches
//! every move with the same limits, usually to a fixed depth. Black plays random legal moves with the same
//! seed for every rung. The report contains nodes, which with a depth or node limit are the same on every
//! machine, and the search time, which is not.
//!
//! Exact rungs may choose different moves of equal score, so their games differ in length. A comparison of
//! exact rungs by nodes per move is therefore fairer than a comparison by nodes per game, and an average
//! over several games is more reliable than one game.

pub mod report;

use std::{ops::ControlFlow, time::Duration};

use shakmaty::ByColor;

use crate::{
    chess::{
        game_result::GameResult,
        position::{GameEnd, Line, Position},
    },
    engine::player::Player,
    search::{Limits, StopFlag},
    tools::matches::{
        game::{self, Allowance, MatchGame},
        referee::Adjudication,
    },
};

/// Games, mates, moves, nodes and time of one rung, summed over all its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Number of games that the rung played.
    pub games: u64,
    /// Number of games that White won by checkmate. Moves, nodes and time are also counted in games without a
    /// checkmate.
    pub mates: u64,
    /// Number of moves by White.
    pub moves: u64,
    /// Number of nodes searched by White.
    pub nodes: u64,
    /// Time that White used for its searches.
    pub time: Duration,
}

impl Spent {
    /// Returns the average number of nodes per move of White, rounded down; 0 without moves.
    pub fn nodes_per_move(&self) -> u64 {
        self.nodes.checked_div(self.moves).unwrap_or_default()
    }

    fn add(&mut self, game: &MatchGame) {
        self.games += 1;
        let mated = matches!(game.result, GameResult::Rules { end: GameEnd::Checkmate, .. });
        self.mates += u64::from(mated && game.plies.len() % 2 == 1);
        for ply in game.plies.iter().step_by(2) {
            self.moves += 1;
            self.nodes += ply.nodes;
            self.time += ply.time;
        }
    }
}

/// Plays `games` games of one rung from the start position and calls `done` after each. `limits` are those of the
/// searches of White, the rung that is measured.
///
/// The random moves depend on the opponent's seed and on the number of the game. Returns `None` if the
/// stop flag or `done` ended the experiment.
pub fn play(
    games: u64,
    limits: &Limits,
    white: &mut Player,
    opponent: &mut Player,
    signal: &StopFlag,
    mut done: impl FnMut(u64, &MatchGame) -> ControlFlow<()>,
) -> Option<Spent> {
    let mut spent = Spent::default();
    let opening = Line::new(Position::start());
    let allowances = ByColor { white: limits.clone().into(), black: Allowance::default() };
    for number in 0..games {
        opponent.number_games(number);
        let sides = ByColor { white: &mut *white, black: &mut *opponent };
        let game = game::play(sides, &opening, &allowances, Adjudication::NONE, signal)?;
        spent.add(&game);
        if done(number, &game).is_break() {
            return None;
        }
    }
    Some(spent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Evaluator;
    use crate::search::Setup;

    fn spent(rung: &str, seed: u64, games: u64) -> Spent {
        let player = |name: &str| {
            let setup = Setup { algorithm: name.parse().expect(name), ..Setup::default() }
                .evaluated_by(Evaluator::Classical);
            Player::new(setup, 1).expect("a megabyte").seeded(Some(seed))
        };
        let (mut white, mut opponent) = (player(rung), player("random"));
        let (limits, signal) = (Limits::depth(2), StopFlag::default());
        let spent =
            play(games, &limits, &mut white, &mut opponent, &signal, |_, _| ControlFlow::Continue(()));
        Spent { time: Duration::ZERO, ..spent.expect("not stopped") }
    }

    #[test]
    fn the_seed_determines_the_games_and_the_games_of_a_run_differ() {
        let one = spent("captures-first", 2, 1);
        assert_eq!(one, spent("captures-first", 2, 1));
        assert_ne!(one.nodes, spent("captures-first", 1, 1).nodes);
        let three = spent("captures-first", 2, 3);
        assert_eq!((three.games, one.games), (3, 1));
        assert_ne!(three.nodes, 3 * one.nodes);
        assert!(one.mates == 1 && one.moves > 4 && one.nodes_per_move() > 20, "{one:?}");
    }
}
