//! Every set of layers makes a working engine.
//!
//! There are too many sets to test them all. The tests use every set with one layer off, and 200 random sets
//! from a fixed seed. Selective layers may change a score, but the moves and PVs of every set must be legal.
//! Every set must find short mates; a set that prunes or reduces moves may need extra depth.

use glulam::{
    chess::epd::Record,
    search::{
        self, Algorithm, Layer, LayerSet, Limits, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
    },
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::searching::{
    ENDING, FULL_WIDTH, all_but_one, assert_playable, depth_for, position, search, suite,
};

/// Returns `count` random subsets of `layers`.
fn random_sets(seed: u64, count: usize, layers: LayerSet) -> Vec<LayerSet> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut set = || layers.iter().filter(|_| rng.random()).collect();
    (0..count).map(|_| set()).collect()
}

/// Returns the positions in which the side to move mates in exactly `moves` moves.
fn mates_in(moves: i32) -> Vec<Record> {
    let mut mates = suite("mates");
    mates.retain(|record| record.operand("dm") == Some(moves.to_string().as_str()));
    assert!(mates.len() >= 2, "too few mates in {moves}");
    mates
}

/// Checks that `set` finds the mate in exactly `moves` moves when its last ply is within the depth. A set that
/// prunes or reduces moves gets extra depth.
fn assert_finds_mate(record: &Record, set: LayerSet, moves: i32) {
    let depth = depth_for(set, 2 * moves - 1);
    let (answer, _) = search(&record.position, Algorithm::Layers(set), depth);
    assert_eq!(answer.report.score.mate(), Some(moves), "{} at depth {depth}: {set:?}", record.id());
    assert_playable(&record.position, &answer);
}

#[test]
fn sets_of_layers_that_share_a_table_return_legal_moves_and_pvs() {
    let suites = ["bench", "bench960"].into_iter().flat_map(suite);
    let positions: Vec<_> = suites.map(|record| record.position).collect();
    // Table and thread state are never cleared: data from one set must not cause an illegal move of another
    // set.
    let (table, mut thread) = (TranspositionTable::new(1).expect("a megabyte"), ThreadState::default());
    for (number, set) in random_sets(1, 200, LayerSet::ALL).into_iter().chain(all_but_one()).enumerate() {
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
fn random_sets_and_sets_without_one_layer_find_mates_in_one() {
    let ones = mates_in(1);
    for (number, set) in random_sets(2, 200, LayerSet::ALL).into_iter().chain(all_but_one()).enumerate() {
        // No layer prunes a mating move, because it gives check. The node after the move detects the
        // checkmate.
        let (answer, _) = search(&ones[number % ones.len()].position, Algorithm::Layers(set), 1);
        assert_eq!(answer.report.score.mate(), Some(1), "{set:?}");
    }
}

#[test]
fn random_sets_without_pruning_and_reductions_find_mates_in_two_at_depth_3() {
    let twos = mates_in(2);
    let has_full_width = |layer: &Layer| FULL_WIDTH.has(*layer) || layer.is_exact();
    let layers: LayerSet = Layer::ALL.iter().copied().filter(has_full_width).collect();
    assert_ne!(layers, FULL_WIDTH, "some exact layers come after the first layer that prunes");
    for (number, set) in random_sets(2, 200, layers).into_iter().enumerate() {
        assert_eq!(depth_for(set, 3), 3, "{set:?} needs no extra depth");
        assert_finds_mate(&twos[number % twos.len()], set, 2);
    }
}

/// Mates in two that a search without one layer does not find as a mate in two at depth 6, which is three plies
/// more than the mate needs: missing layer and position. At depth 9 each of these searches finds a mate.
const LATE_MATES: [(Layer, &str); 7] = [
    (Layer::Deepening, "lasker-thomas-1912-castling-or-not"),
    (Layer::TableMove, "opera-game"),
    (Layer::ExchangeOrdering, "opera-game"),
    (Layer::NearRoot, "opera-game"),
    (Layer::NearRoot, "smothered-2"),
    (Layer::NearRoot, "lasker-thomas-1912-castling-or-not"),
    (Layer::NearRoot, "castling-2"),
];

#[test]
fn without_any_single_layer_mates_in_two_are_found_with_a_few_extra_plies() {
    let twos = mates_in(2);
    let mut late = Vec::new();
    for layer in Layer::ALL {
        let set = LayerSet::ALL.without(*layer);
        for record in &twos {
            let found_at = |depth| {
                let (answer, _) = search(&record.position, Algorithm::Layers(set), depth);
                assert_playable(&record.position, &answer);
                answer.report.score.mate()
            };
            if found_at(depth_for(set, 3)) != Some(2) {
                let found = found_at(9);
                assert!(found.is_some_and(|found| found >= 2), "{} without {layer}: {found:?}", record.id());
                late.push((*layer, record.id()));
            }
        }
    }
    let late: Vec<_> = late.iter().map(|(layer, id)| (*layer, id.as_str())).collect();
    assert_eq!(late, LATE_MATES);
}

/// Returns the node count of a search of [`ENDING`].
fn nodes(set: LayerSet, depth: i32) -> u64 {
    search(&position(ENDING), Algorithm::Layers(set), depth).1
}

#[test]
fn a_layer_has_no_effect_without_the_layer_that_it_requires() {
    let pairs = Layer::ALL.iter().flat_map(|layer| layer.info().needs.iter().map(|need| (*layer, *need)));
    for (dependent, required) in pairs {
        for set in random_sets(3, 10, LayerSet::ALL) {
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
    // These layers need a mate, a game history, or a root that fails high. They have their own tests, here
    // and in `draws`.
    let rarely_active = [Layer::MateDistance, Layer::Draws, Layer::ShallowAspiration];
    for layer in Layer::ALL.iter().filter(|layer| !rarely_active.contains(layer)) {
        let set = LayerSet::up_to(*layer);
        // A search that prunes or reduces moves visits few nodes, so it gets a greater depth.
        let depth = if depth_for(set, 0) == 0 { 7 } else { 10 };
        assert_ne!(nodes(set, depth), nodes(set.without(*layer), depth), "{layer}");
    }
}

#[test]
fn mate_distance_saves_nodes_in_positions_with_a_mate() {
    let set = LayerSet::up_to(Layer::MateDistance);
    let mates = mates_in(2);
    let total = |set| -> u64 {
        mates.iter().map(|record| search(&record.position, Algorithm::Layers(set), 5).1).sum()
    };
    assert!(total(set) < total(set.without(Layer::MateDistance)));
}

#[test]
fn shallow_aspiration_reduces_the_depth_after_the_root_fails_high() {
    let set = LayerSet::up_to(Layer::ShallowAspiration);
    // The score of the root jumps to a mate score.
    let nodes = |record: &Record, set| search(&record.position, Algorithm::Layers(set), 6).1;
    let has_effect =
        |record: &Record| nodes(record, set) != nodes(record, set.without(Layer::ShallowAspiration));
    assert!(mates_in(2).iter().filter(|record| has_effect(record)).count() > 2);
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
