//! A worker with every layer on, for tests of its parts.

use super::{thread_state::Memory, worker::Worker};
use crate::{
    position::History,
    search::{
        layer::LayerSet,
        observe::controlled::Controlled,
        time::{stop_condition::Control, stop_flag::Signal},
        tt::table::Table,
        types::request::Setup,
    },
};

/// A worker under which nothing looks on.
pub(crate) type TestWorker<'a> = Worker<'a, ()>;

/// Calls `test` with a fresh worker under which nothing looks on and nothing stops.
pub(crate) fn with_worker(test: impl FnOnce(&mut Worker<'_, ()>)) {
    with_worker_by(&Setup::default(), test);
}

/// The same, who searches by `setup`, but with every layer.
pub(crate) fn with_worker_by(setup: &Setup, test: impl FnOnce(&mut Worker<'_, ()>)) {
    let table = Table::new(1).expect("a megabyte");
    let signal = Signal::default();
    let mut memory = Memory::default();
    let watch = Controlled { control: Control::new(&signal, 1, None, None), watch: () };
    let history = History::default();
    test(&mut Worker::new(LayerSet::ALL, setup, &table, &mut memory, history, watch));
}
