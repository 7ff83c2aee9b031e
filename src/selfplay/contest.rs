//! A match: two contestants, every opening twice with colours reversed.

use std::{io, ops::ControlFlow};

use rand::seq::SliceRandom as _;
use shakmaty::{ByColor, Color};

use super::{
    Player, dice,
    game::{self, Game},
    pentanomial::Pentanomial,
    pool,
    referee::{Reason, Rules, Winner},
    sprt::{Sprt, Verdict},
};
use crate::{
    position::Line,
    search::{Limits, Signal},
};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The openings in the order they are played; begun anew when they are through.
    pub openings: Vec<Line>,
    /// Pairs of games, at most.
    pub pairs: u64,
    /// When the searches of the first and of the second contestant end.
    pub limits: [Limits; 2],
    /// When a game is over.
    pub rules: Rules,
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
    /// Games in which a search failed: which, and what it said.
    pub faults: Vec<String>,
}

/// The color of the first contestant in the games of a pair.
const FIRST: [Color; 2] = [Color::White, Color::Black];

/// Puts openings in an order that only the seed knows.
pub fn shuffle(openings: &mut [Line], seed: u64) {
    openings.shuffle(&mut dice(seed, 0));
}

impl Contest {
    /// Plays the match, one thread for each pair of `players`, and calls `done` after each pair, in their order; the result does not
    /// hang on the number of threads as long as only nodes and depths end searches. `done` may break the match off.
    ///
    /// # Errors
    /// If the system has no thread left to give.
    pub fn play(
        &self,
        players: Vec<[Player; 2]>,
        signal: &Signal,
        mut done: impl FnMut(&Pair, &Standings) -> ControlFlow<()>,
    ) -> io::Result<Standings> {
        let mut standings = Standings::default();
        let job = |players: &mut [Player; 2], number| self.pair(players, number, signal);
        pool::in_order(players, self.pairs, signal, job, |pair: Pair| {
            standings.note(&pair);
            done(&pair, &standings)?;
            let decided = self.sprt.is_some_and(|sprt| sprt.verdict(&standings.pairs) != Verdict::Open);
            if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(standings)
    }

    fn pair(&self, players: &mut [Player; 2], number: u64, signal: &Signal) -> Option<Pair> {
        let opening = &self.openings[number as usize % self.openings.len()];
        let [a, b] = players;
        let [limits_a, limits_b] = self.limits.clone();
        let limits = ByColor { white: limits_a, black: limits_b };
        let first = ByColor { white: &mut *a, black: &mut *b };
        let first = game::play(first, opening, &limits, self.rules, signal)?;
        let second = ByColor { white: b, black: a };
        let second = game::play(second, opening, &limits.into_swapped(), self.rules, signal)?;
        Some(Pair { number, games: [first, second] })
    }
}

impl Standings {
    /// Games played.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn note(&mut self, pair: &Pair) {
        let mut half_points = 0;
        for (index, (game, color)) in pair.games.iter().zip(FIRST).enumerate() {
            match game.ending.winner {
                Winner::Side(winner) if winner == color => {
                    self.wins += 1;
                    half_points += 2;
                }
                Winner::Side(_) => self.losses += 1,
                Winner::Nobody => {
                    self.draws += 1;
                    half_points += 1;
                }
            }
            self.plies += game.plies.len() as u64;
            self.nodes += game.plies.iter().map(|ply| ply.nodes).sum::<u64>();
            if let Reason::Fault(fault) = &game.ending.reason {
                let side = if game.ending.winner == Winner::Side(color) { "the second" } else { "the first" };
                self.faults.push(format!(
                    "pair {}, game {}: {side} failed: {fault}",
                    pair.number + 1,
                    index + 1
                ));
            }
        }
        self.pairs.count(half_points);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{position::Position, search::Setup, selfplay::referee::Ending};

    fn play(first: &str, second: &str, pairs: u64, threads: usize, sprt: Option<Sprt>) -> Standings {
        let setup = |text: &str| Setup { algorithm: text.parse().expect(text), ..Setup::playing() };
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let openings: Vec<_> =
            (0..8).filter_map(|number| super::super::opening::random(&mut dice(5, number), 4..=4)).collect();
        let contest =
            Contest { openings, pairs, limits: [limits.clone(), limits], rules: Rules::MATCH, sprt };
        let player = |text| Player::new(setup(text), 1).expect("a megabyte");
        let players = (0..threads).map(|_| [player(first), player(second)]).collect();
        contest.play(players, &Signal::default(), |_, _| ControlFlow::Continue(())).expect("threads")
    }

    #[test]
    fn a_player_against_itself_shares_every_pair() {
        let standings = play("full", "full", 3, 2, None);
        assert_eq!(standings.pairs, Pentanomial([0, 0, 3, 0, 0]));
        assert_eq!((standings.games(), standings.wins), (6, standings.losses));
        assert!(standings.faults.is_empty());
    }

    #[test]
    fn the_full_search_beats_alpha_beta_and_the_test_notices_it() {
        let sprt = Sprt { elo0: 0.0, elo1: 400.0 };
        let standings = play("full", "alpha-beta", 30, 2, Some(sprt));
        assert!(standings.wins > 5 * standings.losses.max(1), "{standings:?}");
        assert!(standings.pairs.pairs() < 30, "{standings:?}");
        assert_eq!(sprt.verdict(&standings.pairs), Verdict::Accepted);
        let again = play("full", "alpha-beta", 30, 1, Some(sprt));
        assert_eq!((again.pairs, again.nodes), (standings.pairs, standings.nodes), "on one thread as on two");
    }

    #[test]
    fn a_search_that_fails_has_lost_its_game_and_is_told() {
        let fails = |color| {
            let ending = Ending::fault(color, "out of luck".to_owned());
            Game { opening: Line::new(Position::start()), plies: Vec::new(), ending }
        };
        let mut standings = Standings::default();
        // White failed twice: once the first contestant had it, once the second.
        standings.note(&Pair { number: 4, games: [fails(Color::White), fails(Color::White)] });
        assert_eq!((standings.wins, standings.losses, standings.pairs.0[2]), (1, 1, 1));
        assert_eq!(standings.faults[0], "pair 5, game 1: the first failed: out of luck");
        assert_eq!(standings.faults[1], "pair 5, game 2: the second failed: out of luck");
    }

    #[test]
    fn the_seed_decides_the_order_of_the_openings() {
        let order = |seed| {
            let start = Position::start();
            let moves = start.legal_moves();
            let mut openings: Vec<_> = moves.iter().map(|mv| Line::new(start.play(*mv))).collect();
            shuffle(&mut openings, seed);
            openings.iter().map(|line| line.position().key()).collect::<Vec<_>>()
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
    }
}
