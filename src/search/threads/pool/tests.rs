use super::*;
use crate::{position::Position, search::types::request::Setup};

#[test]
fn a_failure_of_a_helper_is_told_beside_an_answer_and_survived() {
    let mut pool = Pool::new(2).expect("a thread");
    let search = |pool: &mut Pool| {
        let task = SearchRequest::new(Position::start(), Limits::depth(3), Setup::default());
        pool.search(
            &task,
            &Arc::new(TranspositionTable::new(1).expect("a megabyte")),
            &Arc::default(),
            &mut Silent,
        )
    };
    pool.helpers[0].begin(Box::new(|_| panic!("an unlucky thread")));
    let (answer, fault) = search(&mut pool);
    assert_eq!(fault.as_deref(), Some("an unlucky thread"));
    assert_eq!((answer.report.depth, answer.best.is_some()), (3, true));
    assert!(pool.helpers[0].wait().is_ok(), "its search came after the failure");
    assert_eq!(search(&mut pool).1, None);
}

#[test]
fn a_failure_of_the_first_thread_ends_the_others_too() {
    let mut pool = Pool::new(3).expect("threads");
    let task = SearchRequest::new(Position::start(), Limits::default(), Setup::default());
    let table = Arc::new(TranspositionTable::new(1).expect("a megabyte"));
    let mut unlucky = |report: &Report| assert!(report.depth < 4, "depth four is unlucky");
    let (answer, fault) = pool.search(&task, &table, &Arc::default(), &mut unlucky);
    assert!(fault.is_some_and(|fault| fault.contains("unlucky")));
    assert!(answer.best.is_some_and(|mv| Position::start().legal_moves().contains(&mv)));
}
