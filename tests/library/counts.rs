//! What the ladder counts is what stands in the tree that `explain` keeps: the same search, counted in two ways.

use glulam::{
    bench::tally::{Counts, Tally},
    evaluate::Evaluator,
    explain::{
        run::{self, ExplainRequest},
        tree::Tree,
    },
    position::{Move, Position},
    search::{
        Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable,
        observe::reason::Reason,
        search_observed,
        types::{node_type::Kind, window::Bound},
    },
};

use crate::searching::{ENDING, MIDDLEGAME, position};

const DEPTH: i32 = 4;
const POSITIONS: [&str; 4] = ["startpos", MIDDLEGAME, ENDING, "lasker-reichhelm"];

fn setup(layers: &str) -> Setup {
    let algorithm = layers.parse().expect("a set of layers");
    Setup::new(algorithm).evaluated_by(Evaluator::Material)
}

/// All iterations, as the ladder counts them, with a table of this size.
fn counted(start: &Position, layers: &str, depth: i32, table: &TranspositionTable) -> Counts {
    let mut tally = Tally::default();
    let task = SearchRequest::new(start.clone(), Limits::depth(depth), setup(layers));
    let (mut memory, signal) = (ThreadState::default(), StopFlag::default());
    search_observed(&task, table, &mut memory, &signal, &mut tally);
    tally.all()
}

fn tree(start: &Position, layers: &str, depth: i32) -> Tree<Move> {
    let (setup, rung) = (setup(layers), layers.to_owned());
    let question =
        ExplainRequest { setup, rung, depth, megabytes: 4, max_nodes: 3_000_000, only: Vec::new() };
    run::chess(start, &question).expect("four megabytes").tree
}

/// The nodes below the roots, with what each was expected to be by the rule of Knuth and Moore alone: the first child of a node on the principal
/// variation lies on it, its other children are to be cut, and below that cut nodes and all nodes take turns.
fn expectations(tree: &Tree<Move>) -> Vec<(usize, Kind)> {
    let mut open: Vec<(usize, Kind)> = tree.roots().into_iter().map(|root| (root, Kind::Pv)).collect();
    let mut all = Vec::new();
    while let Some((place, kind)) = open.pop() {
        let mut is_first = true;
        for child in tree.children(place) {
            let again = tree.node(child).attempt > 1;
            let expected = match kind {
                Kind::Pv if is_first || again => Kind::Pv,
                Kind::Pv | Kind::All => Kind::Cut,
                Kind::Cut => Kind::All,
            };
            is_first = false;
            open.push((child, expected));
            all.push((child, expected));
        }
    }
    all
}

/// How many nodes below the roots turned out to be of each kind: pv, cut, all.
fn kinds(tree: &Tree<Move>) -> [u64; 3] {
    let mut kinds = [0; 3];
    for node in (0..tree.len()).map(|place| tree.node(place)).filter(|node| node.ply > 0) {
        match node.bound().expect("nothing was stopped") {
            Bound::Exact => kinds[0] += 1,
            Bound::Lower => kinds[1] += 1,
            Bound::Upper => kinds[2] += 1,
        }
    }
    kinds
}

#[test]
fn nodes_are_of_the_kind_that_the_tree_shows() {
    for fen in POSITIONS {
        for layers in ["minimax", "alpha-beta", "zero-window", "quiescence", "razoring", "singular", "full"] {
            let start = position(fen);
            let depth = if layers == "minimax" { 2 } else { DEPTH + 2 * i32::from(layers == "full") };
            let tree = tree(&start, layers, depth);
            let counts = counted(&start, layers, depth, &TranspositionTable::new(4).expect("four megabytes"));
            let Counts { nodes, pv_nodes, cut_nodes, all_nodes, .. } = counts;
            assert_eq!([pv_nodes, cut_nodes, all_nodes], kinds(&tree), "{layers} {fen}");
            assert_eq!((pv_nodes + cut_nodes + all_nodes, nodes), (nodes, tree.nodes()), "{layers} {fen}");
            assert_eq!(layers == "minimax", cut_nodes == 0 && all_nodes == 0, "{layers} {fen}");
        }
    }
}

#[test]
fn wrong_cut_nodes_are_those_that_were_to_be_cut_and_failed_low() {
    let mut wrong = 0;
    for fen in POSITIONS {
        for layers in ["captures-first", "zero-window", "aspiration"] {
            let (start, table) = (position(fen), TranspositionTable::new(4).expect("four megabytes"));
            let tree = tree(&start, layers, DEPTH);
            let cuts = expectations(&tree).into_iter().filter(|(_, kind)| *kind == Kind::Cut);
            let places: Vec<usize> = cuts.map(|(place, _)| place).collect();
            let low = places.iter().filter(|place| tree.node(**place).bound() == Some(Bound::Upper)).count();
            let counts = counted(&start, layers, DEPTH, &table);
            let found = (counts.expected_cut_nodes, counts.wrong_cut_nodes);
            assert_eq!(found, (places.len() as u64, low as u64), "{layers} {fen}");
            wrong += low;
        }
    }
    assert!(wrong > 100, "{wrong}");
    let frozen =
        counted(&position(MIDDLEGAME), "alpha-beta", 3, &TranspositionTable::new(1).expect("a megabyte"));
    assert_eq!((frozen.expected_cut_nodes, frozen.wrong_cut_pct()), (0, None));
}

#[test]
fn what_is_stored_is_what_was_searched_and_only_a_small_table_throws_out() {
    for fen in POSITIONS {
        let start = position(fen);
        let tree = tree(&start, "table", DEPTH);
        let ends = || (0..tree.len()).filter_map(|place| tree.node(place).end);
        let searched = |reason| matches!(reason, Reason::BetaCut | Reason::SearchedAll);
        let stored = ends().filter(|end| searched(end.reason)).count() as u64;
        let recalled = (0..tree.len()).filter(|place| tree.node(*place).table_entry.is_some()).count() as u64;

        // Four plies deep nothing is so much shallower than what is known that it is refused.
        let roomy = counted(&start, "table", DEPTH, &TranspositionTable::new(4).expect("four megabytes"));
        assert_eq!((roomy.stores, roomy.replacements, roomy.table_cuts), (stored, 0, recalled), "{fen}");
        assert!(roomy.table_cuts <= roomy.usable_hits && roomy.usable_hits <= roomy.hits, "{fen}");
        assert_eq!(roomy.collisions, 0, "{fen}");

        let mut tiny = TranspositionTable::new(1).expect("a megabyte");
        tiny.reset(15);
        let tight = counted(&start, "table", DEPTH, &tiny);
        assert!(tight.replacements > 0 && tight.replacements <= tight.stores, "{fen}: {tight:?}");
        assert!(tiny.permille_full() > 500, "{fen}");
    }
}
