//! A worker with every layer on, for tests of its parts.

use super::{thread_state::ThreadState, worker::Worker};
use crate::{
    position::GameHistory,
    search::{
        layer::LayerSet,
        observe::{observer::Unobserved, progress::Silent},
        time::{stop_condition::StopCondition, stop_flag::StopFlag},
        tt::table::TranspositionTable,
        types::request::Setup,
    },
};

/// A worker under which nothing looks on.
pub(crate) type TestWorker<'a> = Worker<'a, Unobserved>;

/// Calls `test` with a fresh worker under which nothing looks on and nothing stops.
pub(crate) fn with_worker(test: impl FnOnce(&mut Worker<'_, Unobserved>)) {
    with_worker_by(&Setup::default(), test);
}

/// The same, who searches by `setup`, but with every layer.
pub(crate) fn with_worker_by(setup: &Setup, test: impl FnOnce(&mut Worker<'_, Unobserved>)) {
    let table = TranspositionTable::new(1).expect("a megabyte");
    let signal = StopFlag::default();
    let mut memory = ThreadState::default();
    let stop = StopCondition::new(&signal, 1, None, None);
    let history = GameHistory::default();
    test(&mut Worker::new(LayerSet::ALL, setup, &table, &mut memory, history, stop, &mut Silent, Unobserved));
}
