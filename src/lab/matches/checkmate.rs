//! How long a rung needs to mate a player who throws dice.
//!
//! With it the student programs measured what ordering is worth: White searches to a fixed depth, Black plays any legal move, and the
//! time to mate is taken, the dice being the same for all. Time hangs on the machine, nodes do not: both are told. The rungs that
//! are exact may choose different moves among equals, so that games differ in length; nodes to a move are the fairer comparison,
//! and several games the surer one.

pub mod report;

use std::{ops::ControlFlow, time::Duration};

use shakmaty::ByColor;

use crate::{
    engine::{game_result::GameResult, player::Player},
    lab::{
        game::{self, Allowance, Game},
        referee::Adjudication,
    },
    position::{GameEnd, Line, Position},
    search::{Limits, StopFlag},
};

/// What a rung spent on its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Games played.
    pub games: u64,
    /// Games that ended with White giving mate; others count all the same.
    pub mates: u64,
    /// Moves of White.
    pub moves: u64,
    /// Nodes White has visited.
    pub nodes: u64,
    /// The time White has searched.
    pub time: Duration,
}

impl Spent {
    /// Nodes to a move.
    pub fn nodes_per_move(&self) -> u64 {
        self.nodes.checked_div(self.moves).unwrap_or_default()
    }

    fn add(&mut self, game: &Game) {
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

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Games for each rung.
    pub games: u64,
    /// When White's searches end.
    pub limits: Limits,
    /// A game that has lasted so many plies is drawn; 0 is no limit.
    pub max_plies: u32,
}

impl Experiment {
    /// Plays from the start position, in each game with the dice of its number; `done` hears of each game. `None` if the signal
    /// stopped it, or `done` did.
    pub fn play(
        &self,
        white: &mut Player,
        opponent: &mut Player,
        signal: &StopFlag,
        mut done: impl FnMut(u64, &Game) -> ControlFlow<()>,
    ) -> Option<Spent> {
        let mut spent = Spent::default();
        let opening = Line::new(Position::start());
        let allowances = ByColor { white: self.limits.clone().into(), black: Allowance::default() };
        let adjudication = Adjudication { max_plies: self.max_plies, ..Adjudication::NONE };
        for number in 0..self.games {
            opponent.number_games(number);
            let sides = ByColor { white: &mut *white, black: &mut *opponent };
            let game = game::play(sides, &opening, &allowances, adjudication, signal)?;
            spent.add(&game);
            if done(number, &game).is_break() {
                return None;
            }
        }
        Some(spent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Setup;

    fn spent(rung: &str, seed: u64, games: u64) -> Spent {
        let player = |name: &str| {
            let setup = Setup { algorithm: name.parse().expect(name), ..Setup::playing() };
            Player::new(setup, 1).expect("a megabyte").seeded(Some(seed))
        };
        let experiment = Experiment { games, limits: Limits::depth(2), max_plies: 0 };
        let (mut white, mut opponent) = (player(rung), player("random"));
        let spent = experiment
            .play(&mut white, &mut opponent, &StopFlag::default(), |_, _| ControlFlow::Continue(()));
        Spent { time: Duration::ZERO, ..spent.expect("nobody stops it") }
    }

    #[test]
    fn the_seed_decides_the_game_and_every_game_is_another() {
        let one = spent("captures-first", 1, 1);
        assert_eq!(one, spent("captures-first", 1, 1));
        assert_ne!(one.nodes, spent("captures-first", 2, 1).nodes);
        let three = spent("captures-first", 1, 3);
        assert_eq!((three.games, one.games), (3, 1));
        assert_ne!(three.nodes, 3 * one.nodes);
        assert!(one.mates == 1 && one.moves > 4 && one.nodes_per_move() > 20, "{one:?}");
    }

    #[test]
    fn a_better_order_needs_fewer_nodes_to_a_move() {
        let [without, with] = ["alpha-beta", "captures-first"].map(|rung| spent(rung, 1, 2).nodes_per_move());
        assert!(with < without, "{with} {without}");
    }
}
