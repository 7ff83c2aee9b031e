//! Limited playing strength for `UCI_LimitStrength`, `UCI_Elo` and `Skill Level`: fewer nodes, overlooked
//! moves, and random errors in the scores.
//!
//! A weak player should lose as people lose: leave a piece hanging, miss a threat, prefer a worse plan. A
//! weak player should not play most moves well and a few moves at random. The search of a limited player
//! therefore gets few nodes and returns several best moves with their scores. Then [`Strength::choose`]
//! changes these scores in two ways and takes the move with the greatest score:
//!
//! 1. **Oversights.** The player does not see some moves of the position. If the player does not see the
//!    opponent's best reply to a move, the move gets the static evaluation of the position after it, less the
//!    material that the best capture wins among the captures that the player sees (but never a score below the
//!    score of the search). So an attacked piece stays where it is, or a protected pawn is captured with the
//!    queen. A reply that is overlooked after one move of the player is overlooked after every move of the
//!    player. Long moves and quiet replies are overlooked more often than short moves and captures. Captures
//!    by the player can be overlooked too.
//! 2. **Errors.** Each score gets a normally distributed random error.
//!
//! A lower rating means more oversights, larger errors and fewer nodes (`LEVELS`). From 2000 Elo on, there
//! are no oversights. Some things every level does:
//!
//! - It plays a mate in one or two that its search finds.
//! - In a won ending (`is_won_ending`) it makes no random choice and has a soft limit of at least 4,000 nodes,
//!   which is enough to mate with king and rook against king. Chance never gives away a won ending.
//! - It moves at once: no level needs more than some hundredths of a second, whatever the clock shows.
//!
//! The random numbers depend on the UCI option `Seed` (`--seed` of `engine play`). With a `Seed` other than
//! 0, games can be repeated.
//!
//! **Ratings.** [The UCI guide](crate::uci) has the table of games and opponents for these levels, with the
//! command. Ratings of programs are not comparable with ratings of people.
//!
//! **Sources.** Random errors in the scores of several best moves: Glaurung and Stockfish (`Skill Level`).
//! Moves that the player does not see, the more so the longer they are: the easy levels of Phalanx by Dušan
//! Dobeš. The mapping from rating to parameters comes from own games.

use std::collections::HashMap;

use rand::{Rng, RngExt as _};
use shakmaty::{Piece, Role, Square};

use crate::{
    chess::{
        position::{Move, Position, see},
        score::Score,
    },
    search::{Answer, Limits, Report, Setup, Variation},
};

/// Largest number of men, kings included, with which any lead in material counts as a won ending.
const FEW_MEN: usize = 4;
/// Largest number of men of a won ending with a lead of `ENDING_LEAD`. If the opponent has only king and pawns,
/// the number of men does not matter.
const ENDING_MEN: usize = 7;
/// Lead in material of a won ending with more than `FEW_MEN` men, in centipawns.
const ENDING_LEAD: i32 = 400;
/// Least soft node limit in a won ending: enough to mate with king and rook against king.
const ENDING_NODES: u64 = 4_000;
/// The men that count as material.
const PIECES_AND_PAWNS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
/// Longest mate, in moves, that every level plays if its search finds the mate.
const SEEN_MATE: i32 = 2;

/// Probability that a capture by the player is overlooked, relative to a typical move.
const OWN_CAPTURE: f64 = 0.5;
/// Probability that a reply is overlooked that captures the piece that has just moved, relative to a typical
/// move. The probability is low, because the player has looked at the destination of the moved piece.
const RECAPTURE: f64 = 0.5;
/// Probability that a reply that captures another piece is overlooked, relative to a typical move.
const CAPTURE: f64 = 1.0;
/// Probability that a reply that captures nothing, such as a fork or a mate threat, is overlooked, relative
/// to a typical move.
const QUIET: f64 = 1.5;
/// Greatest probability that a move is overlooked.
const MOST_OVERLOOKED: f64 = 0.9;
/// Gains of material, in centipawns, between which a limited player distinguishes.
const GAINS: [i32; 6] = [900, 600, 500, 400, 300, 100];

/// Search parameters of a limited player with one rating.
struct StrengthLevel {
    /// Nominal rating.
    elo: i32,
    /// Soft node limit per move.
    nodes: f64,
    /// Number of best moves among which the player chooses.
    moves: f64,
    /// Standard deviation of the score error, in internal centipawns.
    error: f64,
    /// Probability, in percent, that a typical move is overlooked.
    overlooked: f64,
}

const fn level(elo: i32, nodes: f64, moves: f64, error: f64, overlooked: f64) -> StrengthLevel {
    StrengthLevel { elo, nodes, moves, error, overlooked }
}

/// Levels of limited strength, by increasing rating. Values between two levels are interpolated; nodes are
/// interpolated logarithmically.
const LEVELS: [StrengthLevel; 9] = [
    level(600, 100.0, 60.0, 205.0, 75.0),
    level(800, 560.0, 32.0, 110.0, 35.0),
    level(1000, 1_150.0, 22.0, 73.0, 19.0),
    level(1275, 2_090.0, 13.9, 43.0, 6.9),
    level(1600, 2_800.0, 10.3, 32.2, 3.2),
    level(2000, 3_150.0, 6.7, 26.5, 0.0),
    level(2400, 3_530.0, 4.8, 21.4, 0.0),
    level(2700, 4_020.0, 4.1, 19.6, 0.0),
    level(3000, 4_910.0, 3.55, 18.1, 0.0),
];

/// Highest level of [`elo_of_level`]: full strength.
pub const FULL_LEVEL: u8 = 10;

/// Returns the rating of a level from 1, the weakest, to [`FULL_LEVEL`]: equal steps from [`Strength::LEAST`]
/// at level 1 to [`Strength::MOST`] at level 9. Returns `None` for [`FULL_LEVEL`] and above, which mean full
/// strength.
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
    /// Highest limited rating: 3000.
    pub const MOST: i32 = LEVELS[LEVELS.len() - 1].elo;
    /// Default rating of `UCI_Elo`.
    pub const USUAL: i32 = 1500;
    /// Value of `Skill Level` that does not limit the strength.
    pub const FULL_SKILL: i32 = 20;

    /// Creates a limit of `elo`, clamped to 600 to 3000.
    pub fn of_elo(elo: i32) -> Self {
        Self { elo: elo.clamp(Self::LEAST, Self::MOST) }
    }

    /// Converts a `Skill Level` from 0 to 20 to a strength, in equal steps of 120 Elo from 600 at level 0.
    /// Returns `None` for level 20, which means no limit.
    pub fn of_skill(skill: i32) -> Option<Self> {
        let range = Self::MOST - Self::LEAST;
        (skill < Self::FULL_SKILL).then(|| Self::of_elo(Self::LEAST + range * skill / Self::FULL_SKILL))
    }

    /// Returns the soft node limit per move: after this number of nodes no further iteration begins.
    pub fn nodes(self) -> u64 {
        self.between(|level| level.nodes.ln()).exp() as u64
    }

    /// Returns the standard deviation of the random error, in internal centipawns.
    fn error(self) -> f64 {
        self.between(|level| level.error)
    }

    /// Returns the probability that a typical move is overlooked, from 0 to 1.
    fn overlooked(self) -> f64 {
        self.between(|level| level.overlooked) / 100.0
    }

    /// Interpolates a quantity between the two levels of `LEVELS` around the rating of this `Strength`.
    fn between(self, quantity: impl Fn(&StrengthLevel) -> f64) -> f64 {
        let above = LEVELS.partition_point(|level| level.elo < self.elo).clamp(1, LEVELS.len() - 1);
        let (low, high) = (&LEVELS[above - 1], &LEVELS[above]);
        let part = f64::from(self.elo - low.elo) / f64::from(high.elo - low.elo);
        quantity(low) + part * (quantity(high) - quantity(low))
    }

    /// Lowers the soft node limit of `limits` to that of this strength, and sets the number of principal
    /// variations to the number of moves among which [`Strength::choose`] chooses. In a won ending, the search
    /// has one principal variation and at least 4,000 nodes.
    pub fn limits(self, limits: Limits, position: &Position) -> Limits {
        let (nodes, multi_pv) = if is_won_ending(position) {
            (self.nodes().max(ENDING_NODES), 1)
        } else {
            (self.nodes(), self.between(|level| level.moves).round() as usize)
        };
        let soft = limits.soft_nodes.unwrap_or(u64::MAX).min(nodes);
        Limits { soft_nodes: Some(soft), multi_pv, ..limits }
    }

    /// Chooses a move from the principal variations of `answer`, the result of a search of `position` with
    /// `setup`: the variation whose apparent score plus a random error is the greatest.
    ///
    /// The returned answer contains the chosen move and a report with only the variation of the chosen move.
    /// A short mate, and the best move of a won ending, are always chosen.
    pub fn choose(self, answer: Answer, position: &Position, setup: &Setup, rng: &mut impl Rng) -> Answer {
        let Answer { best, report, cut_off } = answer;
        let is_mate = report.score.mate().is_some_and(|moves| (1..=SEEN_MATE).contains(&moves));
        if is_mate || is_won_ending(position) {
            return Answer { best, report: Report { others: Vec::new(), ..report }, cut_off };
        }
        let first = Variation { score: report.score, line: report.line.clone() };
        let lines = std::iter::once(first).chain(report.others.iter().cloned());
        let mut oversights =
            Oversights { position, setup, probability: self.overlooked(), moves: HashMap::new() };
        let values = lines.map(|line| {
            let error = self.error() * normal(rng);
            (f64::from(oversights.apparent_score(&line, rng)) + error, line)
        });
        let chosen = values.max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, Variation { score, line })) = chosen else { return Answer { best, report, cut_off } };
        let best = line.first().copied().or(best);
        Answer { best, report: Report { score, line, others: Vec::new(), ..report }, cut_off }
    }
}

/// Moves that a limited player overlooks in one position. A reply that is overlooked is overlooked after every
/// move: a player who does not see an attack moves as if it did not exist.
struct Oversights<'a> {
    position: &'a Position,
    setup: &'a Setup,
    /// Probability that a typical move is overlooked.
    probability: f64,
    /// Origin and destination of the moves considered so far, and whether each is overlooked.
    moves: HashMap<(Square, Square), bool>,
}

impl Oversights<'_> {
    /// Returns the score that a variation seems to have, in internal centipawns.
    ///
    /// If the best reply is overlooked, the apparent score is the static evaluation after the first move,
    /// less the material that the best capture wins among the captures that are not overlooked; it is at
    /// least the score of the variation. If the first move is a capture and is overlooked, its apparent score
    /// is the worst possible score.
    fn apparent_score(&mut self, variation: &Variation, rng: &mut impl Rng) -> i32 {
        let score = variation.score.raw();
        let Some((own, rest)) = variation.line.split_first() else { return score };
        if own.is_capture() && self.overlooks(*own, OWN_CAPTURE, rng) {
            return Score::mated_in(0).raw();
        }
        let Some(reply) = rest.first() else { return score };
        if !self.overlooks_reply(*own, *reply, rng) {
            return score;
        }
        let after = self.position.play(*own);
        let mut captures = after.legal_moves();
        captures.retain(|mv| see::gain(*mv) > 0 && see::at_least(&after, *mv, GAINS[GAINS.len() - 1]));
        captures.retain(|mv| !self.overlooks_reply(*own, *mv, rng));
        let gain = |mv: &Move| GAINS.into_iter().find(|gain| see::at_least(&after, *mv, *gain));
        let threat = captures.iter().filter_map(gain).max().unwrap_or(0);
        (-self.setup.evaluate(&after).raw() - threat).max(score)
    }

    fn overlooks_reply(&mut self, own: Move, reply: Move, rng: &mut impl Rng) -> bool {
        let factor = match (reply.is_capture(), reply.to() == own.to()) {
            (true, true) => RECAPTURE,
            (true, false) => CAPTURE,
            (false, _) => QUIET,
        };
        self.overlooks(reply, factor, rng)
    }

    /// Returns whether the player overlooks a move, `factor` times as often as a typical one. Long moves are
    /// overlooked more often than short ones.
    fn overlooks(&mut self, mv: Move, factor: f64, rng: &mut impl Rng) -> bool {
        let from = mv.from().unwrap_or(mv.to());
        let distance = match from.distance(mv.to()) {
            0 | 1 => 0.5,
            2 => 1.0,
            _ => 1.5,
        };
        let probability = (self.probability * factor * distance).min(MOST_OVERLOOKED);
        *self.moves.entry((from, mv.to())).or_insert_with(|| rng.random::<f64>() < probability)
    }
}

/// Returns whether the side to move should win by technique: it has any lead in material with at most
/// `FEW_MEN` men on the board, or a lead of at least `ENDING_LEAD` with at most `ENDING_MEN` men or against
/// an opponent who has only king and pawns.
fn is_won_ending(position: &Position) -> bool {
    let board = position.board();
    let [us, them] = [position.turn(), !position.turn()].map(|side| {
        let value = |role| board.by_piece(Piece { color: side, role }).count() as i32 * see::value(role);
        PIECES_AND_PAWNS.map(value).iter().sum::<i32>()
    });
    let (men, lead) = (board.occupied().count(), us - them);
    let their_pieces = board.by_color(!position.turn()) & !board.kings() & !board.pawns();
    men <= FEW_MEN && lead > 0 || (men <= ENDING_MEN || their_pieces.is_empty()) && lead >= ENDING_LEAD
}

/// Draws a normally distributed random number with mean 0 and standard deviation 1 (Box and Muller 1958).
fn normal(rng: &mut impl Rng) -> f64 {
    let (radius, angle): (f64, f64) = (rng.random(), rng.random());
    (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng as _, rngs::ChaCha8Rng};
    use shakmaty::CastlingMode;

    use super::*;
    use crate::chess::position::Position;

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

    /// The move of a player with this rating in the start position, from `answer`.
    fn choose(elo: i32, answer: Answer, rng: &mut ChaCha8Rng) -> Answer {
        Strength::of_elo(elo).choose(answer, &Position::start(), &Setup::playing(), rng)
    }

    /// Mean loss of score per move of a player with this rating, in centipawns.
    fn loss(elo: i32) -> f64 {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let games = 2000;
        let lost: i32 = (0..games)
            .map(|_| {
                let chosen = choose(elo, answer(Score::DRAW), &mut rng);
                assert_eq!(chosen.best, chosen.report.line.first().copied());
                -chosen.report.score.raw()
            })
            .sum();
        f64::from(lost) / f64::from(games)
    }

    #[test]
    fn a_lower_rating_loses_more_score_per_move() {
        let losses: Vec<_> = [600, 1000, 1500, 2000, 3000].map(loss).into();
        assert!(losses.is_sorted_by(|weaker, stronger| weaker > stronger), "{losses:?}");
        assert!(losses[4] < 20.0, "3000 Elo loses little: {losses:?}");
    }

    #[test]
    fn a_higher_rating_has_more_nodes_smaller_errors_and_fewer_oversights() {
        let players: Vec<_> = (600..=3000).step_by(50).map(Strength::of_elo).collect();
        assert!(players.is_sorted_by(|a, b| {
            a.nodes() <= b.nodes() && a.error() >= b.error() && a.overlooked() >= b.overlooked()
        }));
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
    fn every_level_plays_a_mate_in_one_or_two_that_its_search_finds() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        for moves in [1, 2] {
            let mate = answer(Score::mate_in(2 * moves - 1));
            for elo in [600, 1000, 1500, 3000] {
                for _ in 0..200 {
                    assert_eq!(choose(elo, mate.clone(), &mut rng).best, mate.best);
                }
            }
        }
    }

    #[test]
    fn a_weak_player_sometimes_leaves_a_piece_hanging_and_a_strong_player_never() {
        // The knight on f6 is attacked by the pawn on e5. The search knows that Nd5 saves it, and that h6 loses it.
        let fen = "rnbqkb1r/pppp1ppp/5n2/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3";
        let position = Position::from_fen(fen, CastlingMode::Standard).expect("valid");
        let line = |text: &str| {
            let mut position = position.clone();
            let read = |word| {
                let mv = position.parse_move(word).expect("legal");
                position = position.play(mv);
                mv
            };
            text.split(' ').map(read).collect::<Vec<_>>()
        };
        let hanging = Variation { score: Score::cp(-350), line: line("h7h6 e5f6") };
        let first = line("f6d5 c2c4");
        let report =
            Report { others: vec![hanging.clone()], ..Report::unsearched(Score::cp(0), first.clone()) };
        let answer = Answer { best: first.first().copied(), report, cut_off: false };
        let blunders = |elo: i32| {
            let mut rng = ChaCha8Rng::seed_from_u64(4);
            let setup = Setup::playing();
            let mut play = || Strength::of_elo(elo).choose(answer.clone(), &position, &setup, &mut rng);
            (0..200).filter(|_| play().best == hanging.line.first().copied()).count()
        };
        let [weak, strong] = [600, 3000].map(blunders);
        assert!(
            (5..=100).contains(&weak) && strong == 0,
            "{weak} and {strong} of 200 moves leave the knight hanging"
        );
    }

    #[test]
    fn in_a_won_ending_the_weakest_level_searches_enough_nodes_and_only_the_best_move() {
        for (fen, is_won) in [
            ("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", true),
            ("8/8/8/4k3/8/8/8/R3K3 b - - 0 1", false),
            ("8/5k2/8/8/4P3/4K3/8/8 w - - 0 1", true),
            ("4k3/ppp5/8/8/8/8/PPP5/R3K3 w - - 0 1", true),
            ("4k3/ppp2r2/8/8/8/8/PPP5/R3K3 w - - 0 1", false),
        ] {
            let position = Position::from_fen(fen, CastlingMode::Standard).expect("valid");
            let limits = Strength::of_elo(600).limits(Limits::default(), &position);
            assert_eq!(is_won_ending(&position), is_won, "{fen}");
            assert_eq!((limits.soft_nodes >= Some(4_000), limits.multi_pv == 1), (is_won, is_won), "{fen}");
        }
    }
}
