//! Raw bytes as input for every parser.
//!
//! Each test reads the files of its folder `inputs/NAME`, which were written by hand, and then variants of
//! these files and random bytes.

use std::{
    cell::Cell,
    fs,
    io::Cursor,
    path::{Path, PathBuf},
};

use glulam::{
    chess::{
        book::Book,
        epd::Record,
        pgn::{PgnGame, Splitter},
        position::{Position, Strictness},
        score::Score,
        tablebase::Tablebases,
    },
    evaluate::Network,
    search::{Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable, hash_file, search},
    tools::{
        analyse::{AnalysisSettings, input::next_line, request},
        datagen::viriformat::StoredGames,
        pichu,
    },
    uci,
};
use proptest::{
    collection::vec,
    option,
    prelude::*,
    sample::{self, Index},
};
use shakmaty::CastlingMode;

use crate::properties::{FAILED, SharedBuffer, damaged};

/// Calls `test` with each file in `inputs/name`, with 200 variants of these files, and with 50 sequences of random
/// bytes.
fn with_inputs(name: &str, test: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/inputs").join(name);
    let files: Vec<Vec<u8>> = fs::read_dir(&folder)
        .expect("a folder of inputs")
        .map(|entry| fs::read(entry.expect("a file").path()).expect("a readable file"))
        .collect();
    for file in &files {
        test(file);
    }
    let changes = vec((any::<Index>(), 0..3, any::<u8>()), 1..9);
    let variant = (sample::select(files), changes).prop_map(|(file, changes)| damaged(file, changes));
    let input = prop_oneof![4 => variant, 1 => vec(any::<u8>(), 0..400)];
    let cut = option::weighted(0.3, any::<Index>());
    proptest!(ProptestConfig::with_cases(250), |(bytes in input, cut in cut)| {
        let length = cut.map_or(bytes.len(), |cut| cut.index(bytes.len() + 1));
        test(&bytes[..length]);
    });
}

/// Writes `bytes` to a temporary file and returns its path. The path contains the process ID.
fn temporary_file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("glulam-raw-{name}-{}", std::process::id()));
    fs::write(&path, bytes).expect("a writable temporary folder");
    path
}

/// Returns a copy of `file` with some bytes replaced. Each group of three bytes in `patches` is an offset
/// (two bytes, little-endian, modulo the file length) and the new byte.
fn patched(file: &[u8], patches: &[u8]) -> Vec<u8> {
    let mut file = file.to_owned();
    for patch in patches.chunks_exact(3) {
        let offset = usize::from(u16::from_le_bytes([patch[0], patch[1]])) % file.len();
        file[offset] = patch[2];
    }
    file
}

/// Returns a patched copy of `file` whose last four bytes are its correct checksum, so that a reader does not
/// reject it early.
fn patched_with_checksum(file: &[u8], patches: &[u8]) -> Vec<u8> {
    let mut file = patched(file, patches);
    if let Some((rest, sum)) = file.split_last_chunk_mut::<4>() {
        *sum = crc32fast::hash(rest).to_le_bytes();
    }
    file
}

#[test]
fn a_session_with_any_lines_ends_without_a_failed_search() {
    with_inputs("uci_lines", |bytes| {
        let text = String::from_utf8_lossy(bytes);
        // A valid command may run for ever, allocate much memory or write a file. The test drops such lines
        // and limits every search.
        let dropped =
            ["perft", "bench", "speedtest", "genfens", "Hash", "hash", "Threads", "threads", "Log", "log"];
        let limited =
            text.lines().filter(|line| !dropped.iter().any(|word| line.contains(word))).map(|line| {
                if line.contains("go") {
                    format!("{line} nodes 40 depth 2 movetime 5")
                } else {
                    line.to_owned()
                }
            });
        let lines: Vec<_> = limited.take(40).collect();
        let output = SharedBuffer::default();
        uci::converse(Cursor::new(lines.join("\n").into_bytes()), output.clone())
            .expect("memory for a small table");
        assert!(!output.text().contains(FAILED), "{lines:?}");
    });
}

#[test]
fn a_fen_that_is_accepted_is_that_of_its_position() {
    with_inputs("fens", |bytes| {
        let text = String::from_utf8_lossy(bytes);
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            if let Ok((position, _)) = Position::read_fen(&text, mode, Strictness::Game) {
                let again = Position::read_fen(&position.to_string(), mode, Strictness::Game);
                assert_eq!(again.expect("the FEN of a position is valid").0.key(), position.key());
            }
        }
    });
}

#[test]
fn any_epd_record_is_read_or_refused() {
    with_inputs("epd_records", |bytes| {
        let _ = Record::parse(&String::from_utf8_lossy(bytes), CastlingMode::Standard, Strictness::Game);
    });
}

#[test]
fn any_record_is_read_or_refused() {
    with_inputs("records", |bytes| {
        let settings = AnalysisSettings::default();
        let mut input = Cursor::new(bytes);
        while let Some(entry) = next_line(&mut input).expect("reading from memory does not fail") {
            let _ = (request::read(&entry, &settings), entry.id());
        }
    });
}

#[test]
fn the_moves_of_any_game_are_legal() {
    with_inputs("games", |bytes| {
        let mut splitter = Splitter::new(bytes);
        while let Some(raw) = splitter.next_game().expect("reading from memory does not fail") {
            if let Ok((game, problem)) = PgnGame::prefix(&raw, CastlingMode::Standard) {
                let mut position = game.start;
                for ply in &game.plies {
                    assert!(position.legal_moves().contains(&ply.mv));
                    position = position.play(ply.mv);
                }
                assert_eq!(PgnGame::parse(&raw, CastlingMode::Standard).err(), problem);
            }
        }
    });
}

#[test]
fn any_book_is_read_or_refused() {
    with_inputs("books", |bytes| {
        let path = temporary_file("book", bytes);
        if let Ok(book) = Book::read(&path) {
            assert!(book.moves(&Position::start()).len() <= bytes.len() / 16);
        }
        let _ = fs::remove_file(&path);
    });
}

#[test]
fn any_tablebase_path_is_opened_or_refused() {
    with_inputs("table_paths", |bytes| {
        let _ = Tablebases::open(&String::from_utf8_lossy(bytes));
    });
}

#[test]
fn any_move_is_read_or_refused() {
    with_inputs("moves", |bytes| {
        let _ = Position::start().parse_move(&String::from_utf8_lossy(bytes));
    });
}

#[test]
fn any_network_that_is_accepted_has_scores_in_the_range() {
    let good = Network::random(64, 1).to_bytes();
    with_inputs("nets", |bytes| {
        let _ = Network::from_bytes(bytes);
        // Two bytes of an offset do not reach the end of the file, so the middle is left out for the patches.
        let (start, rest) = good.split_at(64);
        let (middle, end) = rest.split_at(rest.len() - 40_000);
        let ends = patched(&[start, end].concat(), bytes);
        let mut file = [&ends[..64], middle, &ends[64..]].concat();
        let checksum = crc32fast::hash(&file[64..]);
        file[40..44].copy_from_slice(&checksum.to_le_bytes());
        if let Ok(network) = Network::from_bytes(&file) {
            let score = network.evaluate(&Position::start());
            assert!(score < Score::TABLE_WIN && score > -Score::TABLE_WIN);
        }
    });
}

/// Searches the start position with `table` and a limit of `nodes` nodes. Returns the number of visited
/// nodes.
fn search_start(table: &TranspositionTable, nodes: u64) -> u64 {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let task = SearchRequest::new(Position::start(), limits, Setup::playing());
    search(&task, table, &mut ThreadState::default(), &StopFlag::default(), |_| ()).report.nodes
}

#[test]
fn any_hash_file_that_is_accepted_can_be_used_by_a_search() {
    let identity = hash_file::Identity::new(&Setup::playing(), false);
    let table = TranspositionTable::new(1).expect("memory for a small table");
    search_start(&table, 300);
    let path = temporary_file("hash", b"");
    hash_file::save(&table, &identity, &path).expect("a writable temporary folder");
    let good = fs::read(&path).expect("the file was just written");
    with_inputs("hash_files", |bytes| {
        for input in [bytes, &patched_with_checksum(&good, bytes)] {
            let path = temporary_file("hash", input);
            let table = TranspositionTable::new(1).expect("memory for a small table");
            match hash_file::load(&table, &identity, &path) {
                // Forged entries may have wrong scores, but a search that uses them must not panic.
                Ok(loaded) => assert!(loaded.kept <= loaded.entries && search_start(&table, 40) <= 40),
                Err(_) => assert_eq!(table.permille_full(), 0, "a rejected file leaves the table empty"),
            }
        }
    });
    let _ = fs::remove_file(&path);
}

#[test]
fn any_stored_game_that_is_accepted_is_written_as_it_was_read() {
    let read = Cell::new(0);
    with_inputs("self_play_games", |bytes| {
        let mut games = StoredGames::new(bytes);
        while let Ok(Some(game)) = games.next_game() {
            read.set(read.get() + 1);
            let mut again = Vec::new();
            game.encode(&mut again);
            let copy = StoredGames::new(&again[..]).next_game().expect("a game").expect("one game");
            assert_eq!((copy.plies, copy.outcome), (game.plies, game.outcome));
        }
    });
    assert!(read.get() > 10, "{} games were read", read.get());
}

#[test]
fn any_pichu_memory_that_is_accepted_can_be_used_by_a_search() {
    let path = temporary_file("pichu", b"");
    let limits =
        |depth| pichu::search::PichuLimits { depth: Some(depth), ..pichu::search::PichuLimits::default() };
    let mut table = pichu::table::PichuTable::new().expect("memory for a small table");
    pichu::search::search(&pichu::Pichu::start(), limits(4), &mut table, |_| ());
    pichu::table_file::save(&path, &table).expect("a writable temporary folder");
    let good = fs::read(&path).expect("the file was just written");
    with_inputs("pichu_memories", |bytes| {
        for input in [bytes, &patched_with_checksum(&good, bytes)] {
            let path = temporary_file("pichu", input);
            let mut table = pichu::table::PichuTable::new().expect("memory for a small table");
            if pichu::table_file::load(&path, &mut table).is_ok() {
                let answer = pichu::search::search(&pichu::Pichu::start(), limits(2), &mut table, |_| ());
                assert!(answer.is_some(), "the start position has legal moves");
            }
        }
    });
    let _ = fs::remove_file(&path);
}

#[test]
fn any_pichu_board_that_is_accepted_is_written_as_it_was_read() {
    with_inputs("pichu_boards", |bytes| {
        let text = String::from_utf8_lossy(bytes);
        if let Ok(board) = pichu::board::read(&text) {
            assert_eq!(pichu::board::write(&board), text);
            for side in [shakmaty::Color::White, shakmaty::Color::Black] {
                assert!(pichu::moves::all(&board, side).all(|mv| board.piece_at(mv.from).is_some()));
            }
        }
    });
}
