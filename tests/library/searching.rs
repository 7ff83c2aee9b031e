//! Shared helpers: positions, searches with an empty transposition table, and checks of an answer.

use std::{
    cell::RefCell,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use glulam::{
    chess::{
        epd::{self, Record},
        position::{Move, Position, Strictness},
        positions,
    },
    search::{
        self, Algorithm, Answer, Layer, LayerSet, Limits, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable,
    },
};
use shakmaty::CastlingMode;

/// All layers before `null-move`, the first layer that prunes by an estimate. A search with these layers
/// finds every mate within its depth.
pub const FULL_WIDTH: LayerSet = LayerSet::up_to(Layer::CheckEvasion);

/// Extra plies that a search with pruning and reductions may need to find a short mate.
pub const EXTRA_PLIES: i32 = 3;

/// Returns the depth to which a search with `layers` must go to find a mate that is `plies` plies ahead.
pub fn depth_for(layers: LayerSet, plies: i32) -> i32 {
    let prunes = layers.iter().any(|layer| !FULL_WIDTH.has(layer) && !layer.is_exact());
    if prunes { plies + EXTRA_PLIES } else { plies }
}

/// Returns every set that lacks exactly one layer.
pub fn all_but_one() -> impl Iterator<Item = LayerSet> {
    Layer::ALL.iter().map(|layer| LayerSet::ALL.without(*layer))
}

/// Kiwipete, a middlegame position with castling and many captures.
pub const MIDDLEGAME: &str = "kiwipete";
/// First position of the Bratko-Kopec test: Black mates in three.
pub const TACTICS: &str = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1";
/// A rook endgame with few captures: quiescence search stays small even without move ordering.
pub const ENDING: &str = "cpw.3";

/// Parses a FEN of standard chess, or returns a position by its name in `positions/classic.epd` or
/// `positions/perft.epd`.
pub fn position(text: &str) -> Position {
    if text.contains('/') {
        return Position::from_fen(text, CastlingMode::Standard)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    let in_perft = || suite("perft").into_iter().find(|record| record.id() == text);
    positions::named(text).or_else(in_perft).unwrap_or_else(|| panic!("no position {text}")).position
}

/// Returns the path of a file in the shared data folder. The environment variable `GLULAM_DATA` contains the
/// folder.
pub fn shared_data(path: &str) -> PathBuf {
    let folder =
        std::env::var_os("GLULAM_DATA").expect("GLULAM_DATA must be set to the folder of the shared data");
    PathBuf::from(folder).join(path)
}

/// Reads `positions/<name>.epd`. A suite with `960` in its name contains Chess960 positions.
pub fn suite(name: &str) -> Vec<Record> {
    let mode = if name.contains("960") { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let path = format!("{}/positions/{name}.epd", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let records = epd::read_suite(&text, mode, Strictness::Game, Ok);
    records.map(|record| record.unwrap_or_else(|error| panic!("{path}: {error}"))).collect()
}

thread_local! {
    /// Table and thread state of [`answer`]. Clearing them is much faster than allocating new ones for each
    /// small search.
    static EMPTY: RefCell<(TranspositionTable, ThreadState)> = RefCell::new((TranspositionTable::new(1).expect("a megabyte"), ThreadState::default()));
}

/// Searches with an empty table and an empty thread state.
pub fn answer(task: &SearchRequest) -> Answer {
    EMPTY.with_borrow_mut(|(table, thread)| {
        table.clear();
        thread.clear();
        search::search(task, table, thread, &StopFlag::default(), |_| ())
    })
}

/// Searches to `depth` plies. Returns the answer and its node count.
pub fn search(position: &Position, algorithm: Algorithm, depth: i32) -> (Answer, u64) {
    let answer = answer(&SearchRequest::new(position.clone(), Limits::depth(depth), Setup::new(algorithm)));
    let nodes = answer.report.nodes;
    (answer, nodes)
}

/// Returns the position at the end of `line`. Panics if a move of the line is illegal.
pub fn play_out(position: &Position, line: &[Move]) -> Position {
    line.iter().fold(position.clone(), |position, mv| {
        assert!(position.legal_moves().contains(mv), "{mv:?} is not legal in {position}");
        position.play(*mv)
    })
}

/// Checks that the answer has a legal best move and a legal PV that begins with the best move.
pub fn assert_playable(position: &Position, answer: &Answer) {
    let best = answer.best.unwrap_or_else(|| panic!("no move in {position}"));
    assert!(position.legal_moves().contains(&best), "{best:?} is not legal in {position}");
    assert_eq!(
        answer.report.line.first(),
        Some(&best),
        "the PV does not begin with the best move: {position}"
    );
    let _end = play_out(position, &answer.report.line);
}

/// Largest delay between the time limit of a search and its end.
const MAX_DELAY: Duration = Duration::from_millis(200);
/// Number of searches of [`assert_in_time`]. On a busy machine the operating system delays single searches.
const TIMED_TRIES: usize = 10;

/// Checks that `search` never ends before `movetime`, and that it ends at most [`MAX_DELAY`] after it. A
/// search that ends later is repeated, up to [`TIMED_TRIES`] searches.
pub fn assert_in_time(movetime: Duration, mut search: impl FnMut()) {
    let mut shortest_delay = Duration::MAX;
    for _ in 0..TIMED_TRIES {
        let started = Instant::now();
        search();
        let elapsed = started.elapsed();
        assert!(elapsed >= movetime, "the search stopped after {elapsed:?}, before {movetime:?}");
        shortest_delay = shortest_delay.min(elapsed.saturating_sub(movetime));
        if shortest_delay <= MAX_DELAY {
            return;
        }
    }
    panic!("{TIMED_TRIES} searches of {movetime:?} ended late, the best of them {shortest_delay:?} late");
}

/// Returns the files below `folder`, including its subdirectories, whose names end with `ending`.
pub fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a readable directory") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            files.extend(files_below(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            files.push(path);
        }
    }
    files
}
