//! One search, measured: what the ladder and the ablation have in common.

use std::time::Duration;

use super::{
    Case,
    tally::{Counts, Stage, Tally},
};
use crate::{
    evaluate::Evaluator,
    score::Score,
    search::{
        Algorithm, Layer, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable,
        nodes_per_second, search_observed, tt::table::OutOfMemory,
    },
};

/// What a finished search did.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// Nodes over all iterations.
    pub nodes: u64,
    /// The time they took, with someone looking on.
    pub time: Duration,
    /// The last iteration, counted.
    pub last: Counts,
    /// How full the table was in the end, in thousandths; what it is without a table means nothing.
    pub full_permille: u16,
    /// The score.
    pub score: Score,
    /// The best move, as UCI writes it; `None` where there is no move.
    pub best: Option<String>,
}

impl Measurement {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// What all searches of a run share.
pub(super) struct Meter {
    pub table: TranspositionTable,
    pub stop_flag: StopFlag,
    setup: Setup,
    max_nodes: u64,
    repeat: usize,
}

impl Meter {
    /// A meter with a table of so many megabytes, whose searches are by `setup` but for their layers, and which gives a
    /// search up beyond `max_nodes`.
    pub(super) fn new(megabytes: usize, setup: Setup, max_nodes: u64) -> Result<Self, OutOfMemory> {
        Ok(Self {
            table: TranspositionTable::new(megabytes)?,
            stop_flag: StopFlag::default(),
            setup,
            max_nodes,
            repeat: 1,
        })
    }

    /// The same, but each search is timed so often, after one that only warms up, and the median counts.
    pub(super) fn repeating(self, repeat: usize) -> Self {
        Self { repeat, ..self }
    }

    /// Searches to `depth` with an empty table and nothing learnt, judged by `evaluator` if it is another than usual.
    pub(super) fn run(
        &self,
        case: &Case,
        evaluator: Option<Evaluator>,
        algorithm: Algorithm,
        depth: i32,
    ) -> Run {
        let run_once = || {
            self.clear_table(algorithm);
            // The clock of a task runs from its making.
            let mut request = self.request(case, algorithm, depth);
            request.setup.eval.evaluator = evaluator.unwrap_or(request.setup.eval.evaluator);
            self.run_once(&request, &mut ThreadState::default())
        };
        let mut run = run_once();
        if self.repeat > 1 && run.measured.is_some() {
            let repeats: Vec<Run> = (0..self.repeat).map(|_| run_once()).collect();
            run.use_median_times(&repeats);
        }
        run
    }

    /// Searches with an empty table, which afterwards holds what was found out. `None` if that took too many nodes.
    pub(super) fn measure(
        &self,
        case: &Case,
        algorithm: Algorithm,
        depth: i32,
        thread_state: &mut ThreadState,
    ) -> Option<Measurement> {
        self.clear_table(algorithm);
        self.run_once(&self.request(case, algorithm, depth), thread_state).measured
    }

    fn clear_table(&self, algorithm: Algorithm) {
        if algorithm.layers().has(Layer::Table) {
            self.table.clear();
        }
    }

    fn run_once(&self, request: &SearchRequest, thread_state: &mut ThreadState) -> Run {
        let mut tally = Tally::default();
        let answer = search_observed(request, &self.table, thread_state, &self.stop_flag, &mut tally);
        let mut stages = tally.stages();
        debug_assert_eq!(tally.all().nodes, answer.report.nodes);
        if answer.cut_off {
            stages.pop();
        }
        let measured = (!answer.cut_off).then(|| Measurement {
            nodes: answer.report.nodes,
            time: answer.report.elapsed,
            last: tally.last(),
            full_permille: self.table.permille_full(),
            score: answer.report.score,
            best: answer.best.map(|mv| request.position.uci(mv)),
        });
        Run { measured, stages }
    }

    /// A search of `case` to `depth`, given up beyond the nodes allowed.
    pub(super) fn request(&self, case: &Case, algorithm: Algorithm, depth: i32) -> SearchRequest {
        let setup = Setup { algorithm, ..self.setup.clone() };
        let limits = Limits { nodes: Some(self.max_nodes), ..Limits::depth(depth) };
        SearchRequest::new(case.position.clone(), limits, setup)
    }
}

/// A search and its iterations.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// What it did; `None` if it was given up.
    pub measured: Option<Measurement>,
    /// The iterations it finished.
    pub stages: Vec<Stage>,
}

impl Run {
    /// Takes the median times of runs of the same search.
    fn use_median_times(&mut self, runs: &[Self]) {
        let all = runs.iter().filter_map(|run| run.measured.as_ref());
        debug_assert!(
            all.clone()
                .all(|run| self.measured.as_ref().is_some_and(|measurement| measurement.nodes == run.nodes))
        );
        if let (Some(measurement), Some(time)) =
            (&mut self.measured, median(all.map(|run| run.time).collect()))
        {
            measurement.time = time;
        }
        for (index, stage) in self.stages.iter_mut().enumerate() {
            let times = runs.iter().filter_map(|run| run.stages.get(index)).map(|stage| stage.time);
            stage.time = median(times.collect()).unwrap_or(stage.time);
        }
    }
}

/// The middle one; of an even number the lower of the two. `None` of nothing.
fn median(mut times: Vec<Duration>) -> Option<Duration> {
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_one_and_one_slow_run_does_not_move_it() {
        let times = |all: &[u64]| all.iter().copied().map(Duration::from_millis).collect();
        assert_eq!(median(times(&[900, 3, 2])), Some(Duration::from_millis(3)));
        assert_eq!(median(times(&[4, 1])), Some(Duration::from_millis(1)));
        assert_eq!(median(Vec::new()), None);
    }
}
