//! A worker with all layers, for unit tests of the search.

use super::{thread_state::ThreadState, worker::Worker};
use crate::search::{
    layer::LayerSet,
    observe::{observer::Unobserved, progress::Silent},
    time::{stop_condition::StopCondition, stop_flag::StopFlag},
    tt::table::TranspositionTable,
    types::request::Setup,
};

/// Worker for unit tests: a search on one thread without an observer.
pub(crate) type TestWorker<'a> = Worker<'a, Unobserved>;

/// Calls `test` with a new worker that has all layers, default settings, no observer and no limits.
pub(crate) fn with_worker(test: impl FnOnce(&mut Worker<'_, Unobserved>)) {
    with_worker_by(&Setup::default(), test);
}

/// Calls `test` with a new worker that has all layers, whatever algorithm `setup` names; the other settings
/// come from `setup`.
pub(crate) fn with_worker_by(setup: &Setup, test: impl FnOnce(&mut Worker<'_, Unobserved>)) {
    let table = TranspositionTable::new(1).expect("1 MiB is available");
    let flag = StopFlag::default();
    let mut thread = ThreadState::default();
    let stop = StopCondition::new(&flag, 1, None, None);
    test(&mut Worker::new(LayerSet::ALL, setup, &table, &mut thread, stop, &mut Silent, Unobserved));
}
