//! Any set of layers plays whole games by the rules: move after move with the same table and memory, as in a match.
//!
//! A single answer tells nothing of what earlier searches have left behind: histories, killers, a table full of entries
//! of other positions, a past that repeats itself. So each layer off by itself and two hundred random sets play a few
//! dozen plies against themselves, with so few nodes a move that the searches are cut off anywhere. Each move has to be
//! legal, each line legal to its end, and no search may visit a node more than it was given, or fewer without having
//! finished.

use glulam::{
    evaluate::Evaluator,
    position::{Line, Position},
    search::{
        self, Algorithm, Answer, Layer, LayerSet, Limits, MAX_DEPTH, Report, SearchRequest, Setup, StopFlag,
        ThreadState, TranspositionTable,
    },
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::searching::{assert_playable, suite};

/// Plies of a game that does not end before.
const PLIES: usize = 60;

/// Nodes of the longest search.
const MOST_NODES: u64 = 600;
/// Nodes of the longest search in the long test.
const MOST_NODES_LONG: u64 = 2_400;

fn all_but_one() -> impl Iterator<Item = LayerSet> {
    Layer::ALL.iter().map(|layer| LayerSet::ALL.without(*layer))
}

fn random_set(dice: &mut ChaCha8Rng) -> LayerSet {
    Layer::ALL.iter().copied().filter(|_| dice.random()).collect()
}

/// Openings, endings and Chess960, so that castling, promotion and the fifty moves come about.
fn starts() -> Vec<Position> {
    let suites = ["classic", "bench960", "bench"].into_iter().flat_map(suite);
    let starts = suites.map(|record| record.position);
    starts.filter(|position| position.outcome().is_none()).collect()
}

/// A search is cut off after exactly its nodes, or has finished the depth that was asked for.
fn assert_limits_kept(answer: &Answer, limits: &Limits, setup: &Setup) {
    let Report { nodes, depth, .. } = answer.report;
    let most = limits.nodes.expect("every move is played with a limit");
    let asked = limits.depth.unwrap_or(if setup.algorithm.deepens() { MAX_DEPTH } else { setup.rung_depth });
    let kept = if answer.cut_off { nodes == most } else { nodes <= most && depth == asked };
    assert!(kept, "{setup:?}: {nodes} of {most} nodes, depth {depth} of {asked}");
}

/// Plays one game of `setup` against itself; how many plies it lasted.
fn play(
    start: &Position,
    setup: &Setup,
    most_nodes: u64,
    table: &TranspositionTable,
    dice: &mut ChaCha8Rng,
) -> usize {
    let mut line = Line::new(start.clone());
    let mut memory = ThreadState::default();
    table.clear();
    for ply in 0..PLIES {
        let position = line.position().clone();
        if position.outcome().is_some() {
            return ply;
        }
        let nodes = dice.random_range(1..=most_nodes);
        // Now and then by depth as well, so that searches also end by themselves.
        let depth = dice.random_bool(0.3).then(|| dice.random_range(1..=3));
        let limits = Limits { nodes: Some(nodes), depth, ..Limits::default() };
        let fresh = SearchRequest::new(position.clone(), limits.clone(), setup.clone());
        let task = SearchRequest { history: line.history(), ..fresh };
        let answer = search::search(&task, table, &mut memory, &StopFlag::default(), |report| {
            assert!(report.nodes <= nodes && report.depth >= 1);
        });
        assert_playable(&position, &answer);
        assert_limits_kept(&answer, &limits, setup);
        line.play(answer.best.expect("playable"));
    }
    PLIES
}

fn play_all(sets: impl Iterator<Item = LayerSet>, most_nodes: u64, seed: u64) -> usize {
    let (starts, mut dice) = (starts(), ChaCha8Rng::seed_from_u64(seed));
    let table = TranspositionTable::new(1).expect("a megabyte");
    let games = sets.enumerate().map(|(number, set)| {
        let evaluator = Evaluator::ALL[number % Evaluator::ALL.len()];
        let setup = Setup::new(Algorithm::Layers(set)).evaluated_by(evaluator);
        play(&starts[number * 7 % starts.len()], &setup, most_nodes, &table, &mut dice)
    });
    games.sum()
}

#[test]
fn without_any_one_layer_games_are_played_by_the_rules_and_by_the_node() {
    // Once with each evaluator.
    let sets = all_but_one().flat_map(|set| Evaluator::ALL.map(|_| set));
    let plies = play_all(sets, MOST_NODES, 1);
    assert!(plies > Layer::ALL.len() * PLIES, "too few plies to prove anything: {plies}");
}

#[test]
fn with_any_of_two_hundred_random_sets_of_layers_games_are_played_by_the_rules_and_by_the_node() {
    let mut dice = ChaCha8Rng::seed_from_u64(2);
    let plies = play_all((0..200).map(|_| random_set(&mut dice)), MOST_NODES, 3);
    assert!(plies > 200 * PLIES / 2, "too few plies to prove anything: {plies}");
}

#[test]
#[ignore = "takes minutes"]
fn with_any_of_a_thousand_random_sets_of_layers_longer_searches_keep_the_rules_and_the_node_count() {
    let mut dice = ChaCha8Rng::seed_from_u64(4);
    let plies = play_all((0..1_000).map(|_| random_set(&mut dice)), MOST_NODES_LONG, 5);
    assert!(plies > 1_000 * PLIES / 2, "too few plies to prove anything: {plies}");
}
