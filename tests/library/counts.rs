//! The node counts of the ladder bench agree with the search tree that `explain` records.
//!
//! A [`Tally`] counts during the search, and the tests count again in the recorded tree of the same search.

use glulam::{
    chess::position::{Move, Position},
    evaluate::Evaluator,
    search::{
        Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable,
        observe::reason::Reason,
        search_observed,
        types::{node_type::NodeKind, window::Bound},
    },
    tools::{
        bench::tally::{NodeCounts, Tally},
        explain::{
            run::{self, ExplainRequest},
            tree::Tree,
        },
    },
};

use crate::searching::{ENDING, MIDDLEGAME, position};

const DEPTH: i32 = 4;
const POSITIONS: [&str; 4] = ["startpos", MIDDLEGAME, ENDING, "lasker-reichhelm"];

fn setup(layers: &str) -> Setup {
    let algorithm = layers.parse().expect("a set of layers");
    Setup::new(algorithm).evaluated_by(Evaluator::Material)
}

/// Returns the ladder's counts of a search to `depth` plies, summed over all iterations.
fn tally_counts(start: &Position, layers: &str, depth: i32, table: &TranspositionTable) -> NodeCounts {
    let mut tally = Tally::default();
    let task = SearchRequest::new(start.clone(), Limits::depth(depth), setup(layers));
    let (mut thread, stop) = (ThreadState::default(), StopFlag::default());
    search_observed(&task, table, &mut thread, &stop, &mut tally);
    tally.all()
}

fn tree(start: &Position, layers: &str, depth: i32) -> Tree<Move> {
    let (setup, rung) = (setup(layers), layers.to_owned());
    let request = ExplainRequest { setup, rung, depth, megabytes: 4, max_nodes: 3_000_000, only: Vec::new() };
    run::chess(start, &request).expect("four megabytes").tree
}

/// Returns the index and the expected kind of every node below the root, by the rule of Knuth and Moore.
///
/// The first child of a PV node is expected to be a PV node, and so is every child that is searched a second
/// time. All other children of a PV node are expected to be cut nodes. Children of a cut node are expected to
/// be all nodes, and children of an all node are expected to be cut nodes.
fn expected_kinds(tree: &Tree<Move>) -> Vec<(usize, NodeKind)> {
    let mut open: Vec<(usize, NodeKind)> =
        tree.roots().into_iter().map(|root| (root, NodeKind::Pv)).collect();
    let mut all = Vec::new();
    while let Some((index, kind)) = open.pop() {
        let mut is_first = true;
        for child in tree.children(index) {
            let is_re_search = tree.node(child).attempt > 1;
            let expected = match kind {
                NodeKind::Pv if is_first || is_re_search => NodeKind::Pv,
                NodeKind::Pv | NodeKind::All => NodeKind::Cut,
                NodeKind::Cut => NodeKind::All,
            };
            is_first = false;
            open.push((child, expected));
            all.push((child, expected));
        }
    }
    all
}

/// Returns the numbers of PV nodes, cut nodes and all nodes below the root, by the bounds of their scores.
fn kinds(tree: &Tree<Move>) -> [u64; 3] {
    let mut kinds = [0; 3];
    for node in (0..tree.len()).map(|index| tree.node(index)).filter(|node| node.ply > 0) {
        match node.bound().expect("the search was not stopped") {
            Bound::Exact => kinds[0] += 1,
            Bound::Lower => kinds[1] += 1,
            Bound::Upper => kinds[2] += 1,
        }
    }
    kinds
}

#[test]
fn the_tally_and_the_tree_contain_the_same_numbers_of_pv_cut_and_all_nodes() {
    for fen in POSITIONS {
        for layers in ["minimax", "alpha-beta", "zero-window", "quiescence", "razoring", "singular", "full"] {
            let start = position(fen);
            let depth = if layers == "minimax" { 2 } else { DEPTH + 2 * i32::from(layers == "full") };
            let tree = tree(&start, layers, depth);
            let counts =
                tally_counts(&start, layers, depth, &TranspositionTable::new(4).expect("four megabytes"));
            let NodeCounts { nodes, pv_nodes, cut_nodes, all_nodes, .. } = counts;
            assert_eq!([pv_nodes, cut_nodes, all_nodes], kinds(&tree), "{layers} {fen}");
            assert_eq!((pv_nodes + cut_nodes + all_nodes, nodes), (nodes, tree.nodes()), "{layers} {fen}");
            assert_eq!(layers == "minimax", cut_nodes == 0 && all_nodes == 0, "{layers} {fen}");
        }
    }
}

#[test]
fn wrong_cut_nodes_are_expected_cut_nodes_that_failed_low() {
    let mut wrong = 0;
    for fen in POSITIONS {
        for layers in ["captures-first", "zero-window", "aspiration"] {
            let (start, table) = (position(fen), TranspositionTable::new(4).expect("four megabytes"));
            let tree = tree(&start, layers, DEPTH);
            let cuts = expected_kinds(&tree).into_iter().filter(|(_, kind)| *kind == NodeKind::Cut);
            let cut_nodes: Vec<usize> = cuts.map(|(index, _)| index).collect();
            let low =
                cut_nodes.iter().filter(|index| tree.node(**index).bound() == Some(Bound::Upper)).count();
            let counts = tally_counts(&start, layers, DEPTH, &table);
            let found = (counts.expected_cut_nodes, counts.wrong_cut_nodes);
            assert_eq!(found, (cut_nodes.len() as u64, low as u64), "{layers} {fen}");
            wrong += low;
        }
    }
    assert!(wrong > 100, "{wrong}");
    let frozen = tally_counts(
        &position(MIDDLEGAME),
        "alpha-beta",
        3,
        &TranspositionTable::new(1).expect("a megabyte"),
    );
    assert_eq!((frozen.expected_cut_nodes, frozen.wrong_cut_nodes), (0, 0));
}

#[test]
fn every_searched_node_is_stored_and_only_a_small_table_replaces_entries() {
    for fen in POSITIONS {
        let start = position(fen);
        let tree = tree(&start, "table", DEPTH);
        let ends = || (0..tree.len()).filter_map(|index| tree.node(index).end);
        let searched = |reason| matches!(reason, Reason::BetaCut | Reason::SearchedAll);
        let stored = ends().filter(|end| searched(end.reason)).count() as u64;
        let from_table =
            (0..tree.len()).filter(|index| tree.node(*index).table_entry.is_some()).count() as u64;

        // A table refuses an entry only if the stored entry of the same position is at least four plies
        // deeper. In a search to depth 4 the table never refuses an entry.
        let large =
            tally_counts(&start, "table", DEPTH, &TranspositionTable::new(4).expect("four megabytes"));
        assert_eq!((large.stores, large.replacements, large.table_cuts), (stored, 0, from_table), "{fen}");
        assert!(large.table_cuts <= large.usable_hits && large.usable_hits <= large.hits, "{fen}");
        assert_eq!(large.collisions, 0, "{fen}");

        let mut small_table = TranspositionTable::new(1).expect("a megabyte");
        small_table.reset(15);
        let small = tally_counts(&start, "table", DEPTH, &small_table);
        assert!(small.replacements > 0 && small.replacements <= small.stores, "{fen}: {small:?}");
        assert!(small_table.permille_full() > 500, "{fen}");
    }
}
