//! Property tests: random input causes no panic, and every `go` gets exactly one answer.

use std::{
    io::{self, Cursor, Write},
    path::Path,
    sync::{Arc, Mutex},
};

use glulam::{
    chess::{
        book::Book,
        epd::Record,
        position::{Position, Strictness},
        tablebase::Tablebases,
    },
    uci,
};
use proptest::{collection::vec, prelude::*};
use shakmaty::CastlingMode;

use crate::searching::{ENDING, MIDDLEGAME, position};

/// Returns the valid FENs that [`damaged_fen`] modifies.
fn fens() -> Vec<String> {
    let mut fens = ["startpos", MIDDLEGAME, ENDING].map(|name| position(name).to_string()).to_vec();
    fens.push("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b HAha e3 12 40".to_owned());
    fens
}

/// Returns `items` with each damage at its index: an item replaced, doubled or removed.
pub(crate) fn damaged<T: Copy>(mut items: Vec<T>, damages: Vec<(prop::sample::Index, i32, T)>) -> Vec<T> {
    for (index, kind, item) in damages {
        if items.is_empty() {
            break;
        }
        let index = index.index(items.len());
        match kind {
            0 => items[index] = item,
            1 => items.insert(index, items[index]),
            _ => drop(items.remove(index)),
        }
    }
    items
}

/// Generates a FEN with up to four characters replaced, doubled or removed.
fn damaged_fen() -> impl Strategy<Value = String> {
    let damage = (any::<prop::sample::Index>(), 0..3, any::<char>());
    (prop::sample::select(fens()), vec(damage, 0..5))
        .prop_map(|(fen, damages)| damaged(fen.chars().collect(), damages).into_iter().collect())
}

/// Generates an input line for the engine, valid or not.
fn line() -> impl Strategy<Value = String> {
    let limit = prop::sample::select(
        &[
            "depth 2",
            "nodes 50",
            "movetime 3",
            "wtime 20 btime 20",
            "mate 1 depth 2",
            "depth x",
            "infinite depth 1",
            "ponder nodes 9",
        ][..],
    );
    let option = prop::sample::select(
        &[
            "Hash",
            "Threads",
            "MultiPV",
            "UCI_Chess960",
            "UCI_Elo",
            "Layers",
            "Evaluator",
            "EvalFile",
            "Nothing",
        ][..],
    );
    let value = prop::sample::select(
        &[
            "1",
            "2",
            "true",
            "false",
            "minimax",
            "full-null-move",
            "material",
            "network",
            "-7",
            "full",
            "",
            "<empty>",
        ][..],
    );
    prop_oneof![
        4 => limit.prop_map(|limit| format!("go {limit}")),
        3 => (option, value).prop_map(|(name, value)| format!("setoption name {name} value {value}")),
        2 => damaged_fen().prop_map(|fen| format!("position fen {fen}")),
        2 => vec(prop::sample::select(&["e2e4", "e7e5", "g1f3", "0000", "e1g1", "xx"][..]), 0..5)
            .prop_map(|moves| format!("position startpos moves {}", moves.join(" "))),
        1 => prop::sample::select(
            &["uci", "isready", "stop", "ponderhit", "ucinewgame", "d", "eval", "flip", "debug on", "help", "compiler", "perft 2"][..]
        ).prop_map(str::to_owned),
        1 => "\\PC{0,40}".prop_map(|text| text.replace("go", "").replace("genfens", "").replace("bench", "").replace("speedtest", "")),
    ]
}

/// Beginning of the message of the engine about a panic in a search, which still gets a `bestmove`.
pub(crate) const FAILED: &str = "info string error: the search failed";

/// Stores the output of the engine. Every clone writes to the same buffer.
#[derive(Clone, Default)]
pub(crate) struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl SharedBuffer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no thread panics").clone()).expect("text")
    }
}

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no thread panics").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_go_in_a_random_dialogue_gets_one_bestmove(lines in vec(line(), 0..14)) {
        let output = SharedBuffer::default();
        let text = lines.join("\n");
        uci::converse(Cursor::new(text.clone().into_bytes()), output.clone()).expect("memory for a small table");
        let replies = output.text();
        prop_assert!(!replies.contains(FAILED), "{}\n--\n{}", text, replies);
        let asked = lines.iter().filter(|line| line.starts_with("go ")).count();
        let answered = replies.lines().filter(|line| line.starts_with("bestmove ")).count();
        prop_assert_eq!(answered, asked, "{}\n--\n{}", text, replies);
        prop_assert!(replies.lines().all(|line| !line.is_empty()), "a blank line: {}", replies);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn a_position_equals_the_position_parsed_from_its_own_fen(fen in damaged_fen(), chess960 in any::<bool>()) {
        let mode = CastlingMode::from_chess960(chess960);
        if let Ok((position, _)) = Position::read_fen(&fen, mode, Strictness::Game) {
            let (again, repairs) = Position::read_fen(&position.to_string(), mode, Strictness::Game).expect("the FEN of a position is valid");
            prop_assert_eq!(again.key(), position.key());
            prop_assert!(repairs.is_empty());
        }
    }

    #[test]
    fn no_text_causes_a_parser_to_panic(text in "\\PC{0,80}", fen in damaged_fen()) {
        let _ = Position::read_fen(&text, CastlingMode::Standard, Strictness::Game);
        let _ = Record::parse(&text, CastlingMode::Standard, Strictness::Game);
        let _ = Record::parse(&format!("{fen} {text}"), CastlingMode::Standard, Strictness::Game);
        let _ = Position::start().parse_move(&text);
        let _ = Tablebases::open(&text);
        let _ = Book::read(Path::new(&text));
    }
}
