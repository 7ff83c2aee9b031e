//! What is drawn, and who wants it: repetition, fifty moves, dead positions, stalemate.
//!
//! Each rule is asked twice, with the layer `draws` and without it, so that it is the layer that makes the difference.

use glulam::{
    position::{Line, Position},
    score::Score,
    search::{
        self, Algorithm, Answer, Layer, Limits, RUNGS, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
    },
};

use crate::searching::{WIDE, answer, assert_playable, position, search};

const WITHOUT_DRAWS: Algorithm = Algorithm::Layers(WIDE.without(Layer::Draws));

/// The answer at `depth` in a game with a past.
fn in_game(line: &Line, depth: i32, algorithm: Algorithm, moves: Option<&str>) -> Answer {
    let position = line.position().clone();
    let only = moves.map(|mv| vec![position.parse_move(mv).expect("legal")]);
    let limits = Limits { search_moves: only, ..Limits::depth(depth) };
    let mut task = SearchRequest::new(position, limits, Setup::new(algorithm));
    task.history = line.history();
    answer(&task)
}

fn played(fen: &str, moves: &str) -> Line {
    let mut line = Line::new(position(fen));
    for mv in moves.split_whitespace() {
        line.play(line.position().parse_move(mv).expect("legal"));
    }
    line
}

fn best(position: &Position, answer: &Answer) -> String {
    position.uci(answer.best.expect("a move"))
}

/// White is a rook up; the position after `h1h2` has stood on the board twice.
const AHEAD: &str = "7k/8/8/8/8/8/R7/7K b - - 0 1";
const SHUFFLE: &str = "h8g8 h1h2 g8h8 h2h1 h8g8 h1h2 g8h8 h2h1 h8g8";

#[test]
fn whoever_is_ahead_does_not_repeat_a_third_time() {
    let line = played(AHEAD, SHUFFLE);
    for depth in 1..=4 {
        let repeating = in_game(&line, depth, Algorithm::Layers(WIDE), Some("h1h2"));
        assert_eq!(repeating.report.score, Score::DRAW, "depth {depth}");
        let unaware = in_game(&line, depth, WITHOUT_DRAWS, Some("h1h2"));
        assert_eq!(unaware.report.score, Score::cp(500), "depth {depth}");

        let free = in_game(&line, depth, Algorithm::Layers(WIDE), None);
        assert!(free.report.score >= Score::cp(500), "depth {depth}");
        assert_ne!(best(line.position(), &free), "h1h2", "depth {depth}");
    }
}

#[test]
fn a_second_time_in_the_game_is_not_yet_a_draw() {
    let line = played(AHEAD, "h8g8 h1h2 g8h8 h2h1 h8g8");
    let repeating = in_game(&line, 1, Algorithm::Layers(WIDE), Some("h1h2"));
    assert_eq!(repeating.report.score, Score::cp(500));
}

#[test]
fn whoever_is_behind_repeats() {
    // The same shuffle with Black to move: only back to the corner comes a position for the third time.
    let line = played(AHEAD, &format!("{SHUFFLE} h1h2"));
    for depth in 1..=4 {
        let free = in_game(&line, depth, Algorithm::Layers(WIDE), None);
        assert_eq!(free.report.score, Score::DRAW, "depth {depth}");
        assert_eq!(best(line.position(), &free), "g8h8", "depth {depth}");
        assert!(in_game(&line, depth, WITHOUT_DRAWS, None).report.score < Score::DRAW, "depth {depth}");
    }
}

#[test]
fn a_perpetual_check_is_seen_by_the_layer_alone() {
    // Two rooks against a queen, and mate on the first rank to come; but the queen checks for ever from e8 and h5.
    let position = position("6k1/6p1/8/7Q/8/8/1rr5/7K w - - 0 1");
    for depth in 4..=7 {
        let (answer, _) = search(&position, Algorithm::Layers(WIDE), depth);
        assert_eq!(answer.report.score, Score::DRAW, "depth {depth}");
        assert!(position.play(answer.best.expect("a move")).is_check());
        let (unaware, _) = search(&position, WITHOUT_DRAWS, depth);
        assert!(unaware.report.score < Score::DRAW, "depth {depth}");
    }
}

/// A rook and a pawn up, with so many plies without progress behind it.
fn at_clock(halfmoves: u32) -> Position {
    position(&format!("8/8/8/4k3/8/8/P7/K2R4 w - - {halfmoves} 120"))
}

#[test]
fn before_the_fifty_moves_are_over_the_pawn_is_moved() {
    let position = at_clock(99);
    let (answer, _) = search(&position, Algorithm::Layers(WIDE), 1);
    assert!(["a2a3", "a2a4"].contains(&best(&position, &answer).as_str()));
    assert_eq!(answer.report.score, Score::cp(600));

    for (halfmoves, depth, score) in [(99, 1, 0), (98, 1, 600), (98, 2, 0), (97, 2, 600)] {
        let rook_moves = |algorithm| {
            let line = Line::new(at_clock(halfmoves));
            in_game(&line, depth, algorithm, Some("d1d2")).report.score
        };
        assert_eq!(rook_moves(Algorithm::Layers(WIDE)), Score::cp(score), "{halfmoves} at depth {depth}");
        assert_eq!(rook_moves(WITHOUT_DRAWS), Score::cp(600), "{halfmoves} at depth {depth}");
    }
}

/// A value stored when the moves were fresh says nothing shortly before they are over.
#[test]
fn a_table_filled_when_the_clock_stood_at_zero_does_not_hide_the_fifty_moves() {
    let at = |fen: &str, halfmoves: u32| position(&format!("{fen} w - - {halfmoves} 120"));
    for fen in ["8/7K/R2p4/8/3r3P/6P1/1k5n/8", "8/8/1k5n/r7/8/5P2/1P3R1K/8", "8/R7/3Pr3/8/3K2n1/2p5/2k4P/8"] {
        for depth in 2..=5 {
            for halfmoves in 94..=99 {
                let table = TranspositionTable::new(4).expect("4 MB");
                let mut memory = ThreadState::default();
                let mut ask = |halfmoves| {
                    let task = SearchRequest::new(
                        at(fen, halfmoves),
                        Limits::depth(depth),
                        Setup::new(Algorithm::Layers(WIDE)),
                    );
                    search::search(&task, &table, &mut memory, &StopFlag::default(), |_| ()).report.score
                };
                ask(0);
                let late = ask(halfmoves);
                let (fresh, _) = search(&at(fen, halfmoves), Algorithm::Layers(WIDE), depth);
                assert_eq!(late, fresh.report.score, "{fen} with {halfmoves} at depth {depth}");
            }
        }
    }
}

#[test]
fn mate_on_the_last_of_the_fifty_moves_is_mate() {
    let position = position("7k/8/6K1/8/8/8/8/R7 w - - 99 120");
    let (answer, _) = search(&position, Algorithm::Layers(WIDE), 3);
    assert_eq!((answer.report.score, best(&position, &answer)), (Score::mate_in(1), "a1a8".to_owned()));
}

#[test]
fn the_last_pawn_is_worth_the_game_to_whoever_takes_it() {
    let position = position("8/8/8/8/8/2k5/2P5/K1B5 b - - 0 1");
    let (answer, _) = search(&position, Algorithm::Layers(WIDE), 1);
    assert_eq!((answer.report.score, best(&position, &answer)), (Score::DRAW, "c3c2".to_owned()));
    assert_eq!(search(&position, WITHOUT_DRAWS, 1).0.report.score, Score::cp(-300));
}

#[test]
fn a_game_that_is_over_has_no_move_but_a_score() {
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
fn a_draw_by_rule_at_the_root_still_has_a_move() {
    // The arbiter has not come yet: a GUI that goes on asking gets an answer.
    let dead = position("8/8/8/4k3/8/8/8/K1B5 w - - 0 1");
    for position in [dead, at_clock(100), at_clock(140)] {
        let task =
            SearchRequest::new(position.clone(), Limits::depth(4), Setup::new(Algorithm::Layers(WIDE)));
        assert_playable(&position, &answer(&task));
    }
}
