//! Playing weaker than one can, as a weaker player does: looking less far, and judging less well.
//!
//! A beginner does not play like a master who throws a move away now and then; every move of his is chosen by a
//! judgement that errs, and the weaker he is the more. So the search gets few nodes, several of the best moves get a score, each score
//! an error, and the best of those sums is played. Scores are compared as expected results, so that a pawn weighs little where the
//! game is decided. From 1000 on a mate in one is always seen.
//!
//! How many nodes and moves and how large an error make which rating stands in one table, fitted to games against old
//! versions of Stash, whose ratings are known, at a twentieth of a second of processor a move (the weaker player moves at once),
//! from `positions/openings.epd`, by `network`, 2026-11-21, bench 4289627. Two busy cores were shared with other work, and so the
//! opponents thought longer, until they had had their time. What made which rating, as measured, 40 games each:
//!
//! | error, nodes, moves | opponent, its rating | score | rating |
//! |---|---|--:|--:|
//! | 56, 141, 11 | Stash 8, 1090 | 6 % | 673 ± 108 |
//! | 39, 1,061, 9 | Stash 8, 1090 | 31 % | 960 ± 87 |
//! | 29, 1,509, 8 | Stash 8, 1090 | 36 % | 997 ± 71 |
//! | 21, 2,021, 6 | Stash 10, 1620 | 40 % | 1553 ± 84 |
//! | 15, 2,549, 5 | Stash 12, 1886 | 49 % | 1878 ± 106 |
//! | 12, 4,038, 4 | Stash 15.4, 2140 | 70 % | 2279 ± 115 |
//! | 10, 6,475, 3 | Stash 19.2, 2473 | 68 % | 2593 ± 118 |
//! | 8, 11,202, 2 | Stash 21.2, 2714 | 86 % | 3009 ± 126 |
//!
//! The rows are called by the straight line through these, each weighed by its interval; 600 is extrapolated. From 1650 on a player is
//! within about 120 of his name; about 1300 he may be 190 weaker, for Stash 8 and Stash 10 do not agree there. Some pairs with Stash 8
//! were dropped, for it crashed. Ratings of programs are not those of people.
//!
//! What was given away in those games, in moves from positions within three pawns, judged by 10,000 nodes (`engine annotate --json`):
//! the mean loss of the expected result, and how many moves lost a tenth, two, three tenths of it. Beside it the opponents, who choose
//! their moves by looking less far and not by an error:
//!
//! | asked | mean loss | a tenth | two | three | opponent | mean loss | a tenth | two | three |
//! |--:|--:|--:|--:|--:|---|--:|--:|--:|--:|
//! | 800 | 0.085 | 29 % | 13 % | 6.8 % | Stash 8 | 0.067 | 24 % | 10 % | 4.5 % |
//! | 1050 | 0.059 | 20 % | 8 % | 4.2 % | | | | | |
//! | 1350 | 0.049 | 14 % | 6 % | 3.3 % | | | | | |
//! | 1650 | 0.044 | 16 % | 4 % | 2.1 % | Stash 10 | 0.041 | 15 % | 5 % | 1.6 % |
//! | 1950 | 0.034 | 11 % | 4 % | 1.4 % | Stash 12 | 0.039 | 12 % | 5 % | 1.7 % |
//! | 2250 | 0.026 | 8 % | 3 % | 0.9 % | Stash 15.4 | 0.037 | 12 % | 4 % | 1.7 % |
//! | 2500 | 0.021 | 6 % | 2 % | 0.8 % | Stash 19.2 | 0.029 | 9 % | 2 % | 0.7 % |
//! | 2750 | 0.013 | 3 % | 1 % | 0.3 % | Stash 21.2 | 0.031 | 9 % | 3 % | 1.1 % |
//!
//! Among themselves, 60 games each at earlier settings, 1000 was +417 ± 181 against 600, 1500 +338 ± 129
//! against 1000, 2000 +338 ± 120 against 1500, 2400 +459 ± 248 against 2000: in order, and in the middle nearer than they are called. To
//! measure all of it again, or a step:
//!
//! ```sh
//! tests/clients/strength.py --opponent stash-v8=1090 --opponent stash-v12=1886 --opponent stash-v15=2140 --pgn games.pgn
//! engine match full,elo=1500 full,elo=2000 --games 200
//! ```

use rand::{Rng, RngExt as _};

use crate::{
    score::Score,
    search::{Answer, Limits, Report, Variation},
};

/// From here on a mate in one is never overlooked.
const MATE_IN_ONE_ELO: i32 = 1000;
/// A score of so much stands for odds of e to 1.
const SCALE: f64 = 400.0;

/// What makes a player: a rating, nodes to a move after which no further depth is begun, the moves he considers, and the standard
/// deviation of the error, in parts of a thousand of the expected result.
struct StrengthLevel {
    elo: i32,
    nodes: f64,
    moves: f64,
    error: f64,
}

const fn level(elo: i32, nodes: f64, moves: f64, error: f64) -> StrengthLevel {
    StrengthLevel { elo, nodes, moves, error }
}

/// The players, weakest first; between them all is interpolated, nodes by their logarithm.
const LEVELS: [StrengthLevel; 6] = [
    level(600, 260.0, 10.4, 51.4),
    level(1000, 1_260.0, 8.2, 34.4),
    level(1500, 1_960.0, 6.6, 21.9),
    level(2000, 2_760.0, 4.9, 14.2),
    level(2400, 4_830.0, 3.6, 11.1),
    level(2800, 9_770.0, 2.6, 8.4),
];

/// A limited strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    elo: i32,
}

impl Strength {
    /// The weakest.
    pub const LEAST: i32 = LEVELS[0].elo;
    /// The strongest that is still a limit.
    pub const MOST: i32 = LEVELS[LEVELS.len() - 1].elo;
    /// What is played if nobody says.
    pub const USUAL: i32 = 1500;
    /// The skill that is no limit.
    pub const FULL_SKILL: i32 = 20;

    /// A player of this rating, within the range there is.
    pub fn of_elo(elo: i32) -> Self {
        Self { elo: elo.clamp(Self::LEAST, Self::MOST) }
    }

    /// A player of this skill, 0 to 20: twenty equal steps of rating, the last one without limit.
    pub fn of_skill(skill: i32) -> Option<Self> {
        let range = Self::MOST - Self::LEAST;
        (skill < Self::FULL_SKILL).then(|| Self::of_elo(Self::LEAST + range * skill / Self::FULL_SKILL))
    }

    /// Nodes to a move after which no further depth is begun.
    pub fn nodes(self) -> u64 {
        self.between(|level| level.nodes.ln()).exp() as u64
    }

    /// The limits of a search for this player: few nodes, and a score for each of the moves it considers.
    pub fn limits(self, limits: Limits) -> Limits {
        let moves = self.between(|level| level.moves).round() as usize;
        let soft = limits.soft_nodes.unwrap_or(u64::MAX).min(self.nodes());
        Limits { soft_nodes: Some(soft), multi_pv: moves, ..limits }
    }

    /// The standard deviation of the error in the expected result, 0 to 1.
    fn error(self) -> f64 {
        self.between(|level| level.error) / 1000.0
    }

    /// A quantity of this player, interpolated between its neighbours in the table.
    fn between(self, quantity: impl Fn(&StrengthLevel) -> f64) -> f64 {
        let above = LEVELS.partition_point(|level| level.elo < self.elo).clamp(1, LEVELS.len() - 1);
        let (low, high) = (&LEVELS[above - 1], &LEVELS[above]);
        let part = f64::from(self.elo - low.elo) / f64::from(high.elo - low.elo);
        quantity(low) + part * (quantity(high) - quantity(low))
    }

    /// The answer this player gives, of a search that has told the scores of all moves: its move, and a report that begins
    /// with it.
    pub fn choose(self, answer: Answer, rng: &mut impl Rng) -> Answer {
        let Answer { best, report, cut_off } = answer;
        let first = Variation { score: report.score, line: report.line.clone() };
        let lines: Vec<_> = std::iter::once(first).chain(report.others.iter().cloned()).collect();
        if self.elo >= MATE_IN_ONE_ELO && report.score.mate() == Some(1) {
            return Answer { best, report: Report { others: Vec::new(), ..report }, cut_off };
        }
        let noisy_score = |line: &Variation| expected(line.score) + self.error() * normal(rng);
        let values: Vec<_> = lines.iter().map(noisy_score).collect();
        let chosen =
            lines.iter().zip(&values).max_by(|a, b| a.1.total_cmp(b.1)).map(|(line, _)| line.clone());
        let Some(Variation { score, line }) = chosen else { return Answer { best, report, cut_off } };
        let best = line.first().copied().or(best);
        Answer { best, report: Report { score, line, others: Vec::new(), ..report }, cut_off }
    }
}

/// The expected result, 0 to 1.
fn expected(score: Score) -> f64 {
    1.0 / (1.0 + (-f64::from(score.raw()) / SCALE).exp())
}

/// A normally distributed number (Box and Muller 1958).
fn normal(rng: &mut impl Rng) -> f64 {
    let (radius, angle): (f64, f64) = (rng.random(), rng.random());
    (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng as _, rngs::ChaCha8Rng};

    use super::*;
    use crate::position::Position;

    /// An answer that knows all moves of the start position, each worth ten less than the one before.
    fn answer(best: Score) -> Answer {
        let mut lines =
            Position::start().legal_moves().into_iter().enumerate().map(|(index, mv)| Variation {
                score: if index == 0 { best } else { Score::cp(best.raw().min(0) - 10 * index as i32) },
                line: vec![mv],
            });
        let first = lines.next().expect("twenty moves");
        let report =
            Report { others: lines.collect(), ..Report::unsearched(first.score, first.line.clone()) };
        Answer { best: first.line.first().copied(), report, cut_off: false }
    }

    /// What a player gives away on average, in score.
    fn loss(elo: i32) -> f64 {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let games = 2000;
        let lost: i32 = (0..games)
            .map(|_| {
                let chosen = Strength::of_elo(elo).choose(answer(Score::DRAW), &mut rng);
                assert_eq!(chosen.best, chosen.report.line.first().copied());
                -chosen.report.score.raw()
            })
            .sum();
        f64::from(lost) / f64::from(games)
    }

    #[test]
    fn a_weaker_player_gives_more_away_with_every_step() {
        let losses: Vec<_> = [600, 1000, 1500, 2000, 2800].map(loss).into();
        assert!(losses.is_sorted_by(|weaker, stronger| weaker > stronger), "{losses:?}");
        assert!(losses[4] < 20.0, "a master gives away little: {losses:?}");
    }

    #[test]
    fn more_rating_is_more_nodes_and_less_error() {
        let players: Vec<_> = (600..=2800).step_by(50).map(Strength::of_elo).collect();
        assert!(players.is_sorted_by(|a, b| a.nodes() <= b.nodes() && a.error() >= b.error()));
        assert_eq!(Strength::of_skill(0), Some(Strength::of_elo(600)));
        assert_eq!(Strength::of_skill(20), None);
    }

    #[test]
    fn a_mate_in_one_is_played_by_all_but_beginners() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let mate = answer(Score::mate_in(1));
        for elo in [1000, 1500, 2800] {
            for _ in 0..200 {
                assert_eq!(Strength::of_elo(elo).choose(mate.clone(), &mut rng).best, mate.best);
            }
        }
    }

    #[test]
    fn the_same_dice_choose_the_same_move() {
        let chosen = |seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let player = Strength::of_elo(700);
            (0..30).map(|_| player.choose(answer(Score::DRAW), &mut rng).best).collect::<Vec<_>>()
        };
        assert_eq!(chosen(4), chosen(4));
        assert_ne!(chosen(4), chosen(5));
    }
}
