//! One search, measured: what the ladder and the ablation have in common.

use std::time::Duration;

use super::{
    Case,
    tally::{Counts, Tally},
};
use crate::{
    score::Score,
    search::{
        Algorithm, Layer, Limits, Memory, Setup, Signal, Table, Task, nodes_per_second, search_watched,
        table::OutOfMemory,
    },
};

/// What a finished search did.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Nodes over all iterations.
    pub nodes: u64,
    /// The time they took, with someone looking on.
    pub time: Duration,
    /// The last iteration, counted.
    pub last: Counts,
    /// The score.
    pub score: Score,
    /// The best move, as UCI writes it; `None` where there is no move.
    pub best: Option<String>,
}

impl Measured {
    /// Nodes a second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// What all searches of a run share.
pub(super) struct Meter {
    pub table: Table,
    pub signal: Signal,
    setup: Setup,
    max_nodes: u64,
}

impl Meter {
    /// A meter with a table of so many megabytes, whose searches are by `setup` but for their layers, and which gives a
    /// search up beyond `max_nodes`.
    pub(super) fn new(megabytes: usize, setup: Setup, max_nodes: u64) -> Result<Self, OutOfMemory> {
        Ok(Self { table: Table::new(megabytes)?, signal: Signal::default(), setup, max_nodes })
    }

    /// Searches with an empty table, which afterwards holds what was found out. `None` if that took too many nodes.
    pub(super) fn measure(
        &self,
        case: &Case,
        algorithm: Algorithm,
        depth: i32,
        memory: &mut Memory,
    ) -> Option<Measured> {
        if algorithm.layers().has(Layer::Table) {
            self.table.clear();
        }
        let mut tally = Tally::default();
        let task = self.task(case, algorithm, depth);
        let answer = search_watched(&task, &self.table, memory, &self.signal, &mut tally, |_| ());
        debug_assert_eq!(tally.all().nodes, answer.report.nodes);
        (!answer.cut_off).then(|| Measured {
            nodes: answer.report.nodes,
            time: answer.report.elapsed,
            last: tally.last(),
            score: answer.report.score,
            best: answer.best.map(|mv| case.position.uci(mv)),
        })
    }

    /// A search of `case` to `depth`, given up beyond the nodes allowed.
    pub(super) fn task(&self, case: &Case, algorithm: Algorithm, depth: i32) -> Task {
        let setup = Setup { algorithm, ..self.setup.clone() };
        let limits = Limits { nodes: Some(self.max_nodes), ..Limits::depth(depth) };
        Task::new(case.position.clone(), limits, setup)
    }
}
