//! Tests of single steps of the node.

use shakmaty::CastlingMode;

use super::*;
use crate::search::{
    node::testing::{TestWorker, with_worker},
    types::{
        node_type::{Pv, Root},
        piece_to::PieceTo,
    },
};

fn position(fen: &str) -> Position {
    Position::from_fen(fen, CastlingMode::Standard).expect("legal")
}

/// Plays `moves` from `root` and records the positions after the root, so only the root cannot be repeated. Returns the last position and its ply.
fn play(worker: &mut TestWorker<'_>, root: &Position, moves: &[&str]) -> (Position, usize) {
    worker.begin(root);
    let mut last = root.clone();
    for (ply, text) in moves.iter().enumerate() {
        last = worker.play(&last, last.parse_move(text).expect("legal"), ply);
        worker.history.record(ply + 1, last.key());
    }
    (last, moves.len())
}

#[test]
fn a_singular_search_neither_searches_the_excluded_move_nor_stores_its_score() {
    with_worker(|worker| {
        let (position, ply) = play(worker, &position("6k1/4pppp/8/8/8/8/8/R5K1 b - - 0 1"), &["e7e6"]);
        let mate = position.parse_move("a1a8").expect("legal");
        for (excluded, is_mate) in [(Some(mate), false), (None, true)] {
            worker.stack[ply].excluded = excluded;
            let score = worker.negamax::<Pv>(&position, Window::OPEN, 3, ply).expect("no limit");
            assert_eq!(score == Score::mate_in(ply + 1), is_mate, "without {excluded:?}: {score}");
            let is_stored = worker.table.probe(position.key()).is_some();
            assert_eq!(is_stored, excluded.is_none(), "without {excluded:?}");
        }
    });
}

#[test]
fn a_node_that_can_repeat_a_position_scores_at_least_a_draw() {
    with_worker(|worker| {
        // Black is a rook behind. The king can return to g8, but this move is not searched.
        let (position, ply) =
            play(worker, &position("7k/8/8/8/8/8/R7/7K b - - 0 1"), &["h8g8", "h1h2", "g8h8", "h2h1"]);
        worker.stack[ply].excluded = Some(position.parse_move("h8g8").expect("legal"));
        let score = worker.negamax::<Pv>(&position, Window::OPEN, 2, ply).expect("no limit");
        assert_eq!(score, Score::DRAW);
    });
}

#[test]
fn shallow_pruning_spares_checks_and_needs_a_searched_move_that_does_not_get_mated() {
    with_worker(|worker| {
        let position = position("7k/8/8/8/8/8/R7/1K6 w - - 0 1");
        let (far_below, in_check) = (Some(Score::cp(-900)), None);
        let (bad, mated) = (Score::cp(-700), Score::mated_in(4));
        for (text, tried, best, value, prunes) in [
            ("a2a3", 1, bad, far_below, true),
            ("a2a8", 1, bad, far_below, false),
            ("a2a3", 0, bad, far_below, false),
            ("a2a3", 1, mated, far_below, false),
            ("a2a3", 1, bad, in_check, false),
        ] {
            let window = Window::zero(Score::DRAW);
            let mut node = Node::new(window, 1, 0, [PieceTo::NONE; 3]);
            (node.tried, node.best) = (tried, best);
            let eval = StaticEval { value, ..StaticEval::default() };
            let mv = position.parse_move(text).expect("legal");
            let layer = worker.pruned_by(&position, mv, 0, &mut node, &eval);
            assert_eq!(layer.is_some(), prunes, "{text} after {tried} moves, best {best}, {value:?}");
        }
    });
}

#[test]
fn a_search_of_only_some_root_moves_stores_no_score_for_the_root() {
    for restricted in [true, false] {
        with_worker(|worker| {
            let (root, _) = play(worker, &Position::start(), &[]);
            let moves = root.legal_moves().into_iter().take(3).collect();
            worker.root = worker.order_root(&root, moves).restricted(restricted);
            worker.negamax::<Root>(&root, Window::OPEN, 3, 0).expect("no limit");
            assert_eq!(worker.table.probe(root.key()).is_some(), !restricted);
        });
    }
}
