use super::*;
use crate::{
    chess::position::Position,
    search::{
        Algorithm, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable, search_observed,
    },
};

fn tally(algorithm: Algorithm, depth: i32) -> (Tally, u64) {
    let mut tally = Tally::default();
    let request = SearchRequest::new(Position::start(), Limits::depth(depth), Setup::new(algorithm));
    let table = TranspositionTable::new(1).expect("a megabyte");
    let stop_flag = StopFlag::default();
    let answer = search_observed(&request, &table, &mut ThreadState::default(), &stop_flag, &mut tally);
    (tally, answer.report.nodes)
}

#[test]
fn minimax_visits_the_whole_tree() {
    let (tally, nodes) = tally(Algorithm::Minimax, 3);
    let last = tally.last();
    assert_eq!(tally.all(), last, "one depth, one iteration");
    assert_eq!((nodes, last.nodes, last.leaves), (20 + 400 + 8_902, 20 + 400 + 8_902, 8_902));
    assert_eq!((last.expanded, last.expanded_moves), (1 + 20 + 400, nodes));
    let rates = Rates::new(&last);
    assert_eq!((last.cuts, rates.cut_first_pct, rates.table_hit_pct), (0, None, None));
}

#[test]
fn the_iterations_of_the_full_search_add_up_to_its_nodes() {
    let (tally, nodes) = tally(Algorithm::FULL, 5);
    let (last, all) = (tally.last(), tally.all());
    assert_eq!(all.nodes, nodes);
    assert!(last.nodes < all.nodes && last.qnodes < last.nodes);
    let stages = tally.stages();
    assert_eq!(stages.iter().map(|stage| stage.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert!(stages.is_sorted_by_key(|stage| (stage.nodes, stage.time)) && stages[4].nodes == nodes);
    assert_eq!((last.cut_indices[0], last.cut_indices.iter().sum()), (last.first_cuts, last.cuts));
    assert!(last.first_cuts > 0 && last.first_cuts <= last.cuts && last.cuts <= last.cut_index_sum);
    assert!(last.table_cuts > 0 && last.table_cuts <= last.hits && last.hits <= last.probes);
}
