use std::sync::mpsc::Receiver;

use super::*;
use crate::{
    chess::position::Position,
    search::{Limits, Setup},
};

fn request(limits: Limits) -> SearchRequest {
    SearchRequest::new(Position::start(), limits, Setup::default())
}

fn forward_to(listener: Sender<Update>) -> Listener {
    Box::new(move |update| {
        let _ = listener.send(update);
    })
}

fn done(updates: &Receiver<Update>) -> (Answer, Option<String>) {
    loop {
        if let Update::Done { answer, fault } = updates.recv().expect("an end") {
            return (answer, fault);
        }
    }
}

#[test]
fn a_panic_inside_a_search_is_reported_and_survived() {
    let mut engine = Engine::new(1).expect("a megabyte");
    let (sender, updates) = channel();
    let failing = sender.clone();
    engine.go(
        request(Limits::depth(5)),
        Box::new(move |update| {
            let deep = matches!(&update, Update::Report(report) if report.depth == 3);
            assert!(!deep, "panic of the test");
            let _ = failing.send(update);
        }),
    );
    let (answer, fault) = done(&updates);
    assert!(fault.is_some_and(|fault| fault.contains("panic of the test")));
    assert_eq!(answer.report.depth, 3, "the last finished depth is kept");
    assert!(answer.best.is_some_and(|mv| Position::start().legal_moves().contains(&mv)));

    engine.go(request(Limits::depth(3)), forward_to(sender));
    let (answer, fault) = done(&updates);
    assert_eq!((answer.report.depth, fault), (3, None), "the next search works");
}

#[test]
fn dropping_the_engine_stops_all_searches_and_waits_for_them() {
    let mut engine = Engine::new(1).expect("a megabyte");
    let (sender, updates) = channel();
    engine.go(request(Limits::default()), forward_to(sender.clone()));
    engine.go(SearchRequest { number: 2, ..request(Limits::default()) }, forward_to(sender));
    drop(engine);
    let ended = updates.try_iter().filter(|update| matches!(update, Update::Done { .. })).count();
    assert_eq!(ended, 2, "both searches have answered before the drop returns");
}

#[test]
fn a_new_game_replaces_a_large_used_table_and_keeps_a_fresh_one() {
    let mut engine = Engine::new(SMALL_TABLE + 1).expect("memory");
    let address = |engine: &Engine| Arc::as_ptr(&engine.table);
    let fresh = address(&engine);
    engine.new_game();
    assert_eq!(address(&engine), fresh, "a fresh table is not cleared again");
    let (sender, updates) = channel();
    engine.go(request(Limits::depth(2)), forward_to(sender));
    done(&updates);
    engine.new_game();
    assert_ne!(address(&engine), fresh, "a used table is not cleared in place");
    assert_eq!(engine.table.permille_full(), 0);
}
