//! Generates random openings and rejects unsuitable ones by a search.
//!
//! Openings for training data: random moves lead to positions that no engine would choose, but evaluators
//! must handle them too. A search rejects random openings in which one side already has a decisive advantage.
//!
//! Openings for matches: balanced positions are rejected too, because two equal players usually draw from a
//! balanced position, and a draw gives little information. If one side is somewhat better after the opening,
//! more games are won or lost. A match plays each opening twice with colours reversed, so an unbalanced
//! opening favours neither player (compare the unbalanced openings by Pohl).

use std::{ops::RangeInclusive, sync::Arc};

use rand::{Rng, RngExt as _};
use shakmaty::Color;

use crate::{
    chess::{
        position::{
            Line, Position,
            chess960::{CHESS960_POSITIONS, chess960},
        },
        score::Score,
    },
    engine::player::Player,
    search::{Limits, StopFlag},
};

/// Number of random candidates in a row without a new opening after which a command gives up, for example because
/// all start positions are decided.
pub const MAX_CANDIDATES: u64 = 1_000;
/// An opening for training data is rejected if the absolute score of its search is larger than this number of
/// internal units.
const MAX_OPENING_SCORE: i32 = 400;
/// Node limit of the search that checks an opening for training data, as a multiple of the node limit per
/// move of the game.
const OPENING_NODES_FACTOR: u64 = 5;
/// Range of the advantage of either side, in internal units, in which an opening for matches is accepted.
const UNBALANCED: RangeInclusive<i32> = 40..=110;
/// The quick first search of an opening for matches gets the node limit divided by this number.
const QUICK_DIVISOR: u64 = 50;
/// The quick first search rejects an opening if its score is outside the range `UNBALANCED` by more than this
/// number of internal units.
const QUICK_MARGIN: i32 = 60;

/// Start positions of random openings.
#[derive(Clone, Debug, Default)]
pub enum Starts {
    /// The start position of chess.
    #[default]
    Standard,
    /// The start positions of Chess960, all equally likely.
    Chess960,
    /// These positions, all equally likely; at least one.
    Listed(Arc<[Position]>),
}

impl Starts {
    /// Returns a start position. [`Starts::Standard`] uses no random number.
    pub fn choose(&self, rng: &mut impl Rng) -> Position {
        match self {
            Self::Standard => Position::start(),
            // All 960 numbers give a valid position.
            Self::Chess960 => {
                chess960(rng.random_range(0..CHESS960_POSITIONS)).unwrap_or_else(|_| Position::start())
            }
            Self::Listed(positions) => positions[rng.random_range(0..positions.len())].clone(),
        }
    }
}

/// Plays random legal moves from a start position; their number is chosen at random from `plies`.
///
/// Returns `None` if the random moves repeat a position or lead to checkmate or stalemate.
pub fn random(rng: &mut impl Rng, starts: &Starts, plies: RangeInclusive<u32>) -> Option<Line> {
    random_moves(Line::new(starts.choose(rng)), rng, plies)
}

/// Plays random legal moves from the end of `line`, as [`random()`] does from the start position.
pub(super) fn random_moves(mut line: Line, rng: &mut impl Rng, plies: RangeInclusive<u32>) -> Option<Line> {
    for _ in 0..rng.random_range(plies) {
        let moves = line.position().legal_moves();
        if moves.is_empty() {
            return None;
        }
        line.play(moves[rng.random_range(0..moves.len())]);
        if line.occurrences() > 1 {
            return None;
        }
    }
    line.position().has_legal_move().then_some(line)
}

/// Returns the score of an opening, for the side to move, from a search of up to `nodes` nodes with an empty
/// hash table. Returns a draw score if the search fails.
pub fn evaluate_opening(player: &mut Player, line: &Line, nodes: u64, signal: &StopFlag) -> Score {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    player.new_game();
    player.think(line, &limits, signal).map_or(Score::DRAW, |answer| answer.report.score)
}

/// Generates random openings until a search finds one within ±`MAX_OPENING_SCORE`; returns the line after this
/// opening. `nodes` is the node limit per move of the game.
///
/// Returns `None` if the stop flag is set before an opening is found, or if none of [`MAX_CANDIDATES`] is accepted.
pub fn undecided_opening(
    player: &mut Player,
    starts: &Starts,
    plies: &RangeInclusive<u32>,
    nodes: u64,
    rng: &mut impl Rng,
    signal: &StopFlag,
) -> Option<Line> {
    let nodes = nodes.saturating_mul(OPENING_NODES_FACTOR);
    for _ in 0..MAX_CANDIDATES {
        if signal.is_stopped(1) {
            break;
        }
        if let Some(line) = random(rng, starts, plies.clone())
            && evaluate_opening(player, &line, nodes, signal).raw().abs() <= MAX_OPENING_SCORE
        {
            return Some(line);
        }
    }
    None
}

/// An opening for matches, after which one side is better by 40 to 110 internal units.
#[derive(Clone, Debug)]
pub struct UnbalancedOpening {
    /// Position after the opening, with the keys of earlier positions.
    pub line: Line,
    /// Side for which the search score after the opening is better, by 40 to 110 internal units.
    pub favoured: Color,
}

/// Generates one random opening. Returns `None` if the random moves end the game or repeat a position, if a
/// quick search rejects the opening, or if a search of up to `nodes` nodes does not find one side better by
/// 40 to 110 internal units.
pub fn unbalanced_opening(
    player: &mut Player,
    rng: &mut impl Rng,
    starts: &Starts,
    plies: RangeInclusive<u32>,
    nodes: u64,
    signal: &StopFlag,
) -> Option<UnbalancedOpening> {
    let line = random(rng, starts, plies)?;
    let near = UNBALANCED.start() - QUICK_MARGIN..=UNBALANCED.end() + QUICK_MARGIN;
    let quick = evaluate_opening(player, &line, nodes.div_ceil(QUICK_DIVISOR), signal).raw().abs();
    if !near.contains(&quick) {
        return None;
    }
    let score = evaluate_opening(player, &line, nodes, signal);
    let turn = line.position().turn();
    let favoured = if score > Score::DRAW { turn } else { !turn };
    UNBALANCED.contains(&score.raw().abs()).then_some(UnbalancedOpening { line, favoured })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        search::Setup,
        support::{rng::game_rng, text::assert_states},
    };

    #[test]
    fn the_guide_states_which_openings_are_accepted() {
        let (least, most) = (UNBALANCED.start(), UNBALANCED.end());
        for text in [
            format!(
                "A search of {OPENING_NODES_FACTOR}·N nodes (N is `--nodes`) rejects openings with a score beyond \
                 ±{MAX_OPENING_SCORE} internal units."
            ),
            format!("a search finds one side better by {least} to {most} internal units"),
        ] {
            assert_states("src/tools/matches/README.md", &text);
        }
    }

    #[test]
    fn the_favoured_side_of_an_unbalanced_opening_is_better_by_search() {
        let mut player = Player::new(Setup::playing(), 1).expect("a megabyte");
        let signal = StopFlag::default();
        let found: Vec<_> = (0..30)
            .filter_map(|number| {
                unbalanced_opening(
                    &mut player,
                    &mut game_rng(1, number),
                    &Starts::Standard,
                    8..=10,
                    1_000,
                    &signal,
                )
            })
            .collect();
        assert!(!found.is_empty());
        for UnbalancedOpening { line, favoured } in &found {
            let score = evaluate_opening(&mut player, line, 1_000, &signal).raw();
            let sign = if line.position().turn() == *favoured { 1 } else { -1 };
            assert!((40..=110).contains(&(sign * score)), "{score}");
        }
    }

    #[test]
    fn seed_and_number_determine_the_random_opening() {
        let key = |seed, number| {
            random(&mut game_rng(seed, number), &Starts::Standard, 8..=9).map(|line| line.position().key())
        };
        assert_eq!(key(1, 7), key(1, 7));
        assert_ne!(key(1, 7), key(1, 8));
        assert_ne!(key(1, 7), key(2, 7));
    }

    #[test]
    fn every_number_of_plies_in_the_range_occurs() {
        let plies: Vec<_> = (0..100)
            .filter_map(|number| random(&mut game_rng(3, number), &Starts::Standard, 8..=9))
            .map(|line| line.position().turn().fold_wb(8, 9))
            .collect();
        assert!(plies.contains(&8) && plies.contains(&9) && plies.len() > 80);
    }
}
