//! Every set of layers makes a working engine.
//!
//! There are too many sets to test them all. The tests use every set with one layer off, and 200 random sets
//! from a fixed seed. Selective layers may change a score, but the moves and PVs of every set must be legal.
//! Every set must find short mates; a set that prunes or reduces moves may need extra depth.

use glulam::{
    epd::Record,
    position::Position,
    search::{
        self, Algorithm, Layer, LayerSet, Limits, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
    },
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::searching::{ENDING, FULL_WIDTH, assert_playable, depth_for, position, search, suite};

fn random_sets(seed: u64, count: usize) -> Vec<LayerSet> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut set = || Layer::ALL.iter().copied().filter(|_| rng.random()).collect();
    (0..count).map(|_| set()).collect()
}

/// Returns every set that lacks exactly one layer.
fn all_but_one() -> impl Iterator<Item = LayerSet> {
    Layer::ALL.iter().map(|layer| LayerSet::ALL.without(*layer))
}

/// Returns the positions in which the side to move mates in exactly `moves` moves.
fn mates_in(moves: &str) -> Vec<Record> {
    let mut mates = suite("mates");
    mates.retain(|record| record.operand("dm") == Some(moves));
    assert!(mates.len() >= 2, "too few mates in {moves}");
    mates
}

/// Checks that `set` finds the mate in `moves` at `depth`. A set that prunes or reduces moves gets extra
/// depth and may find a longer mate.
fn assert_finds_mate(position: &Position, set: LayerSet, depth: i32, moves: i32) {
    let depth_needed = depth_for(set, depth);
    let (answer, _) = search(position, Algorithm::Layers(set), depth_needed);
    let found = answer.report.score.mate();
    let is_correct =
        if depth_needed == depth { found == Some(moves) } else { found.is_some_and(|found| found >= moves) };
    assert!(is_correct, "{set:?} at depth {depth_needed} in {position}: {found:?} instead of {moves}");
    assert_playable(position, &answer);
}

#[test]
fn every_set_of_layers_returns_legal_moves_and_pvs() {
    let suites = ["bench", "bench960"].into_iter().flat_map(suite);
    let positions: Vec<_> = suites.map(|record| record.position).collect();
    // Table and thread state are never cleared: data from one set must not cause an illegal move of another
    // set.
    let (table, mut thread) = (TranspositionTable::new(1).expect("a megabyte"), ThreadState::default());
    for (number, set) in random_sets(1, 200).into_iter().chain(all_but_one()).enumerate() {
        for position in positions.iter().skip(number % 9).step_by(9) {
            let limits = Limits { nodes: Some(5_000), ..Limits::depth(5) };
            let task = SearchRequest::new(position.clone(), limits, Setup::new(Algorithm::Layers(set)));
            let answer = search::search(&task, &table, &mut thread, &StopFlag::default(), |_| ());
            assert_playable(position, &answer);
            assert!(answer.report.nodes > 0 && answer.report.depth > 0, "{set:?} in {position}");
        }
    }
}

#[test]
fn every_set_finds_mates_in_one_and_every_full_width_set_finds_mates_in_two() {
    let (ones, twos) = (mates_in("1"), mates_in("2"));
    for (number, set) in random_sets(2, 200).into_iter().enumerate() {
        // No layer prunes a mating move, because it gives check. The node after the move detects the
        // checkmate.
        let (answer, _) = search(&ones[number % ones.len()].position, Algorithm::Layers(set), 2);
        assert_eq!(answer.report.score.mate(), Some(1), "{set:?}");
        if depth_for(set, 3) == 3 {
            assert_finds_mate(&twos[number % twos.len()].position, set, 3, 2);
        }
    }
}

#[test]
fn without_any_single_layer_all_short_mates_are_found() {
    let (ones, twos) = (mates_in("1"), mates_in("2"));
    for set in all_but_one() {
        for record in &ones {
            assert_finds_mate(&record.position, set, 2, 1);
        }
        for record in &twos {
            assert_finds_mate(&record.position, set, 6, 2);
        }
    }
}

/// Returns the node count of a search of [`ENDING`].
fn nodes(set: LayerSet, depth: i32) -> u64 {
    search(&position(ENDING), Algorithm::Layers(set), depth).1
}

#[test]
fn a_layer_has_no_effect_without_the_layer_that_it_requires() {
    for (dependent, required) in [
        (Layer::TableMove, Layer::Table),
        (Layer::DeeperTable, Layer::Table),
        (Layer::Aspiration, Layer::Deepening),
        (Layer::InternalReduction, Layer::TableMove),
        (Layer::QuiescenceTable, Layer::Table),
        (Layer::ShallowAspiration, Layer::Aspiration),
    ] {
        for set in random_sets(3, 10) {
            let with_dependent = set.without(required).with(dependent);
            let without_dependent = with_dependent.without(dependent);
            assert_eq!(
                nodes(with_dependent, 6),
                nodes(without_dependent, 6),
                "{dependent} without {required}: {with_dependent:?}"
            );
        }
    }
}

#[test]
fn almost_every_layer_changes_the_node_count_of_a_small_search() {
    // These layers need a mate, a game history, a root that fails high, or a larger tree to have an effect.
    let rarely_active = [
        Layer::MateDistance,
        Layer::Draws,
        Layer::DeeperTable,
        Layer::RepetitionAhead,
        Layer::InternalReduction,
        Layer::ShallowAspiration,
    ];
    for layer in Layer::ALL.iter().filter(|layer| !rarely_active.contains(layer)) {
        let set = LayerSet::up_to(*layer);
        // A search that prunes or reduces moves visits few nodes, so it gets a greater depth.
        let depth = if depth_for(set, 0) == 0 { 6 } else { 12 };
        assert_ne!(nodes(set, depth), nodes(set.without(*layer), depth), "{layer}");
    }
}

#[test]
fn mate_distance_saves_nodes_in_positions_with_a_mate() {
    let set = LayerSet::up_to(Layer::MateDistance);
    let mates = mates_in("2");
    let total = |set| -> u64 {
        mates.iter().map(|record| search(&record.position, Algorithm::Layers(set), 5).1).sum()
    };
    assert!(total(set) < total(set.without(Layer::MateDistance)));
}

#[test]
fn deeper_table_saves_nodes_after_a_deeper_search_of_the_same_position() {
    let nodes_of_second_search = |set| {
        let (table, mut thread) =
            (TranspositionTable::new(16).expect("sixteen megabytes"), ThreadState::default());
        let mut nodes = |depth| {
            let task = SearchRequest::new(
                position(ENDING),
                Limits::depth(depth),
                Setup::new(Algorithm::Layers(set)),
            );
            search::search(&task, &table, &mut thread, &StopFlag::default(), |_| ()).report.nodes
        };
        nodes(6);
        nodes(5)
    };
    assert!(
        nodes_of_second_search(FULL_WIDTH) * 2
            < nodes_of_second_search(FULL_WIDTH.without(Layer::DeeperTable))
    );
}
