//! A match: two contestants, every opening twice with colours reversed.

use std::{collections::BTreeMap, fmt, io, ops::ControlFlow};

use rand::seq::SliceRandom as _;
use shakmaty::{ByColor, Color};

use super::{
    Player, dice,
    game::{self, Allowance, Game},
    pentanomial::Pentanomial,
    pool,
    referee::{Ending, Reason, Rules, Winner},
    sprt::{Sprt, Verdict},
};
use crate::{position::Line, search::Signal};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The openings in the order they are played; begun anew when they are through.
    pub openings: Vec<Line>,
    /// Pairs of games, at most.
    pub pairs: u64,
    /// What the first and the second contestant have for their moves.
    pub allowances: [Allowance; 2],
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
    /// Games that each of the contestants has lost by running out of time.
    pub time_losses: [u64; 2],
    /// How often games have ended for which [reason](Reason::name).
    pub endings: BTreeMap<&'static str, u64>,
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
        let [allowance_a, allowance_b] = self.allowances.clone();
        let allowances = ByColor { white: allowance_a, black: allowance_b };
        deal(a, b, 2 * number);
        let first = ByColor { white: &mut *a, black: &mut *b };
        let first = game::play(first, opening, &allowances, self.rules, signal)?;
        deal(a, b, 2 * number + 1);
        let second = ByColor { white: b, black: a };
        let second = game::play(second, opening, &allowances.into_swapped(), self.rules, signal)?;
        Some(Pair { number, games: [first, second] })
    }
}

/// Gives both contestants the dice of a game, each others even of the same seed.
const fn deal(first: &mut Player, second: &mut Player, game: u64) {
    first.number_games(2 * game);
    second.number_games(2 * game + 1);
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
            self.note_ending(
                &game.ending,
                color,
                format_args!("pair {}, game {}", pair.number + 1, index + 1),
            );
        }
        self.pairs.count(half_points);
    }

    /// Why a game has ended in which the first contestant had `color`.
    fn note_ending(&mut self, ending: &Ending, color: Color, place: fmt::Arguments<'_>) {
        let Ending { winner, reason } = ending;
        *self.endings.entry(reason.name()).or_default() += 1;
        let loser = usize::from(*winner == Winner::Side(color));
        match reason {
            Reason::Time if *winner != Winner::Nobody => self.time_losses[loser] += 1,
            Reason::Fault(fault) => {
                let side = ["the first", "the second"][loser];
                self.faults.push(format!("{place}: {side} failed: {fault}"));
            }
            _ => (),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        position::Position,
        search::{Limits, Setup},
    };

    fn play(first: &str, second: &str, pairs: u64, threads: usize, sprt: Option<Sprt>) -> Standings {
        let setup = |text: &str| Setup { algorithm: text.parse().expect(text), ..Setup::playing() };
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let openings: Vec<_> =
            (0..8).filter_map(|number| super::super::opening::random(&mut dice(5, number), 4..=4)).collect();
        let allowances = [limits.clone().into(), limits.into()];
        let contest = Contest { openings, pairs, allowances, rules: Rules::MATCH, sprt };
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
        assert_eq!((standings.endings["fault"], standings.time_losses), (2, [0, 0]));
    }

    #[test]
    fn who_lost_on_time_is_told_apart() {
        let flagged = |winner| {
            let ending = Ending { winner, reason: Reason::Time };
            Game { opening: Line::new(Position::start()), plies: Vec::new(), ending }
        };
        let black = Winner::Side(Color::Black);
        let mut standings = Standings::default();
        standings.note(&Pair { number: 0, games: [flagged(black), flagged(black)] });
        assert_eq!((standings.losses, standings.wins, standings.time_losses), (1, 1, [1, 1]));
        standings.note(&Pair { number: 1, games: [flagged(black), flagged(Winner::Nobody)] });
        assert_eq!(standings.time_losses, [2, 1], "a draw is no loss");
        assert_eq!(standings.endings["time"], 4);
    }

    #[test]
    fn random_throws_other_dice_in_every_game_and_the_same_in_every_match() {
        let first = play("random", "random", 4, 1, None);
        assert_eq!(first.plies, play("random", "random", 4, 2, None).plies);
        let mut lengths = std::collections::BTreeSet::new();
        let mut player =
            Player::new(Setup { algorithm: "random".parse().expect("a rung"), ..Setup::playing() }, 1)
                .expect("a megabyte");
        for number in 0..4 {
            player.number_games(number);
            let game = game::play_alone(
                &mut player,
                &Line::new(Position::start()),
                &Limits::default(),
                Rules::PLAY_OUT,
                &Signal::default(),
            );
            lengths.insert(game.expect("nobody stops it").plies.len());
        }
        assert!(lengths.len() > 1, "{lengths:?}");
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
