//! How the tests search: by FEN or by task, with nothing left over from an earlier search, and how they judge a line.

// Every file of tests compiles this for itself and uses a part of it.
#![allow(dead_code)]

use glulam::{
    epd::{self, Record},
    position::{Move, Position, Strictness},
    search::{self, Algorithm, Answer, Layer, LayerSet, Limits, Memory, Setup, Signal, Table, Task},
};
use shakmaty::CastlingMode;

/// All layers up to the first that leaves moves out or searches them less deep: what this finds to a depth is certain.
pub const WIDE: LayerSet = LayerSet::up_to(Layer::CheckEvasion);

/// Plies that a search which prunes and reduces may need beyond one that does not, for a short mate.
pub const NARROW_PLIES: i32 = 5;

/// Plies to search with `layers` for what lies `plies` plies ahead.
pub fn depth_for(layers: LayerSet, plies: i32) -> i32 {
    let narrow = layers.iter().any(|layer| !WIDE.has(layer) && !layer.is_exact());
    if narrow { plies + NARROW_PLIES } else { plies }
}

/// A position of standard chess.
pub fn position(fen: &str) -> Position {
    Position::from_fen(fen, CastlingMode::Standard).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The positions of `positions/<name>.epd`; those of Chess960 have 960 in the name of their file.
pub fn suite(name: &str) -> Vec<Record> {
    let mode = if name.contains("960") { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let path = format!("{}/positions/{name}.epd", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let records = epd::read_suite(&text, mode, Strictness::Game);
    records.unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The answer to a task, from an empty table and an empty memory.
pub fn answer(task: &Task) -> Answer {
    let table = Table::new(1).expect("a megabyte");
    search::search(task, &table, &mut Memory::default(), &Signal::default(), |_| ())
}

/// The answer of `algorithm` at `depth`, and the nodes it took.
pub fn search(position: &Position, algorithm: Algorithm, depth: i32) -> (Answer, u64) {
    let answer = answer(&Task::new(position.clone(), Limits::depth(depth), Setup::new(algorithm)));
    let nodes = answer.report.nodes;
    (answer, nodes)
}

/// The position at the end of `line`, every move of which has to be legal where it is played.
pub fn play_out(position: &Position, line: &[Move]) -> Position {
    line.iter().fold(position.clone(), |position, mv| {
        assert!(position.legal_moves().contains(mv), "{mv:?} is not legal in {position}");
        position.play(*mv)
    })
}

/// What every answer to a position that is not over has to be: a legal move, with a legal line that begins with it.
pub fn assert_playable(position: &Position, answer: &Answer) {
    let best = answer.best.unwrap_or_else(|| panic!("no move in {position}"));
    assert!(position.legal_moves().contains(&best), "{best:?} is not legal in {position}");
    assert_eq!(answer.report.line.first(), Some(&best), "the line goes another way: {position}");
    let _end = play_out(position, &answer.report.line);
}
