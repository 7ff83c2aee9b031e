//! Any set of layers makes an engine that plays.
//!
//! There are far too many sets to test all, so they are sampled: each layer off by itself, and two hundred random sets
//! from a seed. Selective layers may change a score, but never the rules: moves are legal, lines are legal to their
//! end, and a mate inside the depth is found with any set.

use glulam::{
    epd::Record,
    position::Position,
    search::{
        self, Algorithm, Layer, LayerSet, Limits, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
    },
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::searching::{ENDING, WIDE, assert_playable, depth_for, position, search, suite};

fn random_sets(seed: u64, count: usize) -> Vec<LayerSet> {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut set = || Layer::ALL.iter().copied().filter(|_| dice.random()).collect();
    (0..count).map(|_| set()).collect()
}

fn all_but_one() -> impl Iterator<Item = LayerSet> {
    Layer::ALL.iter().map(|layer| LayerSet::ALL.without(*layer))
}

/// The positions in which the side to move mates in exactly `moves`.
fn mates_in(moves: &str) -> Vec<Record> {
    let mut mates = suite("mates");
    mates.retain(|record| record.operand("dm") == Some(moves));
    assert!(mates.len() >= 2, "too few mates in {moves}");
    mates
}

/// A set that leaves moves out sees a mate a little later, and perhaps not the shortest, but it never misses it for good.
fn assert_finds_mate(position: &Position, set: LayerSet, depth: i32, moves: i32) {
    let depth_needed = depth_for(set, depth);
    let (answer, _) = search(position, Algorithm::Layers(set), depth_needed);
    let found = answer.report.score.mate();
    let right =
        if depth_needed == depth { found == Some(moves) } else { found.is_some_and(|found| found >= moves) };
    assert!(right, "{set:?} at depth {depth_needed} in {position}: {found:?} for {moves}");
    assert_playable(position, &answer);
}

#[test]
fn any_set_of_layers_plays_legal_moves_and_tells_legal_lines() {
    let suites = ["bench", "bench960"].into_iter().flat_map(suite);
    let positions: Vec<_> = suites.map(|record| record.position).collect();
    // Deliberately never cleared: what one set leaves behind must not lead another to an illegal move.
    let (table, mut memory) = (TranspositionTable::new(1).expect("a megabyte"), ThreadState::default());
    for (number, set) in random_sets(1, 200).into_iter().chain(all_but_one()).enumerate() {
        for position in positions.iter().skip(number % 9).step_by(9) {
            let limits = Limits { nodes: Some(5_000), ..Limits::depth(5) };
            let task = SearchRequest::new(position.clone(), limits, Setup::new(Algorithm::Layers(set)));
            let answer = search::search(&task, &table, &mut memory, &StopFlag::default(), |_| ());
            assert_playable(position, &answer);
            assert!(answer.report.nodes > 0 && answer.report.depth > 0, "{set:?} in {position}");
        }
    }
}

#[test]
fn any_set_of_layers_finds_mates_in_one_and_any_that_leaves_no_move_out_those_in_two() {
    let (ones, twos) = (mates_in("1"), mates_in("2"));
    for (number, set) in random_sets(2, 200).into_iter().enumerate() {
        // The move that mates is a check, which nothing leaves out, and the mate is seen as soon as it is made.
        let (answer, _) = search(&ones[number % ones.len()].position, Algorithm::Layers(set), 2);
        assert_eq!(answer.report.score.mate(), Some(1), "{set:?}");
        if depth_for(set, 3) == 3 {
            assert_finds_mate(&twos[number % twos.len()].position, set, 3, 2);
        }
    }
}

#[test]
fn without_any_one_layer_all_short_mates_are_found() {
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

fn nodes(set: LayerSet, depth: i32) -> u64 {
    search(&position(ENDING), Algorithm::Layers(set), depth).1
}

#[test]
fn a_layer_whose_food_is_off_does_nothing() {
    for (hungry, food) in [
        (Layer::TableMove, Layer::Table),
        (Layer::DeeperTable, Layer::Table),
        (Layer::Aspiration, Layer::Deepening),
        (Layer::InternalReduction, Layer::TableMove),
        (Layer::QuiescenceTable, Layer::Table),
        (Layer::ShallowAspiration, Layer::Aspiration),
    ] {
        for set in random_sets(3, 10) {
            let hungry_on = set.without(food).with(hungry);
            let hungry_off = hungry_on.without(hungry);
            assert_eq!(nodes(hungry_on, 6), nodes(hungry_off, 6), "{hungry} without {food}: {hungry_on:?}");
        }
    }
}

#[test]
fn every_layer_that_looks_on_the_way_down_changes_the_count() {
    // Those want mates, a past, a root that fails high, or a tree too large for a test.
    let seldom = [
        Layer::MateDistance,
        Layer::Draws,
        Layer::DeeperTable,
        Layer::RepetitionAhead,
        Layer::InternalReduction,
        Layer::ShallowAspiration,
    ];
    for layer in Layer::ALL.iter().filter(|layer| !seldom.contains(layer)) {
        let set = LayerSet::up_to(*layer);
        // Sets that look at little look farther.
        let depth = if depth_for(set, 0) == 0 { 6 } else { 12 };
        assert_ne!(nodes(set, depth), nodes(set.without(*layer), depth), "{layer}");
    }
}

#[test]
fn mate_distance_saves_nodes_where_there_is_a_mate() {
    let set = LayerSet::up_to(Layer::MateDistance);
    let mates = mates_in("2");
    let total = |set| -> u64 {
        mates.iter().map(|record| search(&record.position, Algorithm::Layers(set), 5).1).sum()
    };
    assert!(total(set) < total(set.without(Layer::MateDistance)));
}

#[test]
fn deeper_table_spares_what_was_searched_deeper_before() {
    let again = |set| {
        let (table, mut memory) = (TranspositionTable::new(16).expect("16 MB"), ThreadState::default());
        let mut nodes = |depth| {
            let task = SearchRequest::new(
                position(ENDING),
                Limits::depth(depth),
                Setup::new(Algorithm::Layers(set)),
            );
            search::search(&task, &table, &mut memory, &StopFlag::default(), |_| ()).report.nodes
        };
        nodes(6);
        nodes(5)
    };
    assert!(again(WIDE) * 2 < again(WIDE.without(Layer::DeeperTable)));
}
