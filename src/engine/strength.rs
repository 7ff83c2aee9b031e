//! Limited playing strength for `UCI_LimitStrength` and `Skill Level`: fewer nodes and random errors in the
//! scores.
//!
//! Weak play should look like a weak player, not like a strong player who sometimes gives a move away. The
//! moves of a weak player are therefore all chosen with errors (exception: a mate in one from 1000 Elo on),
//! and a lower rating means larger errors. The search of a weak player gets few nodes and returns scores for
//! several best moves. A random error is added to the score of each of these moves, and the move with the
//! largest sum of score and error is played. Scores are compared as expected results (0 to 1), so a pawn
//! counts little in a decided game. From 1000 Elo a mate in one that the search finds is always played.
//!
//! **Fit.** Eight settings of nodes, number of moves and error were measured in games against old versions of
//! the engine Stash with known ratings. The six levels of the table `LEVELS` are derived from the eight
//! measured settings. Conditions of the games: 50 ms of CPU time per move for Stash (the limited engine
//! answers faster), openings from `positions/openings.epd`, evaluator `network`, 2026-11-21, bench 4289627.
//! The two cores were also busy with other work, so Stash was limited by CPU time, not by wall-clock time.
//! Measured ratings of the eight settings, 40 games each:
//!
//! | error (1/1000), nodes, moves | opponent and its rating | score | measured rating |
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
//! The ratings in `LEVELS` come from a straight line through the measured ratings of the eight settings,
//! weighted by their confidence intervals. The level of 600 Elo is extrapolated, because the lowest measured
//! rating is 673. From 1650 Elo on, the playing strength is within about 120 Elo of the nominal rating. At
//! about 1300 Elo the engine may be 190 Elo too weak, because the results against Stash 8 and Stash 10
//! disagree at this level. Some game pairs with Stash 8 were dropped, because Stash 8 crashed. Ratings of
//! programs are not comparable with ratings of people.
//!
//! **Errors in play.** The next table shows how much expected result (0 to 1) the moves of the measured games
//! lost. A search of 10,000 nodes evaluated each position of these games (`engine annotate --json`), and the
//! table counts only positions with a score between −3 and +3 pawns. The columns are the mean loss per move,
//! and the share of moves that lost at least 0.1, 0.2 and 0.3. The right half of the table shows the same
//! figures for the Stash opponents. The Stash opponents are weak because of their shallow search, not because
//! of random errors.
//!
//! | nominal Elo | mean loss | 0.1 | 0.2 | 0.3 | opponent | mean loss | 0.1 | 0.2 | 0.3 |
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
//! **Levels against each other**, measured with earlier parameters in 60 games each: the level 1000 scores
//! +417 ± 181 Elo against 600, 1500 scores +338 ± 129 against 1000, 2000 scores +338 ± 120 against 1500, and
//! 2400 scores +459 ± 248 against 2000. The order of the levels is right, but the middle levels are closer to
//! each other than their nominal ratings.
//!
//! The script `strength.py` measures all levels again, and `engine match` compares two levels:
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

/// Lowest rating at which a limited player always plays a mate in one.
const MATE_IN_ONE_ELO: i32 = 1000;
/// Score in internal centipawns at which the expected result has odds of e to 1 (0.73).
const SCALE: f64 = 400.0;

/// Search parameters of a limited player with one rating.
struct StrengthLevel {
    /// Nominal rating.
    elo: i32,
    /// Soft node limit per move.
    nodes: f64,
    /// Number of best moves among which the player chooses.
    moves: f64,
    /// Standard deviation of the score error, in 1/1000 of the expected result.
    error: f64,
}

const fn level(elo: i32, nodes: f64, moves: f64, error: f64) -> StrengthLevel {
    StrengthLevel { elo, nodes, moves, error }
}

/// Levels of limited strength, by increasing rating. Values between two levels are interpolated; nodes are
/// interpolated logarithmically.
const LEVELS: [StrengthLevel; 6] = [
    level(600, 260.0, 10.4, 51.4),
    level(1000, 1_260.0, 8.2, 34.4),
    level(1500, 1_960.0, 6.6, 21.9),
    level(2000, 2_760.0, 4.9, 14.2),
    level(2400, 4_830.0, 3.6, 11.1),
    level(2800, 9_770.0, 2.6, 8.4),
];

/// Highest level of [`elo_of_level`]: full strength.
pub const FULL_LEVEL: u8 = 10;

/// Returns the rating of a level from 1, the weakest, to [`FULL_LEVEL`]: equal steps from [`Strength::LEAST`] at
/// level 1 to [`Strength::MOST`] at level 9. Returns `None` for [`FULL_LEVEL`] and above, which mean full strength.
pub fn elo_of_level(level: u8) -> Option<i32> {
    let steps = i32::from(FULL_LEVEL) - 2;
    let range = Strength::MOST - Strength::LEAST;
    let step = i32::from(level.max(1)) - 1;
    (level < FULL_LEVEL).then(|| Strength::LEAST + range * step / steps)
}

/// Limited playing strength, as an Elo rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    elo: i32,
}

impl Strength {
    /// Lowest rating: 600.
    pub const LEAST: i32 = LEVELS[0].elo;
    /// Highest limited rating: 2800.
    pub const MOST: i32 = LEVELS[LEVELS.len() - 1].elo;
    /// Default rating of `UCI_Elo`.
    pub const USUAL: i32 = 1500;
    /// Value of `Skill Level` that does not limit the strength.
    pub const FULL_SKILL: i32 = 20;

    /// Creates a limit of `elo`, clamped to 600 to 2800.
    pub fn of_elo(elo: i32) -> Self {
        Self { elo: elo.clamp(Self::LEAST, Self::MOST) }
    }

    /// Converts a `Skill Level` from 0 to 20 to a strength, in equal steps of 110 Elo from 600 at level 0.
    /// Returns `None` for level 20, which means no limit.
    pub fn of_skill(skill: i32) -> Option<Self> {
        let range = Self::MOST - Self::LEAST;
        (skill < Self::FULL_SKILL).then(|| Self::of_elo(Self::LEAST + range * skill / Self::FULL_SKILL))
    }

    /// Returns the soft node limit per move: after this number of nodes no further iteration begins.
    pub fn nodes(self) -> u64 {
        self.between(|level| level.nodes.ln()).exp() as u64
    }

    /// Lowers the soft node limit of `limits` to that of this strength, and sets the number of principal
    /// variations to the number of moves among which [`Strength::choose`] chooses.
    pub fn limits(self, limits: Limits) -> Limits {
        let moves = self.between(|level| level.moves).round() as usize;
        let soft = limits.soft_nodes.unwrap_or(u64::MAX).min(self.nodes());
        Limits { soft_nodes: Some(soft), multi_pv: moves, ..limits }
    }

    /// Returns the standard deviation of the random error, as a part of the expected result (0 to 1).
    fn error(self) -> f64 {
        self.between(|level| level.error) / 1000.0
    }

    /// Interpolates a quantity between the two levels of `LEVELS` around the rating of this `Strength`.
    fn between(self, quantity: impl Fn(&StrengthLevel) -> f64) -> f64 {
        let above = LEVELS.partition_point(|level| level.elo < self.elo).clamp(1, LEVELS.len() - 1);
        let (low, high) = (&LEVELS[above - 1], &LEVELS[above]);
        let part = f64::from(self.elo - low.elo) / f64::from(high.elo - low.elo);
        quantity(low) + part * (quantity(high) - quantity(low))
    }

    /// Chooses a move from the principal variations of `answer`: adds a random error to the expected result
    /// of each variation and takes the variation with the greatest sum.
    ///
    /// The returned answer contains the chosen move and a report with only the variation of the chosen move.
    /// From 1000 Elo, a mate in one is always chosen.
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

/// Returns the expected result of a score, from 0 (loss) to 1 (win).
fn expected(score: Score) -> f64 {
    1.0 / (1.0 + (-f64::from(score.raw()) / SCALE).exp())
}

/// Draws a normally distributed random number with mean 0 and standard deviation 1 (Box and Muller 1958).
fn normal(rng: &mut impl Rng) -> f64 {
    let (radius, angle): (f64, f64) = (rng.random(), rng.random());
    (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng as _, rngs::ChaCha8Rng};

    use super::*;
    use crate::position::Position;

    /// Answer with a variation for each move of the start position. Each score is 10 centipawns below the
    /// score before.
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

    /// Mean loss of score per move of a player with this rating, in centipawns.
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
    fn a_lower_rating_loses_more_score_per_move() {
        let losses: Vec<_> = [600, 1000, 1500, 2000, 2800].map(loss).into();
        assert!(losses.is_sorted_by(|weaker, stronger| weaker > stronger), "{losses:?}");
        assert!(losses[4] < 20.0, "2800 Elo loses little: {losses:?}");
    }

    #[test]
    fn a_higher_rating_has_more_nodes_and_a_smaller_error() {
        let players: Vec<_> = (600..=2800).step_by(50).map(Strength::of_elo).collect();
        assert!(players.is_sorted_by(|a, b| a.nodes() <= b.nodes() && a.error() >= b.error()));
        assert_eq!(Strength::of_skill(0), Some(Strength::of_elo(600)));
        assert_eq!(Strength::of_skill(20), None);
    }

    #[test]
    fn level_1_has_the_lowest_rating_and_level_10_is_not_limited() {
        let elos: Vec<_> = (1..=FULL_LEVEL).map(elo_of_level).collect();
        assert_eq!((elos[0], elos[8], elos[9]), (Some(Strength::LEAST), Some(Strength::MOST), None));
        assert!(elos[..9].is_sorted_by(|weaker, stronger| weaker < stronger), "{elos:?}");
    }

    #[test]
    fn a_mate_in_one_is_always_played_from_1000_elo() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let mate = answer(Score::mate_in(1));
        for elo in [1000, 1500, 2800] {
            for _ in 0..200 {
                assert_eq!(Strength::of_elo(elo).choose(mate.clone(), &mut rng).best, mate.best);
            }
        }
    }

    #[test]
    fn equal_seeds_choose_equal_moves() {
        let chosen = |seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let player = Strength::of_elo(700);
            (0..30).map(|_| player.choose(answer(Score::DRAW), &mut rng).best).collect::<Vec<_>>()
        };
        assert_eq!(chosen(4), chosen(4));
        assert_ne!(chosen(4), chosen(5));
    }
}
