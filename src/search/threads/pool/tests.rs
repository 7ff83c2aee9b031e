use super::*;
use crate::{chess::position::Position, search::types::request::Setup};

#[test]
fn a_panic_of_a_helper_is_reported_with_the_answer_and_survived() {
    let mut pool = Pool::new(2);
    let search = |pool: &mut Pool| {
        // No depth limit: a helper that reaches the depth first would end the search of the main thread.
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let request = SearchRequest::new(Position::start(), limits, Setup::default());
        pool.search(
            &request,
            &Arc::new(TranspositionTable::new(1).expect("a megabyte")),
            &Arc::default(),
            &mut Silent,
        )
    };
    pool.helpers[0].start(Box::new(|_| panic!("panic of the test")));
    let (answer, error) = search(&mut pool);
    assert_eq!(error.as_deref(), Some("panic of the test"));
    assert!(answer.report.depth > 0 && answer.best.is_some());
    assert!(pool.helpers[0].wait_for_result().is_ok(), "the helper searched after its panic");
    assert_eq!(search(&mut pool).1, None);
}

#[test]
fn a_panic_of_the_main_thread_ends_the_helpers_too() {
    let mut pool = Pool::new(3);
    let request = SearchRequest::new(Position::start(), Limits::default(), Setup::default());
    let table = Arc::new(TranspositionTable::new(1).expect("a megabyte"));
    let mut panics_at_depth_four = |report: &Report| assert!(report.depth < 4, "panic of the test");
    let (answer, error) = pool.search(&request, &table, &Arc::default(), &mut panics_at_depth_four);
    assert!(error.is_some_and(|error| error.contains("panic of the test")));
    assert!(answer.best.is_some_and(|mv| Position::start().legal_moves().contains(&mv)));
}
