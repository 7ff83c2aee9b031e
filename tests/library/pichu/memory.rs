//! The memory file of Pichu: saving, loading, and rejecting damaged files.

use std::{fs, path::PathBuf};

use glulam::tools::pichu::{
    Pichu,
    search::{PichuLimits, search},
    table::PichuTable,
    table_file::{TableFileError, load, save},
};
use shakmaty::Color;
use tempfile::TempDir;

use super::{EXAMPLES, game, to_depth};

fn table() -> PichuTable {
    PichuTable::new().expect("16 MB")
}

/// Creates a temporary directory with a memory file, saved after a search of the start position to depth 5.
fn saved_memory() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("pichu.memory");
    let mut table = table();
    to_depth(&Pichu::start(), 5, &mut table);
    save(&path, &table).expect("saved");
    (folder, path)
}

#[test]
fn a_loaded_memory_saves_nodes_and_does_not_change_scores() {
    let (_folder, path) = saved_memory();
    let mut memory = table();
    assert!(load(&path, &mut memory).expect("a valid file") > 100);
    let fresh = to_depth(&Pichu::start(), 5, &mut table());
    let again = to_depth(&Pichu::start(), 5, &mut memory);
    assert_eq!(again.score, fresh.score);
    assert!(again.nodes * 2 < fresh.nodes, "{} nodes, and {} without", again.nodes, fresh.nodes);
    let deeper = to_depth(&Pichu::start(), 6, &mut memory);
    assert_eq!(deeper.score, to_depth(&Pichu::start(), 6, &mut table()).score);
}

#[test]
fn the_memory_file_accumulates_entries_over_several_runs() {
    let (_folder, path) = saved_memory();
    let mut second = table();
    let before = load(&path, &mut second).expect("a valid file");
    let (turn, text, _) = EXAMPLES[1];
    to_depth(&game(text, turn), 4, &mut second);
    save(&path, &second).expect("saved");
    let mut third = table();
    assert!(load(&path, &mut third).expect("a valid file") > before);
    let limits = PichuLimits { depth: Some(5), ..PichuLimits::default() };
    let known = search(&Pichu::start(), limits, &mut third, |_| ()).expect("a move");
    assert!(known.nodes * 2 < to_depth(&Pichu::start(), 5, &mut table()).nodes);
}

#[test]
fn every_damaged_file_is_rejected_and_leaves_the_table_empty() {
    let (_folder, path) = saved_memory();
    let valid = fs::read(&path).expect("a file of this test");
    let changed = |at: usize| {
        let mut bytes = valid.clone();
        bytes[at] ^= 1;
        bytes
    };
    let damaged = [
        changed(12),
        changed(16),
        changed(valid.len() / 2),
        changed(valid.len() - 1),
        valid[..valid.len() - 1].to_vec(),
        valid[..9].to_vec(),
        valid[..17].to_vec(),
        [valid.clone(), vec![0]].concat(),
        [&valid[..12], &[0xff; 4], &valid[16..]].concat(),
    ];
    for bytes in damaged {
        fs::write(&path, &bytes).expect("a file of this test");
        let mut table = table();
        assert!(matches!(load(&path, &mut table), Err(TableFileError::Damaged)), "{} bytes", bytes.len());
        assert_eq!(table.entries().count(), 0);
    }
    fs::write(&path, changed(8)).expect("a file of this test");
    assert!(matches!(load(&path, &mut table()), Err(TableFileError::Version(0))));
    for foreign in [&b""[..], b"dear diary", &changed(0)] {
        fs::write(&path, foreign).expect("a file of this test");
        assert!(matches!(load(&path, &mut table()), Err(TableFileError::Foreign)));
    }
}

#[test]
fn a_missing_file_loads_no_entries_and_a_folder_is_an_error() {
    let (folder, _) = saved_memory();
    assert!(matches!(load(&folder.path().join("none"), &mut table()), Ok(0)));
    assert!(matches!(load(folder.path(), &mut table()), Err(TableFileError::Io(_))));
    assert!(save(&folder.path().join("no").join("folder"), &table()).is_err());
}

#[test]
fn keys_and_evaluation_match_the_version_of_the_memory_file() {
    let game = game(EXAMPLES[0].1, Color::White);
    let value = glulam::tools::pichu::evaluate::points(game.board(), Color::White);
    // If a key or the evaluation changes, increase the version of the file: the entries of old files are then
    // wrong.
    assert_eq!((game.key(), value), (8_965_704_715_463_860_313, 3));
}
