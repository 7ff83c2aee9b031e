//! The endgame tables, where they are at hand: `GLULAM_DATA` names the folder of shared data, and the tests are run with
//! `cargo test -- --ignored`.
//!
//! What may be spoilt at the root is spoilt never: each position of the suites has the list of its moves that keep the value.

use std::{collections::BTreeSet, fs, sync::Arc};

use glulam::{
    position::{Line, Move, Position, Strictness},
    score::Score,
    search::{self, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable},
    tablebase::{Probing, Tablebases},
};
use serde_json::Value;
use shakmaty::{CastlingMode, san::San};

use crate::searching::{position, shared_data};

fn probing() -> Probing {
    let tables = Tablebases::open(&shared_data("syzygy").to_string_lossy()).expect("the tables");
    Probing { tables: Arc::new(tables), depth: 1, max_pieces: 7, fifty_moves: true }
}

/// The positions of a suite with the moves that keep their value.
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
        // Where nothing can be spoilt the suite names no moves.
        let keeping = match keeping {
            Some(moves) => moves.split(' ').map(spelled).collect(),
            None => position.legal_moves().into_iter().map(|mv| position.uci(mv)).collect(),
        };
        (line.to_owned(), position, keeping)
    };
    text.lines().filter(|text| !text.is_empty() && !text.starts_with('#')).map(line).collect()
}

fn answer(line: &Line, nodes: u64, tables: Option<Probing>) -> (Move, Score) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut task = SearchRequest::new(line.position().clone(), limits, Setup::playing());
    (task.tablebases, task.history) = (tables, line.history());
    let table = TranspositionTable::new(1).expect("a megabyte");
    let answer = search::search(&task, &table, &mut ThreadState::default(), &StopFlag::default(), |_| ());
    (answer.best.expect("a move"), answer.report.score)
}

#[test]
#[ignore = "needs the shared data"]
fn at_the_root_exactly_moves_that_keep_the_value_are_searched() {
    let probing = probing();
    let mut seen = 0;
    for name in ["syzygy-wdl-a.epd", "stalemate-traps-a.epd", "hold-the-draw-a.epd", "elementary-wins-a.epd"]
    {
        for (text, position, keeping) in suite(name) {
            let moves = position.legal_moves();
            let kept = probing.keep(&position, &moves).unwrap_or_else(|| panic!("not in the tables: {text}"));
            let kept: BTreeSet<_> = kept.moves.into_iter().map(|mv| position.uci(mv)).collect();
            assert!(!kept.is_empty() && kept.is_subset(&keeping), "{text}: {kept:?}");
            let (best, _) = answer(&Line::new(position.clone()), 500, Some(probing.clone()));
            assert!(keeping.contains(&position.uci(best)), "{text}");
            seen += 1;
        }
    }
    assert!(seen > 600, "only {seen} positions were seen");
}

#[test]
#[ignore = "needs the shared data"]
fn a_win_that_comes_too_late_is_told_as_a_draw_and_one_in_time_as_a_win() {
    let text = fs::read_to_string(shared_data("endgame/fifty-move-a.json")).expect("the file");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    for case in &cases {
        let word = |field: &str| case[field].as_str().expect("a word");
        let position = position(word("fen"));
        for (field, fifty_moves) in [("with_fifty_move_rule", true), ("without", false)] {
            let probing = Probing { fifty_moves, ..probing() };
            let kept = probing.keep(&position, &position.legal_moves()).expect("in the tables");
            let verdict = match kept.score {
                Score::DRAW => "draw",
                score if score > Score::DRAW => "win",
                _ => "loss",
            };
            assert_eq!(verdict, word(field), "{}", word("id"));
        }
    }
    assert!(cases.len() >= 20);
}

#[test]
#[ignore = "needs the shared data"]
fn what_the_tables_win_is_won_over_the_board_before_the_fifty_moves_are_gone() {
    let text = fs::read_to_string(shared_data("endgame/fifty-move-a.json")).expect("the file");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    for case in cases.iter().filter(|case| case["with_fifty_move_rule"] == "win") {
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
#[ignore = "needs the shared data"]
fn inside_the_tree_a_capture_into_the_tables_is_known() {
    let line = Line::new(position("3r4/6k1/8/8/8/8/1P6/3R2K1 w - - 0 1"));
    let (best, known) = answer(&line, 300, Some(probing()));
    assert_eq!(line.position().uci(best), "d1d8");
    let (_, guessed) = answer(&line, 300, None);
    assert!(known > guessed && known > Score::TABLE_WIN - 100, "{known} and {guessed}");
}
