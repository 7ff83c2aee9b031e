//! Helpers of all modules: positions, searches that start from empty tables, and checks of an answer.

use std::{cell::RefCell, path::PathBuf};

use glulam::{
    epd::{self, Record},
    position::{Move, Position, Strictness},
    positions,
    search::{
        self, Algorithm, Answer, Layer, LayerSet, Limits, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
    },
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

/// A middlegame with every kind of move.
pub const MIDDLEGAME: &str = "kiwipete";
/// The first position of the Bratko-Kopec test: Black mates in three.
pub const TACTICS: &str = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1";
/// A rook ending with few captures, so quiescence search stays small even without move ordering.
pub const ENDING: &str = "cpw.3";

/// Parses a FEN of standard chess, or returns a position by its name in `positions/classic.epd` or `positions/perft.epd`.
pub fn position(text: &str) -> Position {
    if text.contains('/') {
        return Position::from_fen(text, CastlingMode::Standard)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    let in_perft = || suite("perft").into_iter().find(|record| record.id() == text);
    positions::named(text).or_else(in_perft).unwrap_or_else(|| panic!("no position {text}")).position
}

/// Path of a file in the shared data folder, which the environment variable `GLULAM_DATA` names.
pub fn shared_data(path: &str) -> PathBuf {
    let folder = std::env::var_os("GLULAM_DATA").expect("GLULAM_DATA names the folder of shared data");
    PathBuf::from(folder).join(path)
}

/// The positions of `positions/<name>.epd`; those of Chess960 have 960 in the name of their file.
pub fn suite(name: &str) -> Vec<Record> {
    let mode = if name.contains("960") { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let path = format!("{}/positions/{name}.epd", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let records = epd::read_suite(&text, mode, Strictness::Game);
    records.unwrap_or_else(|error| panic!("{path}: {error}"))
}

thread_local! {
    /// Reused by [`answer`]: clearing them is much cheaper than new memory from the system for each small search.
    static EMPTY: RefCell<(TranspositionTable, ThreadState)> = RefCell::new((TranspositionTable::new(1).expect("a megabyte"), ThreadState::default()));
}

/// Searches with an empty table and an empty memory.
pub fn answer(task: &SearchRequest) -> Answer {
    EMPTY.with_borrow_mut(|(table, memory)| {
        table.clear();
        memory.clear();
        search::search(task, table, memory, &StopFlag::default(), |_| ())
    })
}

/// The answer of `algorithm` at `depth`, and the nodes it took.
pub fn search(position: &Position, algorithm: Algorithm, depth: i32) -> (Answer, u64) {
    let answer = answer(&SearchRequest::new(position.clone(), Limits::depth(depth), Setup::new(algorithm)));
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
