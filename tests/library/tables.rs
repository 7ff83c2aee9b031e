//! Syzygy tablebases: root moves, scores inside the tree, and the fifty-move rule.
//!
//! The tests need the shared data. Set `GLULAM_DATA` to the folder of the shared data and run
//! `cargo test -- --ignored`. For each position, the suites list the moves that keep the game-theoretic
//! result. The engine must never play a move that is not in the list.

use std::{collections::BTreeSet, fs, sync::Arc};

use glulam::{
    chess::{
        position::{Line, Move, Position, Strictness},
        score::Score,
        tablebase::{Probing, Tablebases},
    },
    search::{self, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable},
};
use serde_json::Value;
use shakmaty::{CastlingMode, san::San};

use crate::searching::{position, shared_data};

/// Returns a probing configuration with the shared tablebases.
fn probing() -> Probing {
    let tablebases = Tablebases::open(&shared_data("syzygy").to_string_lossy()).expect("the tablebases");
    Probing { tables: Arc::new(tablebases), depth: 1, max_pieces: 7, fifty_moves: true }
}

/// Reads a suite: the line, the position, and the moves that keep its result.
fn suite(name: &str) -> Vec<(String, Position, BTreeSet<String>)> {
    let text = fs::read_to_string(shared_data("endgame").join(name)).expect("a suite");
    let line = |line: &str| {
        let fields: Vec<_> = line.split(' ').take(4).collect();
        let (fen, rest) = line.split_at(fields.join(" ").len());
        let (position, _) =
            Position::read_fen(&format!("{fen} 0 1"), CastlingMode::Standard, Strictness::Game)
                .expect("legal");
        let keeping = rest.split(';').find_map(|operation| operation.trim().strip_prefix("bm "));
        let spelled = |word: &str| {
            let san: San = word.trim_end_matches(['+', '#']).parse().expect("a move");
            position.uci(san.to_move(position.chess()).expect("legal"))
        };
        // If a line has no `bm`, every legal move keeps the result.
        let keeping = match keeping {
            Some(moves) => moves.split(' ').map(spelled).collect(),
            None => position.legal_moves().into_iter().map(|mv| position.uci(mv)).collect(),
        };
        (line.to_owned(), position, keeping)
    };
    text.lines().filter(|text| !text.is_empty() && !text.starts_with('#')).map(line).collect()
}

/// Searches the current position of a game. Returns the best move and the score.
fn answer(line: &Line, nodes: u64, tablebases: Option<Probing>) -> (Move, Score) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut task = SearchRequest::new(line.position().clone(), limits, Setup::playing());
    (task.tablebases, task.history) = (tablebases, line.history());
    let table = TranspositionTable::new(1).expect("a megabyte");
    let answer = search::search(&task, &table, &mut ThreadState::default(), &StopFlag::default(), |_| ());
    (answer.best.expect("a move"), answer.report.score)
}

#[test]
#[ignore = "needs GLULAM_DATA"]
fn at_the_root_only_moves_that_keep_the_result_are_searched() {
    let probing = probing();
    let mut searched = 0;
    for name in ["syzygy-wdl-a.epd", "stalemate-traps-a.epd", "hold-the-draw-a.epd", "elementary-wins-a.epd"]
    {
        for (text, position, keeping) in suite(name) {
            let moves = position.legal_moves();
            let kept =
                probing.keep(&position, &moves).unwrap_or_else(|| panic!("not in the tablebases: {text}"));
            let kept: BTreeSet<_> = kept.moves.into_iter().map(|mv| position.uci(mv)).collect();
            assert!(!kept.is_empty() && kept.is_subset(&keeping), "{text}: {kept:?}");
            let (best, _) = answer(&Line::new(position.clone()), 500, Some(probing.clone()));
            assert!(keeping.contains(&position.uci(best)), "{text}");
            searched += 1;
        }
    }
    assert!(searched > 600, "only {searched} positions were searched");
}

#[test]
#[ignore = "needs GLULAM_DATA"]
fn a_win_that_is_too_late_for_the_fifty_move_rule_scores_as_a_draw() {
    let text = fs::read_to_string(shared_data("endgame/fifty-move-a.json")).expect("the file");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    for case in &cases {
        let word = |field: &str| case[field].as_str().expect("a word");
        let position = position(word("fen"));
        for (field, fifty_moves) in [("with_fifty_move_rule", true), ("without", false)] {
            let probing = Probing { fifty_moves, ..probing() };
            let kept = probing.keep(&position, &position.legal_moves()).expect("in the tablebases");
            let result = match kept.score {
                Score::DRAW => "draw",
                score if score > Score::DRAW => "win",
                _ => "loss",
            };
            assert_eq!(result, word(field), "{}", word("id"));
        }
    }
    assert!(cases.len() >= 20);
}

#[test]
#[ignore = "needs GLULAM_DATA"]
fn a_mate_with_the_last_move_before_the_fifty_move_rule_wins_and_a_later_one_is_a_draw() {
    let probing = probing();
    let (win, draw) = (Score::TABLE_WIN, Score::DRAW);
    for (clock, expected) in [(0, win), (99, win), (100, draw), (12_000, draw), (30_000, draw)] {
        let position = position(&format!("7k/5K2/6Q1/8/8/8/8/8 w - - {clock} 90"));
        let kept = probing.keep(&position, &position.legal_moves()).expect("in the tablebases");
        assert_eq!(kept.score, expected, "halfmove clock {clock}");
    }
}

#[test]
#[ignore = "needs GLULAM_DATA"]
fn tablebase_wins_are_played_to_checkmate_within_the_fifty_move_rule() {
    let text = fs::read_to_string(shared_data("endgame/fifty-move-a.json")).expect("the file");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let won: Vec<_> = cases.iter().filter(|case| case["with_fifty_move_rule"] == "win").collect();
    assert!(won.len() >= 10);
    for case in won {
        let mut line = Line::new(position(case["fen"].as_str().expect("a FEN")));
        while !line.is_over() {
            let (mv, _) = answer(&line, 2_000, Some(probing()));
            line.play(mv);
        }
        let end = line.position();
        assert!(end.is_check() && !end.has_legal_move(), "{}: not mate: {end}", case["id"]);
    }
}

#[test]
#[ignore = "needs GLULAM_DATA"]
fn inside_the_tree_a_capture_into_the_tablebases_scores_as_a_win() {
    let line = Line::new(position("3r4/6k1/8/8/8/8/1P6/3R2K1 w - - 0 1"));
    let (best, with_tablebases) = answer(&line, 300, Some(probing()));
    assert_eq!(line.position().uci(best), "d1d8");
    let (_, without) = answer(&line, 300, None);
    assert!(
        with_tablebases > without && with_tablebases > Score::TABLE_WIN - 100,
        "{with_tablebases} and {without}"
    );
}
