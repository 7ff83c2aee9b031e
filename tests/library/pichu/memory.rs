//! The table in a file: what comes back, what is refused, and what a refusal leaves alone.

use std::{fs, path::PathBuf};

use glulam::pichu::{
    Pichu,
    search::{Limits, search},
    table::Table,
    table_file::{TableFileError, load, save},
};
use shakmaty::Color;
use tempfile::TempDir;

use super::{EXAMPLES, game, to_depth};

fn table() -> Table {
    Table::new().expect("16 MB")
}

/// A folder that vanishes, and a memory of the start to depth 5 in it.
fn remembered() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("pichu.memory");
    let mut table = table();
    to_depth(&Pichu::start(), 5, &mut table);
    save(&path, &table).expect("saved");
    (folder, path)
}

#[test]
fn what_was_found_out_is_known_in_the_next_run_and_changes_no_score() {
    let (_folder, path) = remembered();
    let mut memory = table();
    assert!(load(&path, &mut memory).expect("sound") > 100);
    let fresh = to_depth(&Pichu::start(), 5, &mut table());
    let again = to_depth(&Pichu::start(), 5, &mut memory);
    assert_eq!(again.score, fresh.score);
    assert!(again.nodes * 2 < fresh.nodes, "{} nodes, and {} without", again.nodes, fresh.nodes);
    let deeper = to_depth(&Pichu::start(), 6, &mut memory);
    assert_eq!(deeper.score, to_depth(&Pichu::start(), 6, &mut table()).score);
}

#[test]
fn a_file_grows_from_run_to_run_and_keeps_the_earlier_ones() {
    let (_folder, path) = remembered();
    let mut second = table();
    let before = load(&path, &mut second).expect("sound");
    let (turn, text, _) = EXAMPLES[1];
    to_depth(&game(text, turn), 4, &mut second);
    save(&path, &second).expect("saved");
    let mut third = table();
    assert!(load(&path, &mut third).expect("sound") > before);
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let known = search(&Pichu::start(), limits, &mut third, |_| ()).expect("a move");
    assert!(known.nodes * 2 < to_depth(&Pichu::start(), 5, &mut table()).nodes);
}

#[test]
fn every_damage_is_refused_and_teaches_the_table_nothing() {
    let (_folder, path) = remembered();
    let sound = fs::read(&path).expect("ours");
    let changed = |at: usize| {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        bytes
    };
    let damaged = [
        changed(12),
        changed(16),
        changed(sound.len() / 2),
        changed(sound.len() - 1),
        sound[..sound.len() - 1].to_vec(),
        sound[..9].to_vec(),
        sound[..17].to_vec(),
        [sound.clone(), vec![0]].concat(),
        [&sound[..12], &[0xff; 4], &sound[16..]].concat(),
    ];
    for bytes in damaged {
        fs::write(&path, &bytes).expect("ours");
        let mut table = table();
        assert!(matches!(load(&path, &mut table), Err(TableFileError::Damaged)), "{} bytes", bytes.len());
        assert_eq!(table.entries().count(), 0);
    }
    fs::write(&path, changed(8)).expect("ours");
    assert!(matches!(load(&path, &mut table()), Err(TableFileError::Version(0))));
    for foreign in [&b""[..], b"dear diary", &changed(0)] {
        fs::write(&path, foreign).expect("ours");
        assert!(matches!(load(&path, &mut table()), Err(TableFileError::Foreign)));
    }
}

#[test]
fn what_does_not_exist_remembers_nothing_and_what_cannot_be_written_leaves_the_old_file() {
    let (folder, path) = remembered();
    assert!(matches!(load(&folder.path().join("none"), &mut table()), Ok(0)));
    assert!(matches!(load(folder.path(), &mut table()), Err(TableFileError::Io(_))));
    assert!(save(&folder.path().join("no").join("folder"), &table()).is_err());
    let sound = fs::read(&path).expect("ours");
    // The file aside was never renamed: what a killed save leaves.
    fs::write(folder.path().join(".pichu-left"), &sound[..100]).expect("ours");
    assert!(load(&path, &mut table()).is_ok());
}

#[test]
fn keys_and_values_are_those_the_version_stands_for() {
    let game = game(EXAMPLES[0].1, Color::White);
    let value = glulam::pichu::evaluate::points(game.board(), Color::White);
    // If one of these changes, raise the version of the file: it would remember what is no longer true.
    assert_eq!((game.key(), value), (8_965_704_715_463_860_313, 3));
}
