//! The proof of the ladder again, where nobody chose the positions.
//!
//! Random games wander into what no suite holds. At each stop a random set of exact layers answers beside alpha-beta;
//! the table is small, shared by all of them and never cleared, because a score that is a function of the position and
//! the depth alone may be remembered from any exact search.

mod searching;

use glulam::{
    position::Position,
    search::{self, Algorithm, Layer, LayerSet, Limits, Memory, Setup, Signal, Table, Task},
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};
use searching::{play_out, search, suite};

fn random_exact_set(dice: &mut ChaCha8Rng) -> LayerSet {
    let bits: u64 = dice.random();
    let exact = Layer::ALL.iter().filter(|layer| layer.is_exact());
    exact.enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, layer)| *layer).collect()
}

/// Plays `games` random games and compares at every seventh position, at a depth of 2 to `deepest`.
fn prove(games: usize, deepest: i32) -> usize {
    let mut dice = ChaCha8Rng::seed_from_u64(games as u64);
    let table = Table::new(1).expect("a megabyte");
    let mut memory = Memory::default();
    let mut compared = 0;
    for record in suite("perft").into_iter().cycle().take(games) {
        let mut position = record.position;
        for ply in 0..100 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if ply % 7 == 0 {
                let set = random_exact_set(&mut dice);
                let depth = dice.random_range(2..=deepest);
                compare(&position, set, depth, &table, &mut memory);
                compared += 1;
            }
            position = position.play(moves[dice.random_range(0..moves.len())]);
        }
    }
    compared
}

fn compare(position: &Position, set: LayerSet, depth: i32, table: &Table, memory: &mut Memory) {
    let (truth, _) = search(position, Algorithm::AlphaBeta, depth);
    let task = Task::new(position.clone(), Limits::depth(depth), Setup::new(Algorithm::Layers(set)));
    let answer = search::search(&task, table, memory, &Signal::default(), |_| ());
    assert_eq!(answer.report.score, truth.report.score, "{set:?} in {position} at depth {depth}");
    assert_eq!(answer.report.line.first(), answer.best.as_ref());
    let end = play_out(position, &answer.report.line);
    let plies = answer.report.line.len();
    assert!(plies == depth as usize || end.outcome().is_some(), "{set:?} in {position} at depth {depth}");
}

#[test]
fn random_exact_sets_agree_with_alpha_beta_all_along_random_games() {
    assert!(prove(60, 4) > 500, "too few positions to prove anything");
}

#[test]
#[ignore = "takes minutes"]
fn random_exact_sets_agree_with_alpha_beta_all_along_very_many_random_games() {
    assert!(prove(600, 5) > 5_000, "too few positions to prove anything");
}
