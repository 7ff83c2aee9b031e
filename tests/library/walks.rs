//! The proof of the ladder again, where nobody chose the positions.
//!
//! Random games wander into what no suite holds. Along them random sets of exact layers answer beside alpha-beta. The
//! table is small, shared by all of them and never cleared: a score that is a function of the position and the depth
//! alone may be remembered from any exact search. The depth falls from move to move and at each position, so that a
//! search finds below itself what earlier ones have stored, at its own depth and at greater ones.

use glulam::{
    position::Position,
    search::{
        self, Algorithm, Layer, LayerSet, Limits, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
    },
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::searching::{play_out, search, suite};

/// Plies of a random game.
const PLIES: usize = 90;

fn random_exact_set(dice: &mut ChaCha8Rng) -> LayerSet {
    Layer::ALL.iter().copied().filter(|layer| layer.is_exact() && dice.random()).collect()
}

/// Plays `games` random games and compares at every position, at two depths that fall from `deepest` and begin again
/// there. How often it did.
fn prove(games: usize, deepest: i32) -> usize {
    let mut dice = ChaCha8Rng::seed_from_u64(games as u64);
    let table = TranspositionTable::new(1).expect("a megabyte");
    let mut memory = ThreadState::default();
    let mut compared = 0;
    for record in ["perft", "perft960"].into_iter().flat_map(suite).cycle().take(games) {
        let mut position = record.position;
        for ply in 0..PLIES {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let greatest = deepest - ply as i32 % (deepest - 1);
            for depth in [greatest, greatest - 1] {
                let (truth, _) = search(&position, Algorithm::AlphaBeta, depth);
                let setup = Setup::new(Algorithm::Layers(random_exact_set(&mut dice)));
                let task = SearchRequest::new(position.clone(), Limits::depth(depth), setup);
                let answer = search::search(&task, &table, &mut memory, &StopFlag::default(), |_| ());
                assert_eq!(
                    answer.report.score, truth.report.score,
                    "{:?} in {position} at depth {depth}",
                    task.setup
                );
                assert_line_is_whole(&position, depth, &answer.report.line);
                compared += 1;
            }
            position = position.play(moves[dice.random_range(0..moves.len())]);
        }
    }
    compared
}

fn assert_line_is_whole(position: &Position, depth: i32, line: &[glulam::position::Move]) {
    let end = play_out(position, line);
    assert!(line.len() == depth as usize || end.outcome().is_some(), "{position} at depth {depth}: {line:?}");
}

#[test]
fn random_exact_sets_agree_with_alpha_beta_all_along_random_games() {
    assert!(prove(60, 4) > 5_000, "too few positions to prove anything");
}

#[test]
#[ignore = "takes minutes"]
fn random_exact_sets_agree_with_alpha_beta_all_along_very_many_random_games() {
    assert!(prove(150, 5) > 10_000, "too few positions to prove anything");
}
