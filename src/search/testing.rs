//! A worker with every layer on, for tests of its parts.

use super::{
    LayerSet, Memory, Signal, Table,
    control::{Control, Controlled},
    frame::frames,
    lines::Lines,
    root::RootMoves,
    worker::Worker,
};
use crate::{
    evaluate::{Evaluator, Terms},
    position::History,
};

/// Calls `test` with a fresh worker under which nothing looks on and nothing stops.
pub(crate) fn with_worker(test: impl FnOnce(&mut Worker<'_, ()>)) {
    let table = Table::new(1).expect("a megabyte");
    let signal = Signal::default();
    let mut memory = Memory::default();
    test(&mut Worker {
        layers: LayerSet::ALL,
        evaluator: Evaluator::Material,
        terms: Terms::ALL,
        table: &table,
        replays: false,
        memory: &mut memory,
        history: History::default(),
        frames: frames(),
        null_floor: 0,
        iteration: 0,
        lines: Lines::default(),
        root: RootMoves::default(),
        watch: Controlled { control: Control::new(&signal, 1, None, None), watch: () },
    });
}
