use proptest::prelude::*;

use super::*;
use crate::{
    chess::position::{PackedMove, Position},
    search::{Limits, SearchRequest, Setup, StopFlag, ThreadState, search},
};

fn entry(depth: i32, mv: u16) -> TtEntry {
    TtEntry { mv: PackedMove(mv), score: Score::cp(25), eval: None, depth, bound: Bound::Lower, pv: false }
}

proptest! {
    #[test]
    fn a_probe_returns_the_stored_entry(
        key: u64, mv: u16, score in -32_000..=32_000_i32, eval in proptest::option::of(-31_000..=31_000_i32),
        depth in 0..=255_i32, bound in 1..=3_u8, pv: bool,
    ) {
        let bound = [Bound::Upper, Bound::Lower, Bound::Exact][usize::from(bound) - 1];
        let eval = eval.map(Score::from_raw);
        let entry = TtEntry { mv: PackedMove(mv), score: Score::from_raw(score), eval, depth, bound, pv };
        let table = TranspositionTable::new(1).expect("a megabyte");
        table.store(key, entry);
        prop_assert_eq!(table.probe(key), Some(entry));
        prop_assert_eq!(table.probe(key ^ 1), None);
    }
}

#[test]
fn an_empty_table_has_no_entry_not_even_for_key_zero() {
    let table = TranspositionTable::new(1).expect("a megabyte");
    assert_eq!(table.probe(0), None);
    table.store(0, entry(3, 7));
    assert!(table.probe(0).is_some());
    table.clear();
    assert_eq!(table.probe(0), None);
}

#[test]
fn storing_an_entry_without_a_move_keeps_the_stored_move() {
    let table = TranspositionTable::new(1).expect("a megabyte");
    table.store(5, entry(3, 77));
    table.store(5, entry(4, 0));
    let found = table.probe(5).expect("stored");
    assert_eq!((found.mv, found.depth), (PackedMove(77), 4));
}

#[test]
fn in_a_full_cluster_the_shallowest_entry_is_replaced() {
    let table = TranspositionTable::new(1).expect("a megabyte");
    for (key, depth) in [(1, 9), (2, 2), (3, 8), (4, 7), (5, 1)] {
        table.store(key, entry(depth, 1));
    }
    let hits = [1, 2, 3, 4, 5].map(|key| table.probe(key).is_some());
    assert_eq!(hits, [true, false, true, true, true]);
}

#[test]
fn entries_of_earlier_searches_are_replaced_first() {
    let table = TranspositionTable::new(1).expect("a megabyte");
    table.store(1, entry(5, 1));
    table.new_search();
    for key in 2..=5 {
        table.store(key, entry(2, 1));
    }
    assert_eq!(table.probe(1), None);
    assert!(table.permille_full() > 0);
}

#[test]
fn a_reset_table_is_empty_and_has_the_requested_size() {
    let mut table = TranspositionTable::new(1).expect("a megabyte");
    let keys = || (0..4000_u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let all = table.clusters;
    assert_eq!(TranspositionTable::with_capacity(1).map(|table| table.clusters), Ok(1));
    for (entries, clusters) in [(4_000, 1_024), (4_095, 1_024), (4_096, 2_048), (0, 1), (u64::MAX, all)] {
        for key in keys() {
            table.store(key, entry(3, 7));
        }
        table.reset(entries);
        assert_eq!(table.clusters, clusters, "{entries}");
        assert!(keys().all(|key| table.probe(key).is_none()) && table.permille_full() == 0);
    }
    assert!(table.slots.iter().all(|slot| slot.read() == (0, 0)));
}

#[test]
fn keeping_only_the_moves_leaves_no_score_that_could_end_a_node() {
    let table = TranspositionTable::new(1).expect("a megabyte");
    // The high bits of a key choose its cluster.
    let keys = || (1..100).map(|number| (number << 57, number as u16));
    for (key, mv) in keys() {
        table.store(key, TtEntry { eval: Some(Score::cp(5)), pv: true, ..entry(3, mv) });
    }
    table.keep_only_moves();
    for (key, expected) in keys() {
        let TtEntry { mv, score, eval, depth, bound, pv } = table.probe(key).expect("the entry stays");
        assert_eq!((mv, eval, depth, pv), (PackedMove(expected), None, 0, false));
        assert!(bound == Bound::Upper && score > Score::mate_in(0));
    }
}

#[test]
fn a_table_too_large_for_any_machine_is_an_error_not_an_abort() {
    assert!(TranspositionTable::new(usize::MAX).is_err());
    assert!(TranspositionTable::new(1 << 43).is_err());
}

proptest! {
    #[test]
    fn the_store_result_describes_the_change(stores in proptest::collection::vec((0..12_u64, 0..20_i32), 1..200)) {
        let mut table = TranspositionTable::new(1).expect("a megabyte");
        table.reset(1);
        let mut results = Vec::new();
        for (key, depth) in stores {
            let (before, count) = (table.probe(key), table.entries().count());
            let entry = entry(depth, 1);
            let result = table.store(key, entry);
            let more = table.entries().count() - count;
            let expected = match (before, table.probe(key)) {
                (Some(old), Some(new)) if old == new && new != entry => StoreResult::Refused,
                (Some(_), Some(_)) => StoreResult::Updated,
                (None, Some(_)) if more == 1 => StoreResult::New,
                (None, Some(_)) => StoreResult::Replaced,
                (_, None) => unreachable!("an entry of a new position is always stored"),
            };
            prop_assert_eq!(result, expected);
            prop_assert_eq!(more, usize::from(result == StoreResult::New));
            results.push(result);
        }
        prop_assert!(results.iter().filter(|result| **result == StoreResult::New).count() <= SLOTS);
    }
}

/// Returns the entries of positions 1 to 5, which share the only cluster of the table.
fn depths(table: &TranspositionTable) -> Vec<i32> {
    (1..=5).filter_map(|key| table.probe(key)).map(|entry| entry.depth).collect()
}

#[test]
fn a_table_uses_its_megabytes_and_no_more() {
    for megabytes in [1, 3] {
        let table = TranspositionTable::new(megabytes).expect("a few megabytes");
        assert_eq!(table.megabytes(), megabytes);
        assert_eq!(size_of_val(&*table.slots), megabytes << 20);
        assert_eq!(table.clusters + 1, (megabytes << 20) / CLUSTER_BYTES, "one cluster is lost by alignment");
    }
}

#[test]
fn a_much_deeper_entry_of_the_current_search_is_kept_unless_the_new_score_is_exact() {
    let (old, bound) = (entry(20, 1), entry(16, 1));
    let stored = |new: TtEntry, searches: usize| {
        let table = TranspositionTable::new(1).expect("a megabyte");
        table.store(9, old);
        (0..searches).for_each(|_| table.new_search());
        (table.store(9, new), table.probe(9).expect("stored").depth)
    };
    assert_eq!(stored(bound, 0), (StoreResult::Refused, 20), "four plies deeper");
    assert_eq!(stored(TtEntry { depth: 17, ..bound }, 0), (StoreResult::Updated, 17), "three plies deeper");
    assert_eq!(stored(TtEntry { pv: true, ..bound }, 0), (StoreResult::Updated, 16), "a PV node");
    assert_eq!(stored(TtEntry { pv: true, depth: 14, ..bound }, 0), (StoreResult::Refused, 20), "a PV node");
    assert_eq!(stored(TtEntry { bound: Bound::Exact, depth: 0, ..bound }, 0), (StoreResult::Updated, 0));
    assert_eq!(stored(bound, 1), (StoreResult::Updated, 16), "from the previous search");
}

#[test]
fn every_search_with_a_table_makes_its_entries_older() {
    let table = TranspositionTable::new(1).expect("a megabyte");
    for age in 1..=3 {
        let task = SearchRequest::new(Position::start(), Limits::depth(1), Setup::playing());
        search(&task, &table, &mut ThreadState::default(), &StopFlag::default(), |_| ());
        assert_eq!(table.age(), age);
    }
}

#[test]
fn an_entry_counts_four_plies_less_per_search_and_the_age_starts_again_after_32_searches() {
    for first_age in [0, 31] {
        let mut table = TranspositionTable::new(1).expect("a megabyte");
        table.reset(1);
        table.set_age(first_age);
        table.store(1, entry(6, 1));
        table.new_search();
        assert_eq!(table.age(), (first_age + 1) % AGES);
        for (key, depth) in [(2, 3), (3, 9), (4, 9)] {
            assert_eq!(table.store(key, entry(depth, 1)), StoreResult::New);
        }
        // Position 1 counts two plies now, position 2 three.
        assert_eq!(table.store(5, entry(1, 1)), StoreResult::Replaced);
        assert_eq!(depths(&table), [3, 9, 9, 1], "age {first_age}");
    }
    let table = TranspositionTable::new(1).expect("a megabyte");
    table.set_age(AGES + 1);
    assert_eq!(table.age(), 1);
}

#[test]
fn a_restored_entry_replaces_only_an_entry_of_lower_value() {
    let mut table = TranspositionTable::new(1).expect("a megabyte");
    table.reset(1);
    let restore =
        |table: &TranspositionTable, key, depth| table.restore(key, entry(depth, 1).pack(table.age()));
    for (key, depth) in [(1, 5), (2, 3), (3, 4), (4, 5)] {
        restore(&table, key, depth);
    }
    assert_eq!(depths(&table), [5, 3, 4, 5], "empty slots are taken");
    restore(&table, 5, 3);
    assert_eq!(depths(&table), [5, 3, 4, 5], "the same value");
    restore(&table, 5, 4);
    assert_eq!(depths(&table), [5, 4, 5, 4], "a higher value");
}

#[test]
fn the_share_of_used_slots_counts_only_entries_of_the_current_search() {
    let mut table = TranspositionTable::new(1).expect("a megabyte");
    table.reset(1);
    for (key, permille) in [(1, 250), (2, 500), (3, 750), (4, 1_000)] {
        table.store(key, entry(1, 1));
        assert_eq!(table.permille_full(), permille);
    }
    table.new_search();
    assert_eq!(table.permille_full(), 0);
}
