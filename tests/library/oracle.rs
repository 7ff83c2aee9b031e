//! What minimax must say, to the node.
//!
//! The positions come from the student programs this engine grew out of. They count as this engine does: every
//! position reached by a move is a node, the root is not, and the line ends at the depth asked for or where the game
//! does. A rung above may visit fewer nodes; if minimax itself visits one more or less, the rules or the definition of
//! a node have changed.

use glulam::{score::Score, search::Algorithm};

use crate::searching::{position, search, suite};
use crate::trees;

/// Minimax's nodes, score in centipawns and move.
fn minimax(name: &str, depth: i32) -> (u64, Score, String) {
    let position = position(name);
    let (answer, nodes) = search(&position, Algorithm::Minimax, depth);
    assert!(!answer.cut_off);
    assert_eq!(answer.report.depth, depth);
    (nodes, answer.report.score, position.uci(answer.best.expect("a move")))
}

#[test]
fn on_blocking_the_queen_is_taken_at_every_depth() {
    for (depth, nodes, centipawns) in [(2, 257, 900), (3, 7_403, 1_000), (4, 294_104, 800)] {
        assert_eq!(minimax("blocking", depth), (nodes, Score::cp(centipawns), "d4e5".to_owned()));
    }
}

#[test]
fn on_standoff_the_balance_swings_with_who_has_the_last_word() {
    let mut total = 0;
    for (depth, nodes, centipawns) in [(1, 40, 400), (2, 1_741, -300), (3, 66_890, 200), (4, 2_851_743, -200)]
    {
        let (visited, score, _) = minimax("standoff", depth);
        assert_eq!((visited, score), (nodes, Score::cp(centipawns)), "depth {depth}");
        total += visited;
    }
    assert_eq!(total, 2_920_414);
}

#[test]
fn on_knight_a_pawn_is_won_in_three_plies() {
    assert_eq!([1, 2, 3].map(|depth| minimax("knight", depth).0), [25, 658, 16_906]);
    assert_eq!(minimax("knight", 3).1, Score::cp(100));
}

#[test]
fn on_endgame_the_queen_mates_at_once_however_deep_one_looks() {
    for depth in 1..=4 {
        let (_, score, mv) = minimax("endgame", depth);
        assert_eq!((score, mv), (Score::mate_in(1), "a6b7".to_owned()));
    }
}

#[test]
fn the_textbook_positions_are_in_the_repository_under_their_names() {
    let classic = suite("classic");
    for (name, fen) in [
        ("blocking", "r1b2rk1/pppp1ppp/2n5/2b1q3/3P4/2P5/PPP2PPP/R1BQKBNR w - - 0 1"),
        ("standoff", "r1b1kb1r/pppp1pp1/4p3/2n5/2Q1BN1q/3P4/PP2PP2/RNB1K2R b KQkq - 0 1"),
        ("knight", "rnbqkb1r/pppppppp/8/8/2P3n1/2N4N/PP1PPPPP/R1BQKB1R b KQkq - 0 1"),
        ("endgame", "1K6/8/qk6/8/8/8/8/8 b - - 0 1"),
    ] {
        let record = classic.iter().find(|record| record.id() == name).expect(name);
        assert_eq!(record.position.key(), position(fen).key(), "{name}");
    }
}

/// Minimax visits the tree of legal moves and nothing else, so perft, which knows no search, predicts it.
#[test]
fn minimax_visits_every_position_that_perft_counts() {
    for name in ["blocking", "standoff", "knight", "endgame"] {
        let position = position(name);
        assert_eq!(search(&position, Algorithm::Minimax, 3).1, trees::nodes(&position, 3), "{name}");
    }
}
