//! Targets for a fuzzer: raw bytes against everything that reads.
//!
//! Plain `cargo test` replays the corpora beside this file (`tests/__fuzz__/NAME/corpus`, written by hand; what a fuzzer finds goes to
//! `crashes` there) and tries a second of random bytes on each target; `cargo bolero test --test fuzz NAME` (from the crate
//! cargo-bolero) searches for as long as it is let.

use std::{
    fs,
    io::{self, Cursor},
    path::PathBuf,
};

use glulam::{
    analysis::{Settings, input::next_line, request},
    book::Book,
    epd::Record,
    evaluate::Network,
    position::{Position, Strictness},
    score::Score,
    tablebase::Tables,
    uci,
};
use shakmaty::CastlingMode;

/// A file of this process with these bytes.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("glulam-fuzz-{name}-{}", std::process::id()));
    fs::write(&path, bytes).expect("room for a small file");
    path
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
        let _ = Tables::open(&String::from_utf8_lossy(bytes));
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
        // Whole, but for a few bytes that three bytes each put into it: where, and what.
        let mut file = good.clone();
        for patch in bytes.chunks_exact(3) {
            let place = usize::from(u16::from_le_bytes([patch[0], patch[1]])) % file.len();
            file[place] = patch[2];
        }
        let checksum = crc32fast::hash(&file[64..]);
        file[40..44].copy_from_slice(&checksum.to_le_bytes());
        if let Ok(network) = Network::from_bytes(&file) {
            let score = network.evaluate(&Position::start());
            assert!(score < Score::TABLE_WIN && score > -Score::TABLE_WIN);
        }
    });
}
