use std::fs;

use super::*;
use crate::{
    chess::position::Position,
    search::{
        node::thread_state::ThreadState,
        search,
        time::stop_flag::StopFlag,
        types::{limits::Limits, request::SearchRequest},
    },
};

/// Creates a table of `megabytes` MiB and fills it by a search of `nodes` nodes.
fn filled_table(megabytes: usize, nodes: u64) -> TranspositionTable {
    let table = TranspositionTable::new(megabytes).expect("memory");
    nodes_with(&table, Limits { nodes: Some(nodes), ..Limits::default() });
    table
}

/// Number of nodes of a search that uses `table` and empty histories.
fn nodes_with(table: &TranspositionTable, limits: Limits) -> u64 {
    let request = SearchRequest::new(Position::start(), limits, Setup::playing());
    search(&request, table, &mut ThreadState::default(), &StopFlag::default(), |_| ()).report.nodes
}

fn sorted_entries(table: &TranspositionTable) -> Vec<(u64, u64)> {
    let mut entries: Vec<_> = table.entries().collect();
    entries.sort_unstable();
    entries
}

fn identity() -> Identity {
    Identity::new(&Setup::playing(), false)
}

#[test]
fn a_loaded_table_equals_the_saved_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    let table = filled_table(2, 60_000);
    let saved = save(&table, &identity(), &path).expect("written");
    assert!(saved.entries > 10_000 && saved.megabytes == 2, "{saved:?}");
    let other = filled_table(2, 500);
    assert_eq!(load(&other, &identity(), &path).expect("read"), saved);
    assert_eq!(sorted_entries(&other), sorted_entries(&table));
    assert_eq!(other.age(), table.age());
    let depth = || Limits::depth(11);
    let fresh = nodes_with(&TranspositionTable::new(2).expect("memory"), depth());
    let with_loaded = nodes_with(&other, depth());
    assert_eq!(with_loaded, nodes_with(&table, depth()), "the loaded table gives the same search");
    assert!(with_loaded < fresh, "{with_loaded} nodes, {fresh} without");
}

#[test]
fn a_larger_table_keeps_nearly_all_entries_and_a_smaller_table_the_deepest() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    let table = filled_table(2, 150_000);
    let saved = save(&table, &identity(), &path).expect("written");
    let larger = TranspositionTable::new(8).expect("memory");
    let loaded = load(&larger, &identity(), &path).expect("read");
    assert!(loaded.kept + 20 > saved.entries, "{loaded:?}: few clusters get more than four entries");
    let saved_entries = sorted_entries(&table);
    assert!(sorted_entries(&larger).iter().all(|entry| saved_entries.binary_search(entry).is_ok()));

    let smaller = TranspositionTable::new(1).expect("memory");
    let loaded = load(&smaller, &identity(), &path).expect("read");
    assert!(loaded.kept < saved.entries && loaded.kept > 40_000, "{loaded:?}");
    let depth = |entries: &[(u64, u64)]| {
        let depths =
            entries.iter().filter_map(|(_, data)| TtEntry::unpack(*data)).map(|entry| f64::from(entry.depth));
        depths.sum::<f64>() / entries.len() as f64
    };
    assert!(depth(&sorted_entries(&smaller)) > depth(&sorted_entries(&table)));
}

#[test]
fn a_file_with_a_changed_or_missing_byte_is_rejected_and_leaves_the_table_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    save(&filled_table(1, 300), &identity(), &path).expect("written");
    let whole = fs::read(&path).expect("the saved file");
    let table = filled_table(1, 100);
    let before = sorted_entries(&table);
    let rejection = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("written");
        load(&table, &identity(), &path).expect_err("rejected").to_string()
    };
    for place in (0..whole.len()).step_by(whole.len() / 300).chain(whole.len() - 4..whole.len()) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x10;
        rejection(&bytes);
    }
    for length in [0, 1, HEADER_BYTES - 1, HEADER_BYTES, HEADER_BYTES + 5, whole.len() / 2, whole.len() - 1] {
        rejection(&whole[..length]);
    }
    assert!(rejection(&[&whole[..], b"x"].concat()).contains("damaged"));
    assert!(
        rejection(b"a text file that is long enough for the header of a hash file")
            .contains("not a hash file")
    );
    assert_eq!(sorted_entries(&table), before);
}

#[test]
fn a_file_of_another_configuration_is_rejected_and_the_error_names_both() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    let table = filled_table(1, 300);
    let default = Setup::playing();
    save(&table, &Identity::new(&default, false), &path).expect("written");
    let without_draws = Setup { algorithm: "full-draws".parse().expect("a set"), ..default.clone() };
    let material = default.clone().evaluated_by(crate::evaluate::Evaluator::Material);
    for other in
        [Identity::new(&default, true), Identity::new(&without_draws, false), Identity::new(&material, false)]
    {
        let rejection = load(&table, &other, &path).expect_err("another configuration").to_string();
        assert!(rejection.contains("chess, full, network") && rejection.contains(&other.0), "{rejection}");
    }
    let missing = load(&table, &identity(), &folder.path().join("missing")).expect_err("none");
    assert!(matches!(missing, HashFileError::Io(_)));
}
