use std::fs;

use super::*;
use crate::{
    position::Position,
    search::{
        node::thread_state::ThreadState,
        search,
        time::stop_flag::StopFlag,
        types::{limits::Limits, request::SearchRequest},
    },
};

/// A table of so many MB after a search.
fn searched(megabytes: usize, nodes: u64) -> TranspositionTable {
    let table = TranspositionTable::new(megabytes).expect("memory");
    nodes_with(&table, Limits { nodes: Some(nodes), ..Limits::default() });
    table
}

/// The nodes of a search that knows this table and nothing else.
fn nodes_with(table: &TranspositionTable, limits: Limits) -> u64 {
    let task = SearchRequest::new(Position::start(), limits, Setup::playing());
    search(&task, table, &mut ThreadState::default(), &StopFlag::default(), |_| ()).report.nodes
}

fn knowledge(table: &TranspositionTable) -> Vec<(u64, u64)> {
    let mut entries: Vec<_> = table.entries().collect();
    entries.sort_unstable();
    entries
}

fn identity() -> Identity {
    Identity::new(&Setup::playing(), false)
}

#[test]
fn a_table_that_was_saved_is_loaded_entry_for_entry() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    let table = searched(2, 60_000);
    let saved = save(&table, &identity(), &path).expect("written");
    assert!(saved.entries > 10_000 && saved.megabytes == 2, "{saved:?}");
    let other = searched(2, 500);
    assert_eq!(load(&other, &identity(), &path).expect("read"), saved);
    assert_eq!(knowledge(&other), knowledge(&table));
    assert_eq!(other.age(), table.age());
    let depth = || Limits::depth(11);
    let fresh = nodes_with(&TranspositionTable::new(2).expect("memory"), depth());
    let with_loaded = nodes_with(&other, depth());
    assert_eq!(with_loaded, nodes_with(&table, depth()), "the search goes on as if it had never ended");
    assert!(with_loaded < fresh, "{with_loaded} nodes, {fresh} without");
}

#[test]
fn a_larger_table_takes_nearly_all_and_a_smaller_one_what_was_searched_deepest() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    let table = searched(2, 150_000);
    let saved = save(&table, &identity(), &path).expect("written");
    let larger = TranspositionTable::new(8).expect("memory");
    let loaded = load(&larger, &identity(), &path).expect("read");
    assert!(loaded.kept + 20 > saved.entries, "{loaded:?}: five may fall together where four did before");
    let known = knowledge(&table);
    assert!(knowledge(&larger).iter().all(|entry| known.binary_search(entry).is_ok()));

    let smaller = TranspositionTable::new(1).expect("memory");
    let loaded = load(&smaller, &identity(), &path).expect("read");
    assert!(loaded.kept < saved.entries && loaded.kept > 40_000, "{loaded:?}");
    let depth = |entries: &[(u64, u64)]| {
        let depths =
            entries.iter().filter_map(|(_, data)| TtEntry::unpack(*data)).map(|entry| f64::from(entry.depth));
        depths.sum::<f64>() / entries.len() as f64
    };
    assert!(depth(&knowledge(&smaller)) > depth(&knowledge(&table)));
}

#[test]
fn a_file_with_any_byte_changed_or_missing_is_refused_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    save(&searched(1, 300), &identity(), &path).expect("written");
    let whole = fs::read(&path).expect("there");
    let table = searched(1, 100);
    let before = knowledge(&table);
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("written");
        load(&table, &identity(), &path).expect_err("refused").to_string()
    };
    for place in (0..whole.len()).step_by(whole.len() / 300).chain(whole.len() - 4..whole.len()) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x10;
        refused(&bytes);
    }
    for length in [0, 1, HEAD - 1, HEAD, HEAD + 5, whole.len() / 2, whole.len() - 1] {
        refused(&whole[..length]);
    }
    assert!(refused(&[&whole[..], b"x"].concat()).contains("damaged"));
    assert!(
        refused(b"a text that is no table, though it is long enough to be one")
            .contains("no file of a table")
    );
    assert_eq!(knowledge(&table), before);
}

#[test]
fn what_others_know_is_refused_and_whose_it_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    let table = searched(1, 300);
    let usual = Setup::playing();
    save(&table, &Identity::new(&usual, false), &path).expect("written");
    let without = Setup { algorithm: "full-draws".parse().expect("a set"), ..usual.clone() };
    let material = usual.clone().evaluated_by(crate::evaluate::Evaluator::Material);
    for other in
        [Identity::new(&usual, true), Identity::new(&without, false), Identity::new(&material, false)]
    {
        let refused = load(&table, &other, &path).expect_err("another configuration").to_string();
        assert!(refused.contains("chess, full, network") && refused.contains(&other.0), "{refused}");
    }
    let missing = load(&table, &identity(), &folder.path().join("missing")).expect_err("none");
    assert!(matches!(missing, HashFileError::Io(_)));
}
