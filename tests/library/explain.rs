//! `engine explain`: the shown tree equals the searched tree, and the explanations are correct.

use glulam::{
    chess::{
        game::{Game, Outcome},
        position::{Move, Position},
        score::Score,
    },
    evaluate::Evaluator,
    search::{
        self, Algorithm, ChessGame, Layer, LayerSet, Limits, Run, SearchRequest, Setup, StopFlag,
        ThreadState, TranspositionTable,
        alphabeta::alphabeta,
        hash_file,
        layers::null_move,
        minimax::minimax,
        observe::reason::Reason,
        types::{
            report::Report,
            window::{Bound, Window},
        },
    },
    tools::{
        explain::{
            explanation::Explanation,
            html::{self, Page},
            lesson::{LESSONS, ZUGZWANG_WITH_QUEEN},
            run::{self, ExplainRequest},
            selection::Selection,
            subject::Subject,
            text,
            tracer::Tracer,
            tree::{Tree, Via},
            why_not,
        },
        pichu::Pichu,
    },
};

use std::{cell::RefCell, collections::HashMap};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use serde_json::Value;

use crate::searching::{ENDING, MIDDLEGAME, position, suite};

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
    let request = ExplainRequest { setup, rung, depth, megabytes: 4, max_nodes: 3_000_000, only: Vec::new() };
    run::chess(&position(fen), &request).expect("4 MiB")
}

/// Calls `visit` for a node and every node below it, with the position at the node.
fn walk<S: Subject>(tree: &Tree<S::Move>, index: usize, here: &S, visit: &mut impl FnMut(usize, &S)) {
    visit(index, here);
    for child in tree.children(index) {
        let position = match tree.node(child).via {
            Via::Move(mv) => here.after(mv),
            Via::Pass => here.after_pass(),
            Via::Root | Via::Again => here.clone(),
        };
        walk(tree, child, &position, visit);
    }
}

fn walk_all(explanation: &Explanation<Position>, mut visit: impl FnMut(usize, &Position)) {
    for root in explanation.tree.roots() {
        walk(&explanation.tree, root, &explanation.start, &mut visit);
    }
}

#[test]
fn sentences_of_random_trees_are_complete() {
    const BROKEN: [&str; 16] = [
        "  ",
        " ,",
        " .",
        " ;",
        " :",
        ";;",
        "::",
        ";.",
        ": ;",
        ":.",
        "is :",
        "≈ 1 nodes",
        " 0 moves",
        "Black gets",
        "{",
        " 1 moves",
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(22);
    let mut checked = 0;
    for record in ["perft", "classic", "mates"].into_iter().flat_map(suite) {
        let layers: LayerSet = Layer::ALL.iter().copied().filter(|_| rng.random()).collect();
        let setup = Setup::new(Algorithm::Layers(layers)).evaluated_by(Evaluator::Material);
        let depth = rng.random_range(1..=4);
        let max_nodes = if rng.random() { 20_000 } else { rng.random_range(1..500) };
        let rung = String::from("random");
        let request = ExplainRequest { setup, rung, depth, megabytes: 1, max_nodes, only: Vec::new() };
        let explanation = run::chess(&record.position, &request).expect("1 MiB");
        for node in explanation.shown(&Selection::new(&explanation.tree, 1_000, &[])) {
            let sentence = &node.sentence;
            let broken: Vec<_> = BROKEN.iter().filter(|phrase| sentence.contains(**phrase)).collect();
            assert!(
                broken.is_empty(),
                "{broken:?} in {sentence:?} at ply {} of {} with {layers:?}",
                node.path.len(),
                record.id()
            );
            let first = sentence.chars().next().expect("no empty sentence");
            assert!(first.is_uppercase() || first.is_ascii_digit(), "{sentence:?}");
            assert!(sentence.ends_with('.'), "{sentence:?}");
            checked += 1;
        }
    }
    assert!(checked > 10_000, "{checked}");
}

#[test]
fn the_recorded_tree_contains_exactly_the_nodes_of_an_unobserved_search() {
    for fen in POSITIONS {
        for layers in EXACT.into_iter().chain(SELECTIVE).chain(["minimax"]) {
            for depth in 1..=if layers == "minimax" { 2 } else { 4 } {
                let explanation = explain(fen, layers, depth);
                let setup =
                    Setup::new(layers.parse().expect("a set of layers")).evaluated_by(Evaluator::Material);
                let task = SearchRequest::new(position(fen), Limits::depth(depth), setup);
                let table = TranspositionTable::new(4).expect("4 MiB");
                let answer =
                    search::search(&task, &table, &mut ThreadState::default(), &StopFlag::default(), |_| ());
                let untraced = (answer.report.nodes, answer.best, answer.report.score);
                assert_eq!(
                    (explanation.nodes, explanation.best, explanation.score),
                    untraced,
                    "{layers} {depth} {fen}"
                );
                assert_eq!(explanation.tree.nodes(), explanation.nodes, "{layers} {depth} {fen}");
                walk_all(&explanation, |index, _| {
                    let tree = &explanation.tree;
                    let below: u64 = tree.children(index).map(|child| tree.node(child).nodes).sum();
                    assert_eq!(tree.node(index).nodes, below + u64::from(tree.node(index).ply > 0));
                    assert!(tree.node(index).end.is_some(), "the search was not stopped");
                });
            }
        }
    }
}

/// A chess position that logs each position in which the search asks whether the game is over: once per node.
#[derive(Clone)]
struct Logged<'a> {
    game: ChessGame<'a>,
    log: &'a RefCell<Vec<String>>,
}

impl Game for Logged<'_> {
    type Move = Move;

    fn moves(&self) -> impl IntoIterator<Item = Move> {
        self.game.moves()
    }

    fn play(&self, mv: Move) -> Self {
        Self { game: self.game.play(mv), log: self.log }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.log.borrow_mut().push(self.game.position.to_string());
        self.game.outcome()
    }

    fn evaluate(&self) -> Score {
        self.game.evaluate()
    }
}

#[test]
fn minimax_and_alpha_beta_visit_the_recorded_nodes_in_the_recorded_order() {
    let setup = Setup::default().evaluated_by(Evaluator::Material);
    for (fen, depth) in [("blocking", 3), (ENDING, 4), ("stalemate-trap", 3)] {
        for layers in ["minimax", "alpha-beta"] {
            let explanation = explain(fen, layers, depth);
            let mut recorded = Vec::new();
            walk_all(&explanation, |_, here| recorded.push(here.to_string()));
            let log = RefCell::default();
            let game = Logged { game: ChessGame { position: position(fen), setup: &setup }, log: &log };
            let score = match layers {
                "minimax" => minimax(&game, depth, 0, &mut Run::default()),
                _ => alphabeta(&game, Window::OPEN, depth, 0, &mut Run::default()),
            };
            assert_eq!(score.expect("the search is not stopped"), explanation.score, "{layers} {fen}");
            assert_eq!(log.into_inner(), recorded, "{layers} {fen}");
        }
    }
}

/// Returns what a search of `nodes` nodes leaves behind: its report and the bytes of its table.
fn left_behind(start: &Position, setup: &Setup, nodes: u64, traced: bool) -> (String, Vec<u8>) {
    let limits = Limits { nodes: Some(nodes), ..Limits::depth(5) };
    let request = SearchRequest::new(start.clone(), limits, setup.clone());
    let table = TranspositionTable::new(1).expect("1 MiB");
    let (mut thread, stop) = (ThreadState::default(), StopFlag::default());
    let answer = if traced {
        search::search_observed(&request, &table, &mut thread, &stop, &mut Tracer::default())
    } else {
        search::search(&request, &table, &mut thread, &stop, |_| ())
    };
    let Report { depth, deepest, score, line, nodes, .. } = answer.report;
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("hash");
    hash_file::save(&table, &hash_file::Identity::new(setup, false), &path).expect("a hash file");
    let report = format!("{depth} {deepest} {score} {line:?} {nodes} {:?} {}", answer.best, answer.cut_off);
    (report, std::fs::read(path).expect("the hash file"))
}

#[test]
fn a_traced_search_stopped_after_any_number_of_nodes_has_the_table_of_the_untraced_search() {
    let mut entries = 0;
    for (fen, layers) in
        [(MIDDLEGAME, "full"), (ENDING, "full"), (MIDDLEGAME, "late-reductions"), (ENDING, "table")]
    {
        let start = position(fen);
        let setup = Setup::new(layers.parse().expect("a set of layers")).evaluated_by(Evaluator::Material);
        for nodes in (1..60).chain((60..6_000).step_by(593)) {
            let [untraced, traced] = [false, true].map(|traced| left_behind(&start, &setup, nodes, traced));
            assert!(untraced == traced, "{layers} {fen}: {nodes} nodes: {} and {}", untraced.0, traced.0);
            entries += untraced.1.len() / 16;
        }
    }
    assert!(entries > 15_000, "the tables contain {entries} entries");
}

#[test]
fn every_beta_cutoff_is_confirmed_by_a_second_search_of_its_refutation() {
    let mut confirmed = 0;
    for fen in POSITIONS {
        for layers in EXACT {
            let explanation = explain(fen, layers, 4);
            let setup = Setup::default().evaluated_by(Evaluator::Material);
            walk_all(&explanation, |index, here| {
                let node = explanation.tree.node(index);
                if !node.is_beta_cut() {
                    return;
                }
                let refutation =
                    explanation.tree.last_child(index).map(|child| explanation.tree.node(child).via);
                let Some(Via::Move(mv)) = refutation else { panic!("a cutoff without a move in {here}") };
                let game = ChessGame { position: here.play(mv), setup: &setup };
                let window = -Window::zero(node.window.beta - 1);
                let found = alphabeta(&game, window, node.depth - 1, node.ply + 1, &mut Run::default());
                assert!(
                    -found.expect("the search is not stopped") >= node.window.beta,
                    "{layers}: {mv} in {here}"
                );
                confirmed += 1;
            });
        }
    }
    assert!(confirmed > 5_000, "{confirmed}");
}

#[test]
fn moves_skipped_by_a_cutoff_do_not_change_the_minimax_score() {
    let mut sampled = [0; 2];
    // The last position has many transpositions, so TT entries end many of its nodes.
    let positions = POSITIONS.map(|fen| (fen, 3)).into_iter().chain([(KINGS_AND_PAWNS, 6)]);
    for (fen, depth) in positions {
        for layers in EXACT {
            let explanation = explain(fen, layers, depth);
            let setup = Setup::default().evaluated_by(Evaluator::Material);
            let truth = |here: &Position, depth, ply| -> Score {
                let game = ChessGame { position: here.clone(), setup: &setup };
                minimax(&game, depth, ply, &mut Run::default()).expect("the search is not stopped")
            };
            assert_eq!(explanation.score, truth(&explanation.start, depth, 0), "{layers} in {fen}");
            let mut count = 0;
            walk_all(&explanation, |index, here| {
                let node = explanation.tree.node(index);
                let end = node.end.expect("the search was not stopped");
                count += 1;
                let is_cut = end.reason == Reason::BetaCut;
                // Check every node that ended by a TT entry, and one third of the beta cutoffs.
                if explanation.left_out(index, here) == 0 || is_cut && count % 3 != 0 {
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
    assert!(sampled[0] > 100 && sampled[1] > 500, "TT and beta cutoffs: {sampled:?}");
}

#[test]
fn nodes_that_are_not_shown_are_counted_at_their_parents() {
    for (layers, most) in [("alpha-beta", 50), ("full", 200), ("minimax", 1)] {
        let explanation = explain(MIDDLEGAME, layers, 3);
        let selection = Selection::new(&explanation.tree, most, &[]);
        let shown = explanation.shown(&selection);
        assert!(shown.len() <= most.max(explanation.tree.roots().len()), "{layers}: {}", shown.len());
        let nodes = |index| explanation.tree.node(index).nodes;
        for node in &shown {
            let tree = &explanation.tree;
            let below: u64 = tree.children(node.index).filter(|child| selection.has(*child)).map(nodes).sum();
            let own = u64::from(tree.node(node.index).ply > 0);
            assert_eq!(nodes(node.index), own + below + node.rest.nodes, "{layers}: {}", node.label);
        }
        let roots: u64 = explanation.tree.roots().into_iter().map(nodes).sum();
        assert_eq!(roots, explanation.nodes);
        let text = String::from_utf8({
            let mut out = Vec::new();
            text::write(&mut out, &explanation, &shown).expect("writing to a Vec cannot fail");
            out
        });
        assert!(text.expect("UTF-8").contains(" more ("), "{layers}");
    }
}

/// Returns the label and the sentence of each node in the first tree of a page.
fn labels_and_sentences(page: &str) -> Vec<(String, String)> {
    let data = page.split_once("id=\"data\">").and_then(|(_, rest)| rest.split_once("</script>"));
    let data: Value = serde_json::from_str(data.expect("the data").0).expect("JSON");
    let tree = &data["trees"][0];
    let words = tree["words"].as_array().expect("a list").iter().map(|word| word.as_str().expect("text"));
    let dictionary: HashMap<_, _> = tree["symbols"].as_str().expect("text").chars().zip(words).collect();
    let column = |name: &str| {
        let fields = data["fields"].as_array().expect("a list");
        fields.iter().position(|field| field == name).expect("a field")
    };
    let columns = [column("label"), column("sentence")];
    let decoded = |row: &Value, column: usize| {
        row[column].as_str().expect("text").chars().map(|symbol| dictionary[&symbol]).collect::<String>()
    };
    let rows = tree["nodes"].as_array().expect("a list").iter();
    rows.map(|row| (decoded(row, columns[0]), decoded(row, columns[1]))).collect()
}

#[test]
fn a_page_contains_every_shown_node_and_loads_no_other_resources() {
    let explanation = explain(MIDDLEGAME, "quiescence", 3);
    let shown = explanation.shown(&Selection::with_best_lines(&explanation.tree, html::MAX_NODES));
    let page =
        Page { title: "a & b".to_owned(), trees: vec![html::tree(&explanation, &shown)], ..Page::default() };
    let page = page.html();
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
    assert_eq!(page.matches("<div").count(), page.matches("</div>").count());
    let texts = shown.iter().map(|node| (node.label.clone(), node.sentence.clone())).collect::<Vec<_>>();
    assert_eq!(labels_and_sentences(&page), texts);
    let addresses = page.matches("http").count() - page.matches("http://www.w3.org/2000/svg").count();
    assert_eq!((addresses, page.matches("src=").count()), (0, 0));
}

#[test]
fn a_page_with_the_default_number_of_nodes_is_smaller_than_1_mb() {
    for (fen, layers, depth) in
        [(MIDDLEGAME, "full", 9), ("lasker-reichhelm", "full", 16), ("startpos", "late-reductions", 8)]
    {
        let explanation = explain(fen, layers, depth);
        let shown = explanation.shown(&Selection::with_best_lines(&explanation.tree, html::MAX_NODES));
        assert_eq!(shown.len(), html::MAX_NODES, "{layers} {fen}");
        let page = Page { trees: vec![html::tree(&explanation, &shown)], ..Page::default() }.html();
        assert!(page.len() < 1_000_000, "{layers} {fen}: {} bytes", page.len());
    }
}

#[test]
fn a_page_shows_small_trees_in_full_and_the_best_line_of_large_ones() {
    let small = explain("blocking", "alpha-beta", 2);
    let selection = Selection::with_best_lines(&small.tree, html::MAX_NODES);
    assert_eq!(selection.count(), small.tree.len());
    let large = explain(MIDDLEGAME, "full", 9);
    assert!(large.tree.len() > html::MAX_NODES);
    let selection = Selection::with_best_lines(&large.tree, html::MAX_NODES);
    let mut node = large.last_root().expect("a root");
    while let Some(child) = large.tree.best_child(node) {
        assert!(selection.has(child));
        node = child;
    }
    let shown = large.shown(&selection);
    let below: u64 = shown.iter().map(|node| node.rest.nodes).sum();
    let own = shown.iter().filter(|node| large.tree.node(node.index).ply > 0).count() as u64;
    assert_eq!(own + below, large.nodes, "the folded nodes are counted");
}

#[test]
fn every_search_of_every_lesson_returns_the_stated_result() {
    for lesson in LESSONS {
        assert!(lesson.steps.iter().any(|step| step.shown), "{}", lesson.name);
        let mut nodes = Vec::new();
        for step in lesson.steps {
            let start = position(step.position);
            let request = step.request(3_000_000).expect("a set of layers");
            let explanation = run::chess(&start, &request).expect("a table");
            assert!(!explanation.stopped, "{}", step.command());
            assert_eq!(text::found(&explanation), step.finds, "{}: {}", lesson.name, step.command());
            nodes.push(explanation.nodes as f64);
        }
        for saving in lesson.savings {
            let times = nodes[saving.more - 1] / nodes[saving.fewer - 1];
            assert!(times >= saving.at_least, "{}: {times} for {saving:?}", lesson.name);
        }
    }
}

#[test]
fn node_counts_confirm_the_savings_claimed_in_lessons() {
    let nodes = |fen: &str, layers, depth| explain(fen, layers, depth).nodes;
    let trebuchet = "zugzwang";
    assert_eq!(
        nodes(trebuchet, "null-move", 7),
        nodes(trebuchet, "check-evasion", 7),
        "neither side has a piece"
    );
    // Lesson 1 of the course states the factors 29 and 40.
    let minimax = [2, 3, 4].map(|depth| nodes("blocking", "minimax", depth) as f64);
    let factors = [minimax[1] / minimax[0], minimax[2] / minimax[1]];
    assert_eq!(factors.map(|factor| factor.round() as u64), [29, 40]);
    // Lesson 5: White's lead before the move, and the layer that saves the nodes.
    assert!(nodes("standoff", "alpha-beta", 3) > 5 * nodes("standoff", "captures-first", 3));
    let standoff = position("standoff");
    assert_eq!(
        (
            standoff.turn().is_black(),
            ChessGame { position: standoff, setup: &Setup::default().evaluated_by(Evaluator::Material) }
                .evaluate()
        ),
        (true, Score::cp(-100))
    );
    assert!(nodes("standoff", "quiescence", 3) > nodes("standoff", "draws", 3));
    let blocking = explain("blocking", "alpha-beta", 2);
    let root = blocking.last_root().expect("a root");
    let replies: Vec<_> =
        blocking.tree.children(root).map(|child| blocking.tree.node(child).nodes - 1).collect();
    assert_eq!(replies[2..], [1, 1, 1, 1], "after the capture has been found, each move needs one reply");
}

/// Lesson 6 of the course: a null move that is wrong although the side that passes has a queen.
#[test]
fn a_null_move_hides_a_win_by_zugzwang() {
    let score = |fen: &str, depth| explain(fen, "check-evasion", depth).score;
    // After 32. Qxh4+ Kxh4 33. Bf6+ g5 34. Bc3: Black to move, and the same position after a pass. Every move
    // loses at least nine pawns.
    let black = "8/8/p7/Pp4pp/1P5k/2B2P2/4q1PK/8 b - - 2 34";
    assert_eq!(score(black, 6), Score::cp(-300));
    assert_eq!(score(&black.replace(" b ", " w "), 6), Score::cp(-600));
    let wrong = explain(ZUGZWANG_WITH_QUEEN, "null-move", 9);
    let mut passed = 0;
    walk_all(&wrong, |index, here| {
        let board = here.to_string();
        let is_zugzwang = board.starts_with("8/8/p7/Pp4pp/1P5k/2B2P2/4q1PK/8 b ");
        let end = wrong.tree.node(index).end;
        passed += usize::from(is_zugzwang && end.is_some_and(|end| end.reason == null_move::NULL_MOVE));
    });
    assert!(passed > 0, "the node after 34. Bc3 ends by a null move");
    assert_eq!(null_move::VERIFIED_DEPTH, 16);
}

#[test]
fn why_not_counts_all_searches_of_the_move_in_the_last_iteration() {
    let (start, depth) = (position(MIDDLEGAME), 6);
    let setup = Setup::new(Algorithm::FULL).evaluated_by(Evaluator::Material);
    let request = |only| {
        let (setup, rung) = (setup.clone(), "full".to_owned());
        let request = ExplainRequest { setup, rung, depth, megabytes: 4, max_nodes: 3_000_000, only };
        run::chess(&start, &request).expect("4 MiB")
    };
    let all = request(Vec::new());
    let tree = &all.tree;
    let mut repeated = 0;
    for mv in start.legal_moves().into_iter().filter(|mv| Some(*mv) != all.best) {
        let roots = tree.roots().into_iter().filter(|root| tree.node(*root).iteration == depth);
        let searches = roots.flat_map(|root| tree.children(root).collect::<Vec<_>>());
        let searches: Vec<_> = searches.filter(|child| tree.node(*child).via == Via::Move(mv)).collect();
        if searches.len() < 2 {
            continue;
        }
        repeated += 1;
        let nodes: u64 = searches.into_iter().map(|child| tree.node(child).nodes).sum();
        let text = why_not::explain(&all, &request(vec![mv]), mv).join(" ").replace(',', "");
        assert!(text.contains(&format!("the search spent {nodes} nodes on ")), "{nodes} nodes: {text}");
    }
    assert!(repeated > 0, "no move is searched twice");
}

#[test]
fn pichu_trees_contain_every_searched_node() {
    let game = Pichu::start();
    let full = run::pichu(&game, false, 2, u64::MAX);
    let moves = game.moves().into_iter();
    let count = |after: &Pichu| after.moves().into_iter().count() as u64;
    let expected: u64 = moves.map(|mv| 1 + count(&game.play(mv))).sum();
    assert_eq!((full.nodes, full.tree.nodes()), (expected, expected));
    let pruned = run::pichu(&game, true, 3, u64::MAX);
    assert_eq!(pruned.score, run::pichu(&game, false, 3, u64::MAX).score);
    let shown = pruned.shown(&Selection::new(&pruned.tree, 100, &[]));
    assert!(shown.iter().any(|node| node.sentence.starts_with("After 1... ")));
    let stopped = run::pichu(&game, true, 3, 800);
    assert!(stopped.stopped && stopped.nodes <= 800);
    let root = *stopped.tree.roots().last().expect("a root");
    let best = stopped.tree.node(stopped.tree.best_child(root).expect("a searched move"));
    assert_eq!(Some(-stopped.score), best.end.map(|end| end.value), "the score of the best move so far");
}

#[test]
fn in_quiescence_search_a_line_ends_where_standing_pat_is_best() {
    for fen in ["blocking", "standoff"] {
        for depth in [3, 4] {
            let Explanation { tree, start, .. } = explain(fen, "quiescence", depth);
            let root = *tree.roots().last().expect("a search");
            let end = tree.line(root).into_iter().fold(start.clone(), |position, mv| position.play(mv));
            let material = Evaluator::Material.evaluate(&end);
            let material = if end.turn() == start.turn() { material } else { -material };
            assert_eq!(
                tree.node(root).end.map(|end| end.value),
                Some(material),
                "{fen}, depth {depth}: {end}"
            );
        }
    }
}
