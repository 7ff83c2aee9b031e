//! Draws: threefold repetition, the fifty-move rule, insufficient material, and stalemate.
//!
//! The tests of drawing rules search the same position with and without the layer `draws`, to show that the
//! layer causes the draw score. They use a full-width search and the full search. The full search is without
//! `fifty-fade`, because this layer moves every score towards the draw score.

use glulam::{
    chess::{
        position::{Line, Position},
        score::Score,
    },
    search::{
        self, Algorithm, Answer, Layer, LayerSet, Limits, RUNGS, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
    },
};

use crate::searching::{FULL_WIDTH, answer, assert_playable, position, search};

/// Sets of layers that score draws exactly: of a full-width search and of a search that prunes and reduces.
const SETS: [LayerSet; 2] = [FULL_WIDTH, LayerSet::ALL.without(Layer::FiftyFade)];

/// Returns the search with `set`, and the same search without the layer `draws`.
fn with_and_without_draws(set: LayerSet) -> [Algorithm; 2] {
    [set, set.without(Layer::Draws)].map(Algorithm::Layers)
}

/// Searches the current position of a game, with the history of the game. If `only_move` is given, the search
/// is limited to this root move.
fn in_game(line: &Line, depth: i32, algorithm: Algorithm, only_move: Option<&str>) -> Answer {
    let position = line.position().clone();
    let only = only_move.map(|mv| vec![position.parse_move(mv).expect("legal")]);
    let limits = Limits { search_moves: only, ..Limits::depth(depth) };
    let mut task = SearchRequest::new(position, limits, Setup::new(algorithm));
    task.history = line.history();
    answer(&task)
}

/// Returns the game that starts at `fen` and continues with `moves`.
fn game(fen: &str, moves: &str) -> Line {
    let mut line = Line::new(position(fen));
    for mv in moves.split_whitespace() {
        line.play(line.position().parse_move(mv).expect("legal"));
    }
    line
}

/// Returns the best move in UCI notation.
fn best(position: &Position, answer: &Answer) -> String {
    position.uci(answer.best.expect("a move"))
}

/// A position in which White is a rook ahead.
const AHEAD: &str = "7k/8/8/8/8/8/R7/7K b - - 0 1";
/// Moves from [`AHEAD`] in which the position after `h1h2` occurs twice.
const SHUFFLE: &str = "h8g8 h1h2 g8h8 h2h1 h8g8 h1h2 g8h8 h2h1 h8g8";

#[test]
fn the_side_that_is_ahead_avoids_a_threefold_repetition() {
    let line = game(AHEAD, SHUFFLE);
    for [draws, without_draws] in SETS.map(with_and_without_draws) {
        for depth in 1..=4 {
            let repeating = in_game(&line, depth, draws, Some("h1h2"));
            assert_eq!(repeating.report.score, Score::DRAW, "depth {depth}");
            let unaware = in_game(&line, depth, without_draws, Some("h1h2"));
            assert_eq!(unaware.report.score, Score::cp(500), "depth {depth}");

            let free = in_game(&line, depth, draws, None);
            assert!(free.report.score >= Score::cp(500), "depth {depth}");
            assert_ne!(best(line.position(), &free), "h1h2", "depth {depth}");
        }
    }
}

#[test]
fn the_second_occurrence_of_a_position_is_not_a_draw() {
    let line = game(AHEAD, "h8g8 h1h2 g8h8 h2h1 h8g8");
    for set in SETS {
        let repeating = in_game(&line, 1, Algorithm::Layers(set), Some("h1h2"));
        assert_eq!(repeating.report.score, Score::cp(500));
    }
}

#[test]
fn the_side_that_is_behind_plays_a_threefold_repetition() {
    // Black is to move. Only g8h8 leads to a position that occurs for the third time.
    let line = game(AHEAD, &format!("{SHUFFLE} h1h2"));
    for [draws, without_draws] in SETS.map(with_and_without_draws) {
        for depth in 1..=4 {
            let free = in_game(&line, depth, draws, None);
            assert_eq!(free.report.score, Score::DRAW, "depth {depth}");
            assert_eq!(best(line.position(), &free), "g8h8", "depth {depth}");
            assert!(in_game(&line, depth, without_draws, None).report.score < Score::DRAW, "depth {depth}");
        }
    }
}

#[test]
fn only_with_the_layer_draws_a_perpetual_check_scores_as_a_draw() {
    // Black has two rooks against a queen and threatens mate on the first rank. The queen gives perpetual
    // check on e8 and h5.
    let position = position("6k1/6p1/8/7Q/8/8/1rr5/7K w - - 0 1");
    // A search that prunes and reduces moves may need a greater depth for the perpetual check.
    let [draws, without_draws] = with_and_without_draws(FULL_WIDTH);
    for depth in 4..=7 {
        let (answer, _) = search(&position, draws, depth);
        assert_eq!(answer.report.score, Score::DRAW, "depth {depth}");
        assert!(position.play(answer.best.expect("a move")).is_check());
        let (unaware, _) = search(&position, without_draws, depth);
        assert!(unaware.report.score < Score::DRAW, "depth {depth}");
    }
}

/// Returns a position in which White is a rook and a pawn ahead, with the halfmove clock at `halfmoves`
/// plies.
fn with_halfmove_clock(halfmoves: u32) -> Position {
    position(&format!("8/8/8/4k3/8/8/P7/K2R4 w - - {halfmoves} 120"))
}

#[test]
fn shortly_before_the_fifty_move_rule_applies_the_pawn_is_moved() {
    let position = with_halfmove_clock(99);
    for [draws, without_draws] in SETS.map(with_and_without_draws) {
        let (answer, _) = search(&position, draws, 1);
        assert!(["a2a3", "a2a4"].contains(&best(&position, &answer).as_str()));
        assert_eq!(answer.report.score, Score::cp(600));

        for (halfmoves, depth, score) in [(99, 1, 0), (98, 1, 600), (98, 2, 0), (97, 2, 600)] {
            let rook_moves = |algorithm| {
                let line = Line::new(with_halfmove_clock(halfmoves));
                in_game(&line, depth, algorithm, Some("d1d2")).report.score
            };
            assert_eq!(rook_moves(draws), Score::cp(score), "{halfmoves} at depth {depth}");
            assert_eq!(rook_moves(without_draws), Score::cp(600), "{halfmoves} at depth {depth}");
        }
    }
}

/// A score that was stored with a halfmove clock of zero is wrong shortly before the fifty-move rule applies.
#[test]
fn entries_stored_at_halfmove_clock_zero_do_not_hide_the_fifty_move_rule() {
    let at = |fen: &str, halfmoves: u32| position(&format!("{fen} w - - {halfmoves} 120"));
    for fen in ["8/7K/R2p4/8/3r3P/6P1/1k5n/8", "8/8/1k5n/r7/8/5P2/1P3R1K/8", "8/R7/3Pr3/8/3K2n1/2p5/2k4P/8"] {
        for depth in 2..=5 {
            for halfmoves in 94..=99 {
                let table = TranspositionTable::new(4).expect("four megabytes");
                let mut thread = ThreadState::default();
                let mut score_at = |halfmoves| {
                    let task = SearchRequest::new(
                        at(fen, halfmoves),
                        Limits::depth(depth),
                        Setup::new(Algorithm::Layers(FULL_WIDTH)),
                    );
                    search::search(&task, &table, &mut thread, &StopFlag::default(), |_| ()).report.score
                };
                score_at(0);
                let late = score_at(halfmoves);
                let (fresh, _) = search(&at(fen, halfmoves), Algorithm::Layers(FULL_WIDTH), depth);
                assert_eq!(late, fresh.report.score, "{fen} with {halfmoves} at depth {depth}");
            }
        }
    }
}

#[test]
fn checkmate_on_the_last_ply_of_the_fifty_move_rule_is_not_a_draw() {
    let position = position("7k/8/6K1/8/8/8/8/R7 w - - 99 120");
    for set in SETS {
        let (answer, _) = search(&position, Algorithm::Layers(set), 3);
        assert_eq!((answer.report.score, best(&position, &answer)), (Score::mate_in(1), "a1a8".to_owned()));
    }
}

#[test]
fn capturing_the_last_pawn_draws_by_insufficient_material() {
    let position = position("8/8/8/8/8/2k5/2P5/K1B5 b - - 0 1");
    for [draws, without_draws] in SETS.map(with_and_without_draws) {
        let (answer, _) = search(&position, draws, 1);
        assert_eq!((answer.report.score, best(&position, &answer)), (Score::DRAW, "c3c2".to_owned()));
        assert_eq!(search(&position, without_draws, 1).0.report.score, Score::cp(-300));
    }
}

#[test]
fn checkmate_and_stalemate_at_the_root_give_a_score_and_no_move() {
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    for (fen, score) in [(mate, Score::mated_in(0)), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::DRAW)] {
        for rung in RUNGS {
            let (answer, nodes) = search(&position(fen), rung.algorithm, 3);
            assert_eq!((answer.best, answer.report.score), (None, score), "{}", rung.name);
            assert_eq!((answer.report.depth, nodes), (0, 0), "{}", rung.name);
            assert!(answer.report.line.is_empty() && !answer.cut_off, "{}", rung.name);
        }
    }
}

#[test]
fn a_search_from_a_position_drawn_by_rule_returns_a_move() {
    // A GUI may continue a game that is drawn by rule, so the engine must answer with a move.
    let dead = position("8/8/8/4k3/8/8/8/K1B5 w - - 0 1");
    for position in [dead, with_halfmove_clock(100), with_halfmove_clock(140)] {
        for set in SETS {
            let setup = Setup::new(Algorithm::Layers(set));
            let task = SearchRequest::new(position.clone(), Limits::depth(4), setup);
            assert_playable(&position, &answer(&task));
        }
    }
}
