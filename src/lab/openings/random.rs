//! Beginnings of games: a few random moves, and a look whether there is still something to play for.
//!
//! Random moves lead to positions that no engine would choose, but evaluators have to know them all the same; a search then
//! leaves out those where the game is decided.
//!
//! For matches the opposite is left out as well: from an even opening two equal players draw, which tells nothing. Where one side is
//! somewhat better both may win, and since each opening is played twice with colours reversed, nobody is favoured (Pohl's
//! unbalanced openings).

use std::ops::RangeInclusive;

use rand::{Rng, RngExt as _};
use shakmaty::Color;

use crate::{
    engine::player::Player,
    position::{Line, Move, Position},
    score::Score,
    search::{Limits, StopFlag},
};

/// An opening worth more than this for one side, in centipawns, is left out.
const MAX_OPENING_SCORE: i32 = 400;
/// Its search may visit so many times the nodes of a move.
const OPENING_NODES_FACTOR: u64 = 5;
/// What one side of an opening for matches is better by, in centipawns.
const UNBALANCED: RangeInclusive<i32> = 40..=110;
/// A quick search in front of the slow one: so many times fewer nodes, and scores so far outside are not looked at again.
const QUICK_DIVISOR: u64 = 50;
const QUICK_MARGIN: i32 = 60;

/// A game from the start by random legal moves, as many as the dice choose from `plies`. `None` if it ended on the way, or if a position
/// came up twice.
pub fn random(rng: &mut impl Rng, plies: RangeInclusive<u32>) -> Option<Line> {
    random_opening_from(Line::new(Position::start()), rng, plies)
}

/// The same from another beginning.
pub(super) fn random_opening_from(
    line: Line,
    rng: &mut impl Rng,
    plies: RangeInclusive<u32>,
) -> Option<Line> {
    random_moves(line, rng, plies).map(|(line, _)| line)
}

/// The same, with the moves.
pub fn random_moves(
    mut line: Line,
    rng: &mut impl Rng,
    plies: RangeInclusive<u32>,
) -> Option<(Line, Vec<Move>)> {
    let mut played = Vec::new();
    for _ in 0..rng.random_range(plies) {
        let moves = line.position().legal_moves();
        if moves.is_empty() {
            return None;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        line.play(mv);
        played.push(mv);
        if line.occurrences() > 1 {
            return None;
        }
    }
    line.position().has_legal_move().then_some((line, played))
}

/// What a fresh search of so many nodes says of an opening; a draw if it fails.
pub fn evaluate_opening(player: &mut Player, line: &Line, nodes: u64, signal: &StopFlag) -> Score {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    player.new_game();
    player.think(line, &limits, signal).map_or(Score::DRAW, |answer| answer.report.score)
}

/// The first random opening that is not decided, with its moves, for games of so many nodes to a move.
pub fn undecided_opening(
    player: &mut Player,
    plies: &RangeInclusive<u32>,
    nodes: u64,
    rng: &mut impl Rng,
    signal: &StopFlag,
) -> Option<(Line, Vec<Move>)> {
    let nodes = nodes.saturating_mul(OPENING_NODES_FACTOR);
    while !signal.is_stopped(1) {
        if let Some((line, moves)) = random_moves(Line::new(Position::start()), rng, plies.clone())
            && evaluate_opening(player, &line, nodes, signal).raw().abs() <= MAX_OPENING_SCORE
        {
            return Some((line, moves));
        }
    }
    None
}

/// An opening for matches.
#[derive(Clone, Debug)]
pub struct UnbalancedOpening {
    /// How it goes.
    pub line: Line,
    /// The side that is better.
    pub favoured: Color,
}

/// The random opening these dice give, if a search of `nodes` nodes finds it worth a match.
pub fn unbalanced_opening(
    player: &mut Player,
    rng: &mut impl Rng,
    plies: RangeInclusive<u32>,
    nodes: u64,
    signal: &StopFlag,
) -> Option<UnbalancedOpening> {
    let line = random(rng, plies)?;
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
    use crate::{engine::rng::game_rng, search::Setup};

    #[test]
    fn an_opening_for_matches_favours_the_side_that_a_search_finds_better() {
        let mut player = Player::new(Setup::playing(), 1).expect("a megabyte");
        let signal = StopFlag::default();
        let found: Vec<_> = (0..30)
            .filter_map(|number| {
                unbalanced_opening(&mut player, &mut game_rng(1, number), 8..=10, 1_000, &signal)
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
    fn the_same_dice_give_the_same_opening_and_other_dice_another() {
        let key = |seed, number| random(&mut game_rng(seed, number), 8..=9).map(|line| line.position().key());
        assert_eq!(key(1, 7), key(1, 7));
        assert_ne!(key(1, 7), key(1, 8));
        assert_ne!(key(1, 7), key(2, 7));
    }

    #[test]
    fn either_number_of_plies_comes_up() {
        let plies: Vec<_> = (0..100)
            .filter_map(|number| random(&mut game_rng(3, number), 8..=9))
            .map(|line| line.position().turn().fold_wb(8, 9))
            .collect();
        assert!(plies.contains(&8) && plies.contains(&9) && plies.len() > 80);
    }
}
