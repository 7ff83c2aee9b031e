//! The exactness proof along random games, in positions that no suite contains.
//!
//! In every position of the games, a random set of exact layers must return the score of alpha-beta. All
//! searches with layers share one small table that is never cleared: an exact score depends only on the
//! position and the depth, so any exact search may use an entry that another exact search has stored. The
//! search depth decreases from move to move, and between the two searches of a position. A search therefore
//! finds entries of its own depth and of greater depths.

use glulam::{
    chess::position::Position,
    search::{
        self, Algorithm, Layer, LayerSet, Limits, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
    },
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::searching::{play_out, search, suite};

/// Maximum length of a random game, in plies.
const PLIES: usize = 90;

/// Returns a random set that contains each exact layer with a probability of one half.
fn random_exact_set(rng: &mut ChaCha8Rng) -> LayerSet {
    Layer::ALL.iter().copied().filter(|layer| layer.is_exact() && rng.random()).collect()
}

/// Plays `games` random games and compares two searches per position with alpha-beta. Returns the number of
/// comparisons.
///
/// The search depth decreases from `max_depth` move by move. After depth 2 the sequence starts again at
/// `max_depth`. The second search of a position is one ply shallower than the first.
fn compare_along_games(games: usize, max_depth: i32) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(games as u64);
    let table = TranspositionTable::new(1).expect("a megabyte");
    let mut thread = ThreadState::default();
    let mut compared = 0;
    for record in ["perft", "perft960"].into_iter().flat_map(suite).cycle().take(games) {
        let mut position = record.position;
        for ply in 0..PLIES {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let greater_depth = max_depth - ply as i32 % (max_depth - 1);
            for depth in [greater_depth, greater_depth - 1] {
                let (expected, _) = search(&position, Algorithm::AlphaBeta, depth);
                let setup = Setup::new(Algorithm::Layers(random_exact_set(&mut rng)));
                let task = SearchRequest::new(position.clone(), Limits::depth(depth), setup);
                let answer = search::search(&task, &table, &mut thread, &StopFlag::default(), |_| ());
                assert_eq!(
                    answer.report.score, expected.report.score,
                    "{:?} in {position} at depth {depth}",
                    task.setup
                );
                assert_pv_is_complete(&position, depth, &answer.report.line);
                compared += 1;
            }
            position = position.play(moves[rng.random_range(0..moves.len())]);
        }
    }
    compared
}

/// Checks that the PV is legal and has `depth` plies, unless the game ends earlier.
fn assert_pv_is_complete(position: &Position, depth: i32, line: &[glulam::chess::position::Move]) {
    let end = play_out(position, line);
    assert!(line.len() == depth as usize || end.outcome().is_some(), "{position} at depth {depth}: {line:?}");
}

#[test]
fn random_exact_sets_return_the_score_of_alpha_beta_along_random_games() {
    assert!(compare_along_games(20, 4) > 1_500, "too few positions for a meaningful test");
}

#[test]
#[ignore = "for .ci/long: alpha-beta to depth 5"]
fn random_exact_sets_return_the_score_of_alpha_beta_along_many_random_games() {
    assert!(compare_along_games(150, 5) > 10_000, "too few positions for a meaningful test");
}
