//! Known results of minimax: node counts, scores and best moves.
//!
//! The positions come from the student programs from which this engine developed. The student programs count
//! nodes as this engine does: every position reached by a move is a node, and the root is not. A line ends at
//! the search depth or at the end of the game. Higher rungs may visit fewer nodes. If minimax visits one node
//! more or less than here, the rules of chess or the definition of a node have changed.

use glulam::{chess::score::Score, search::Algorithm};

use crate::{
    searching::{position, search, suite},
    trees,
};

/// Returns the node count, the score and the best move of minimax.
fn minimax(name: &str, depth: i32) -> (u64, Score, String) {
    let position = position(name);
    let (answer, nodes) = search(&position, Algorithm::Minimax, depth);
    assert!(!answer.cut_off);
    assert_eq!(answer.report.depth, depth);
    (nodes, answer.report.score, position.uci(answer.best.expect("a move")))
}

#[test]
fn in_blocking_minimax_captures_the_queen_at_every_depth() {
    for (depth, nodes, centipawns) in [(2, 257, 900), (3, 7_403, 1_000), (4, 294_104, 800)] {
        assert_eq!(minimax("blocking", depth), (nodes, Score::cp(centipawns), "d4e5".to_owned()));
    }
}

#[test]
fn in_standoff_the_score_favours_the_side_that_moves_last() {
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
fn in_knight_minimax_wins_a_pawn_in_three_plies() {
    assert_eq!([1, 2, 3].map(|depth| minimax("knight", depth).0), [25, 658, 16_906]);
    assert_eq!(minimax("knight", 3).1, Score::cp(100));
}

#[test]
fn in_endgame_minimax_mates_in_one_at_every_depth() {
    for depth in 1..=4 {
        let (_, score, mv) = minimax("endgame", depth);
        assert_eq!((score, mv), (Score::mate_in(1), "a6b7".to_owned()));
    }
}

#[test]
fn the_textbook_positions_are_in_classic_epd_under_their_names() {
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

/// Minimax visits the complete tree of legal moves, so perft predicts its node count without a search.
#[test]
fn minimax_visits_as_many_nodes_as_perft_predicts() {
    for name in ["blocking", "standoff", "knight", "endgame"] {
        let position = position(name);
        assert_eq!(search(&position, Algorithm::Minimax, 3).1, trees::nodes(&position, 3), "{name}");
    }
}
