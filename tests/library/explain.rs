//! The tree that `engine explain` shows is the tree that was searched, and what it says of it is true.

use glulam::{
    evaluate::Evaluator,
    explain::{
        explanation::Explanation,
        html::{self, Page},
        lesson::LESSONS,
        run::{self, ExplainRequest},
        selection::Selection,
        subject::Subject,
        text,
        tree::{Tree, Via},
    },
    game::Game as _,
    pichu::Pichu,
    position::Position,
    score::Score,
    search::{
        self, Algorithm, ChessGame, Limits, Run, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
        alphabeta::alphabeta,
        minimax::minimax,
        observe::reason::Reason,
        types::window::{Bound, Window},
    },
    text::escape,
};

use crate::searching::{ENDING, MIDDLEGAME, position};

const POSITIONS: [&str; 5] = [
    "startpos",
    MIDDLEGAME,
    ENDING,
    "stalemate-trap",
    "r1b1k2r/pppp1pp1/4p3/8/1b2BN1q/3Q4/PP1BPP2/RN2K2R b KQkq - 2 3",
];
const KINGS_AND_PAWNS: &str = "lasker-reichhelm";
const EXACT: [&str; 5] = ["alpha-beta", "captures-first", "killers-history", "table-move", "aspiration"];
const SELECTIVE: [&str; 5] = ["mate-distance", "quiescence", "null-move", "late-reductions", "full"];

fn explain(fen: &str, layers: &str, depth: i32) -> Explanation<Position> {
    let algorithm: Algorithm = layers.parse().expect("a set of layers");
    let setup = Setup::new(algorithm).evaluated_by(Evaluator::Material);
    let rung = layers.to_owned();
    let question =
        ExplainRequest { setup, rung, depth, megabytes: 4, max_nodes: 3_000_000, only: Vec::new() };
    run::chess(&position(fen), &question).expect("four megabytes")
}

/// Calls `see` with every node below a node and the position there.
fn walk<S: Subject>(tree: &Tree<S::Move>, place: usize, here: &S, see: &mut impl FnMut(usize, &S)) {
    see(place, here);
    for child in tree.children(place) {
        let position = match tree.node(child).via {
            Via::Move(mv) => here.after(mv),
            Via::Pass => here.after_pass(),
            Via::Root | Via::Again => here.clone(),
        };
        walk(tree, child, &position, see);
    }
}

fn walk_all(account: &Explanation<Position>, mut see: impl FnMut(usize, &Position)) {
    for root in account.tree.roots() {
        walk(&account.tree, root, &account.start, &mut see);
    }
}

#[test]
fn the_tree_holds_exactly_the_nodes_that_are_searched_when_nobody_looks() {
    for fen in POSITIONS {
        for layers in EXACT.into_iter().chain(SELECTIVE).chain(["minimax"]) {
            for depth in 1..=if layers == "minimax" { 2 } else { 4 } {
                let account = explain(fen, layers, depth);
                let setup =
                    Setup::new(layers.parse().expect("a set of layers")).evaluated_by(Evaluator::Material);
                let task = SearchRequest::new(position(fen), Limits::depth(depth), setup);
                let table = TranspositionTable::new(4).expect("four megabytes");
                let answer =
                    search::search(&task, &table, &mut ThreadState::default(), &StopFlag::default(), |_| ());
                let untraced = (answer.report.nodes, answer.best, answer.report.score);
                assert_eq!((account.nodes, account.best, account.score), untraced, "{layers} {depth} {fen}");
                assert_eq!(account.tree.nodes(), account.nodes, "{layers} {depth} {fen}");
                walk_all(&account, |place, _| {
                    let tree = &account.tree;
                    let below: u64 = tree.children(place).map(|child| tree.node(child).nodes).sum();
                    assert_eq!(tree.node(place).nodes, below + u64::from(tree.node(place).ply > 0));
                    assert!(tree.node(place).end.is_some(), "nothing was stopped");
                });
            }
        }
    }
}

#[test]
fn every_beta_cut_is_confirmed_by_searching_its_refutation_again() {
    let mut confirmed = 0;
    for fen in POSITIONS {
        for layers in EXACT {
            let account = explain(fen, layers, 4);
            let setup = Setup::default().evaluated_by(Evaluator::Material);
            walk_all(&account, |place, here| {
                let node = account.tree.node(place);
                if !node.is_beta_cut() {
                    return;
                }
                let refutation = account.tree.last_child(place).map(|child| account.tree.node(child).via);
                let Some(Via::Move(mv)) = refutation else { panic!("a cut without a move in {here}") };
                let game = ChessGame { position: here.play(mv), setup: &setup };
                let asked = -Window::zero(node.window.beta - 1);
                let found = alphabeta(&game, asked, node.depth - 1, node.ply + 1, &mut Run::default());
                assert!(-found.expect("nobody stops it") >= node.window.beta, "{layers}: {mv} in {here}");
                confirmed += 1;
            });
        }
    }
    assert!(confirmed > 5_000, "{confirmed}");
}

#[test]
fn what_a_cut_leaves_out_changes_no_value_by_minimax() {
    let mut sampled = [0; 2];
    // In the last one many ways lead to the same squares, and the table ends many nodes.
    let positions = POSITIONS.map(|fen| (fen, 3)).into_iter().chain([(KINGS_AND_PAWNS, 6)]);
    for (fen, depth) in positions {
        for layers in EXACT {
            let account = explain(fen, layers, depth);
            let setup = Setup::default().evaluated_by(Evaluator::Material);
            let truth = |here: &Position, depth, ply| -> Score {
                let game = ChessGame { position: here.clone(), setup: &setup };
                minimax(&game, depth, ply, &mut Run::default()).expect("nobody stops it")
            };
            assert_eq!(account.score, truth(&account.start, depth, 0), "{layers} in {fen}");
            let mut count = 0;
            walk_all(&account, |place, here| {
                let node = account.tree.node(place);
                let end = node.end.expect("nothing was stopped");
                count += 1;
                let is_cut = end.reason == Reason::BetaCut;
                // Every node that the table ended, and every third of the others.
                if account.left_out(place, here) == 0 || is_cut && count % 3 != 0 {
                    return;
                }
                let truth = truth(here, node.depth, node.ply);
                sampled[usize::from(is_cut)] += 1;
                let holds = match node.bound() {
                    Some(Bound::Lower) => truth >= end.value,
                    Some(Bound::Upper) => truth <= end.value,
                    _ => truth == end.value,
                };
                assert!(holds, "{layers}: {truth} is not {:?} of {} in {here}", node.bound(), end.value);
            });
        }
    }
    assert!(sampled[0] > 5 && sampled[1] > 100, "table and beta cuts: {sampled:?}");
}

#[test]
fn what_is_not_shown_is_counted_so_that_every_sum_holds() {
    for (layers, most) in [("alpha-beta", 50), ("full", 200), ("minimax", 1)] {
        let account = explain(MIDDLEGAME, layers, 3);
        let selection = Selection::new(&account.tree, most, &[]);
        let shown = account.shown(&selection);
        assert!(shown.len() <= most.max(account.tree.roots().len()), "{layers}: {}", shown.len());
        let nodes = |place| account.tree.node(place).nodes;
        for node in &shown {
            let tree = &account.tree;
            let below: u64 = tree.children(node.place).filter(|child| selection.has(*child)).map(nodes).sum();
            let own = u64::from(tree.node(node.place).ply > 0);
            assert_eq!(nodes(node.place), own + below + node.rest.nodes, "{layers}: {}", node.label);
        }
        let roots: u64 = account.tree.roots().into_iter().map(nodes).sum();
        assert_eq!(roots, account.nodes);
        let text = String::from_utf8({
            let mut out = Vec::new();
            text::write(&mut out, &account, &shown).expect("a Vec takes all");
            out
        });
        assert!(text.expect("UTF-8").contains(" more ("), "{layers}");
    }
}

#[test]
fn a_page_holds_every_node_shown_and_asks_the_network_for_nothing() {
    let account = explain(MIDDLEGAME, "quiescence", 3);
    let shown = account.shown(&Selection::new(&account.tree, 300, &[]));
    let columns = vec![html::column(&account, &shown)];
    let page =
        Page { title: "a & b".to_owned(), squares: account.start.squares(), columns, ..Page::default() };
    let page = page.html();
    assert_eq!(page.matches("<details class=\"n\"").count(), shown.len());
    assert_eq!(page.matches("<details").count(), page.matches("</details>").count());
    assert_eq!(page.matches("<div").count(), page.matches("</div>").count());
    for node in &shown {
        let label = format!("<b>{}</b>", escape(&node.label));
        assert!(page.contains(&label), "{label}");
        assert!(page.contains(&escape(&node.sentence)), "{}", node.sentence);
    }
    let addresses = page.matches("http").count() - page.matches("http://www.w3.org/2000/svg").count();
    assert_eq!((addresses, page.matches("src=").count()), (0, 0));
}

#[test]
fn every_search_of_every_lesson_finds_what_the_lesson_says() {
    for lesson in LESSONS {
        assert!(
            !lesson.questions.is_empty() && lesson.steps.iter().any(|step| step.shown),
            "{}",
            lesson.name
        );
        for step in lesson.steps {
            let start = position(step.position);
            let question = step.question(3_000_000).expect("a set of layers");
            let account = run::chess(&start, &question).expect("a table");
            assert!(!account.stopped, "{}", step.command());
            assert_eq!(text::found(&account), step.finds, "{}: {}", lesson.name, step.command());
        }
    }
}

#[test]
fn lessons_about_fewer_nodes_are_right_about_it() {
    let nodes = |fen: &str, layers, depth| explain(fen, layers, depth).nodes;
    let [kiwipete, lasker, trebuchet] = ["kiwipete", "lasker-reichhelm", "zugzwang"];
    assert!(2 * nodes(kiwipete, "captures-first", 4) < nodes(kiwipete, "alpha-beta", 4) + 1_000);
    assert!(10 * nodes(lasker, "table", 12) < nodes(lasker, "killers-history", 12));
    assert!(nodes(kiwipete, "null-move", 5) < nodes(kiwipete, "check-evasion", 5));
    assert_eq!(
        nodes(trebuchet, "null-move", 7),
        nodes(trebuchet, "check-evasion", 7),
        "neither side has a piece"
    );
    let blocking = explain("blocking", "alpha-beta", 2);
    let root = blocking.last_root().expect("a root");
    let replies: Vec<_> =
        blocking.tree.children(root).map(|child| blocking.tree.node(child).nodes - 1).collect();
    assert_eq!(replies[2..], [1, 1, 1, 1], "after the capture has been found each move needs one reply");
}

#[test]
fn the_birds_are_explained_node_for_node_as_well() {
    let game = Pichu::start();
    let whole = run::pichu(&game, false, 2, u64::MAX);
    let moves = game.moves().into_iter();
    let count = |after: &Pichu| after.moves().into_iter().count() as u64;
    let expected: u64 = moves.map(|mv| 1 + count(&game.play(mv))).sum();
    assert_eq!((whole.nodes, whole.tree.nodes()), (expected, expected));
    let pruned = run::pichu(&game, true, 3, u64::MAX);
    assert_eq!(pruned.score, run::pichu(&game, false, 3, u64::MAX).score);
    let shown = pruned.shown(&Selection::new(&pruned.tree, 100, &[]));
    assert!(shown.iter().any(|node| node.sentence.starts_with("cut after 1... ")));
    let stopped = run::pichu(&game, true, 3, 50);
    assert!(stopped.stopped && stopped.nodes <= 50);
}
