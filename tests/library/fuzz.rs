//! Fuzz targets: raw bytes for every parser.
//!
//! `cargo test` replays the corpus of each target and then tries random bytes for a second. The corpus lies beside this
//! file, in `__fuzz__/NAME/corpus`, and was written by hand; inputs that a fuzzer finds go to `__fuzz__/NAME/crashes`.
//! The names of the tests here are the names of the targets. To run one for longer, with cargo-bolero, libFuzzer and the
//! address sanitizer:
//!
//! ```sh
//! cargo bolero test fuzz::NAME --rustc-bootstrap --profile dev -T 15min
//! ```

use std::{
    fs,
    io::{self, Cursor},
    path::PathBuf,
};

use glulam::{
    analysis::{Settings, input::next_line, request},
    engine::book::Book,
    epd::Record,
    evaluate::Network,
    lab::data::packed::{self, Blocks, Header, ScoredGame, bits::BitReader},
    pgn::{Game, Splitter},
    pichu,
    position::{Position, Strictness},
    score::Score,
    search::{Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable, hash_file, search},
    tablebase::Tablebases,
    uci,
};
use shakmaty::CastlingMode;

/// A file of this process with these bytes.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("glulam-fuzz-{name}-{}", std::process::id()));
    fs::write(&path, bytes).expect("room for a small file");
    path
}

/// `file` with a few bytes put into it: each three bytes of `patches` say where, and what.
fn patched(file: &[u8], patches: &[u8]) -> Vec<u8> {
    let mut file = file.to_owned();
    for patch in patches.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([patch[0], patch[1]])) % file.len();
        file[place] = patch[2];
    }
    file
}

/// The same with the checksum at its end made right, so that what stands there is believed.
fn believed(file: &[u8], patches: &[u8]) -> Vec<u8> {
    let mut file = patched(file, patches);
    if let Some((rest, sum)) = file.split_last_chunk_mut::<4>() {
        *sum = crc32fast::hash(rest).to_le_bytes();
    }
    file
}

#[test]
fn uci_lines() {
    bolero::check!(name = "uci_lines").for_each(|bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        // Searches and counts may be asked to last for ever, files to be written anywhere: that is the user's wish, and no
        // fault. Here they are short, and nothing is written.
        let long =
            ["perft", "bench", "speedtest", "genfens", "Hash", "hash", "Threads", "threads", "Log", "log"];
        let short = text.lines().filter(|line| !long.iter().any(|word| line.contains(word))).map(|line| {
            if line.contains("go") { format!("{line} nodes 40 depth 2 movetime 5") } else { line.to_owned() }
        });
        let lines: Vec<_> = short.take(40).collect();
        uci::converse(Cursor::new(lines.join("\n").into_bytes()), io::sink()).expect("a small table");
    });
}

#[test]
fn fens() {
    bolero::check!(name = "fens").for_each(|bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            if let Ok((position, _)) = Position::read_fen(&text, mode, Strictness::Game) {
                let again = Position::read_fen(&position.to_string(), mode, Strictness::Game);
                assert_eq!(again.expect("its own FEN").0.key(), position.key());
            }
        }
    });
}

#[test]
fn epd_records() {
    bolero::check!(name = "epd_records").for_each(|bytes: &[u8]| {
        let _ = Record::parse(&String::from_utf8_lossy(bytes), CastlingMode::Standard, Strictness::Game);
    });
}

#[test]
fn records() {
    bolero::check!(name = "records").for_each(|bytes: &[u8]| {
        let settings = Settings::default();
        let mut input = Cursor::new(bytes);
        while let Some(entry) = next_line(&mut input).expect("memory never fails") {
            let read = request::read(&entry, &settings);
            // Whoever is refused is still called by his name.
            assert_eq!(read.map_or_else(|refusal| refusal.id, |question| question.id.clone()), entry.id());
        }
    });
}

#[test]
fn games() {
    bolero::check!(name = "games").for_each(|bytes: &[u8]| {
        let mut splitter = Splitter::new(bytes);
        while let Some(raw) = splitter.next_game().expect("memory never fails") {
            if let Ok((game, problem)) = Game::prefix(&raw, CastlingMode::Standard) {
                let mut position = game.start;
                for ply in &game.plies {
                    assert!(position.legal_moves().contains(&ply.mv));
                    position = position.play(ply.mv);
                }
                assert_eq!(Game::parse(&raw, CastlingMode::Standard).err(), problem);
            }
        }
    });
}

#[test]
fn books() {
    bolero::check!(name = "books").for_each(|bytes: &[u8]| {
        let path = file("book", bytes);
        if let Ok(book) = Book::read(&path) {
            assert!(book.moves(&Position::start()).len() <= bytes.len() / 16);
        }
        let _ = fs::remove_file(&path);
    });
}

#[test]
fn table_paths() {
    bolero::check!(name = "table_paths").for_each(|bytes: &[u8]| {
        let _ = Tablebases::open(&String::from_utf8_lossy(bytes));
    });
}

#[test]
fn moves() {
    bolero::check!(name = "moves").for_each(|bytes: &[u8]| {
        let _ = Position::start().parse_move(&String::from_utf8_lossy(bytes));
    });
}

#[test]
fn nets() {
    let good = Network::random(32, 8, 1).to_bytes();
    bolero::check!(name = "nets").for_each(|bytes: &[u8]| {
        let _ = Network::from_bytes(bytes);
        let mut file = patched(&good, bytes);
        let checksum = crc32fast::hash(&file[64..]);
        file[40..44].copy_from_slice(&checksum.to_le_bytes());
        if let Ok(network) = Network::from_bytes(&file) {
            let score = network.evaluate(&Position::start());
            assert!(score < Score::TABLE_WIN && score > -Score::TABLE_WIN);
        }
    });
}

/// The table of a short search, and its nodes.
fn searched(table: &TranspositionTable, nodes: u64) -> u64 {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let task = SearchRequest::new(Position::start(), limits, Setup::playing());
    search(&task, table, &mut ThreadState::default(), &StopFlag::default(), |_| ()).report.nodes
}

#[test]
fn hash_files() {
    let identity = hash_file::Identity::new(&Setup::playing(), false);
    let table = TranspositionTable::new(1).expect("memory");
    searched(&table, 300);
    let path = file("hash", b"");
    hash_file::save(&table, &identity, &path).expect("room for a small file");
    let good = fs::read(&path).expect("it was just written");
    bolero::check!(name = "hash_files").for_each(|bytes: &[u8]| {
        for told in [bytes, &believed(&good, bytes)] {
            let path = file("hash", told);
            let table = TranspositionTable::new(1).expect("memory");
            match hash_file::load(&table, &identity, &path) {
                // What no search has found out may be wrong, and is still no reason to fall.
                Ok(moved) => assert!(moved.kept <= moved.entries && searched(&table, 40) <= 40),
                Err(_) => assert_eq!(table.permille_full(), 0, "what is refused leaves nothing behind"),
            }
        }
    });
    let _ = fs::remove_file(&path);
}

#[test]
fn packed_games() {
    bolero::check!(name = "packed_games").for_each(|bytes: &[u8]| {
        let _ = Header::read(bytes);
        let blocks = Blocks::new(bytes, 0);
        assert!(blocks.map(|block| block.games().flatten().count()).sum::<usize>() <= bytes.len());
        // As the inside of a block whose checksum holds.
        let mut bits = BitReader::new(bytes);
        if let Some(game) = ScoredGame::unpack(&mut bits) {
            let again = game.pack().expect("it was packed once");
            let read = ScoredGame::unpack(&mut BitReader::new(&again)).expect("its own bits");
            assert_eq!((read.opening, read.plies), (game.opening, game.plies));
        }
        let _ = packed::game::replay(&mut BitReader::new(bytes), |_, _, _| ());
    });
}

#[test]
fn pichu_memories() {
    let path = file("pichu", b"");
    let limits = |depth| pichu::search::Limits { depth: Some(depth), ..pichu::search::Limits::default() };
    let mut table = pichu::table::Table::new().expect("memory");
    pichu::search::search(&pichu::Pichu::start(), limits(4), &mut table, |_| ());
    pichu::table_file::save(&path, &table).expect("room for a small file");
    let good = fs::read(&path).expect("it was just written");
    bolero::check!(name = "pichu_memories").for_each(|bytes: &[u8]| {
        for told in [bytes, &believed(&good, bytes)] {
            let path = file("pichu", told);
            let mut table = pichu::table::Table::new().expect("memory");
            if pichu::table_file::load(&path, &mut table).is_ok() {
                let answer = pichu::search::search(&pichu::Pichu::start(), limits(2), &mut table, |_| ());
                assert!(answer.is_some(), "there are moves");
            }
        }
    });
    let _ = fs::remove_file(&path);
}

#[test]
fn pichu_boards() {
    bolero::check!(name = "pichu_boards").for_each(|bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        if let Ok(board) = pichu::board::read(&text) {
            assert_eq!(pichu::board::write(&board), text);
            for side in [shakmaty::Color::White, shakmaty::Color::Black] {
                assert!(pichu::moves::all(&board, side).all(|flight| board.piece_at(flight.from).is_some()));
            }
        }
    });
}
