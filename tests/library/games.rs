//! Every set of layers plays whole games by the rules.
//!
//! A search inherits data from earlier searches of its game: histories, killer moves, table entries of other
//! positions, and repeated positions. Tests of single positions do not cover this data, so each game keeps
//! its table and thread state from move to move. The tests play every set with one layer off, and 200 random
//! sets, for up to 60 plies per game. The node limits are so low that most searches are cut off at an
//! arbitrary node. Every move and every PV must be legal. A search must visit exactly its node limit, or
//! complete its depth with fewer nodes.

use glulam::{
    chess::position::{Line, Position},
    evaluate::Evaluator,
    search::{
        self, Algorithm, Answer, Layer, LayerSet, Limits, MAX_DEPTH, Report, SearchRequest, Setup, StopFlag,
        ThreadState, TranspositionTable,
    },
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::searching::{all_but_one, assert_playable, suite};

/// Maximum length of a game, in plies.
const PLIES: usize = 60;

/// Maximum of the random node limits.
const MAX_NODES: u64 = 600;
/// Maximum of the random node limits in the long test.
const MAX_NODES_LONG: u64 = 2_400;

/// Returns a random set that contains each layer with a probability of one half.
fn random_set(rng: &mut ChaCha8Rng) -> LayerSet {
    Layer::ALL.iter().copied().filter(|_| rng.random()).collect()
}

/// Returns openings, endgames and Chess960 positions: the games include castling, promotions and the
/// fifty-move rule.
fn starts() -> Vec<Position> {
    let suites = ["classic", "bench960", "bench"].into_iter().flat_map(suite);
    let starts = suites.map(|record| record.position);
    starts.filter(|position| position.outcome().is_none()).collect()
}

/// Checks that a search was cut off exactly at its node limit, or completed its depth.
fn assert_limits_kept(answer: &Answer, limits: &Limits, setup: &Setup) {
    let Report { nodes, depth, .. } = answer.report;
    let node_limit = limits.nodes.expect("every search has a node limit");
    let target_depth =
        limits.depth.unwrap_or(if setup.algorithm.deepens() { MAX_DEPTH } else { setup.rung_depth });
    let is_kept =
        if answer.cut_off { nodes == node_limit } else { nodes <= node_limit && depth == target_depth };
    assert!(is_kept, "{setup:?}: {nodes} of {node_limit} nodes, depth {depth} of {target_depth}");
}

/// Plays one game of `setup` against itself. Returns the length of the game in plies.
fn play(
    start: &Position,
    setup: &Setup,
    max_nodes: u64,
    table: &TranspositionTable,
    rng: &mut ChaCha8Rng,
) -> usize {
    let mut line = Line::new(start.clone());
    let mut thread = ThreadState::default();
    table.clear();
    for ply in 0..PLIES {
        let position = line.position().clone();
        if position.outcome().is_some() {
            return ply;
        }
        let nodes = rng.random_range(1..=max_nodes);
        // About 30 % of the searches also have a depth limit, so that some searches complete.
        let depth = rng.random_bool(0.3).then(|| rng.random_range(1..=3));
        let limits = Limits { nodes: Some(nodes), depth, ..Limits::default() };
        let fresh = SearchRequest::new(position.clone(), limits.clone(), setup.clone());
        let task = SearchRequest { history: line.history(), ..fresh };
        let answer = search::search(&task, table, &mut thread, &StopFlag::default(), |report| {
            assert!(report.nodes <= nodes && report.depth >= 1);
        });
        assert_playable(&position, &answer);
        assert_limits_kept(&answer, &limits, setup);
        line.play(answer.best.expect("a move"));
    }
    PLIES
}

/// Plays one game per set. Returns the total length of the games in plies.
fn play_all(sets: impl Iterator<Item = LayerSet>, max_nodes: u64, seed: u64) -> usize {
    let (starts, mut rng) = (starts(), ChaCha8Rng::seed_from_u64(seed));
    let table = TranspositionTable::new(1).expect("a megabyte");
    let games = sets.enumerate().map(|(number, set)| {
        let evaluator = Evaluator::ALL[number % Evaluator::ALL.len()];
        let setup = Setup::new(Algorithm::Layers(set)).evaluated_by(evaluator);
        play(&starts[number * 7 % starts.len()], &setup, max_nodes, &table, &mut rng)
    });
    games.sum()
}

#[test]
fn without_any_single_layer_games_follow_the_rules_and_the_node_limits() {
    // Each set plays once with each evaluator.
    let sets = all_but_one().flat_map(|set| Evaluator::ALL.map(|_| set));
    let plies = play_all(sets, MAX_NODES, 1);
    assert!(plies > Layer::ALL.len() * PLIES, "too few plies for a meaningful test: {plies}");
}

#[test]
fn with_two_hundred_random_sets_of_layers_games_follow_the_rules_and_the_node_limits() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let plies = play_all((0..200).map(|_| random_set(&mut rng)), MAX_NODES, 3);
    assert!(plies > 200 * PLIES / 2, "too few plies for a meaningful test: {plies}");
}

#[test]
#[ignore = "takes minutes"]
fn with_a_thousand_random_sets_of_layers_longer_searches_follow_the_rules_and_the_node_limits() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let plies = play_all((0..1_000).map(|_| random_set(&mut rng)), MAX_NODES_LONG, 5);
    assert!(plies > 1_000 * PLIES / 2, "too few plies for a meaningful test: {plies}");
}
