//! Measurement of a single search, used by the ladder and the ablation.

use std::time::Duration;

use super::tally::{Iteration, NodeCounts, Tally};
use crate::{
    chess::{positions::Case, score::Score},
    evaluate::Evaluator,
    search::{
        Algorithm, Layer, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable,
        nodes_per_second, search_observed, tt::table::OutOfMemory,
    },
};

/// Result and counts of the finished search of one position.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// Nodes of all iterations.
    pub nodes: u64,
    /// Time of all iterations, including the time for counting nodes and other events.
    pub time: Duration,
    /// Node and event counts of the last iteration of iterative deepening; of the whole search if the rung
    /// has no iterative deepening.
    pub last: NodeCounts,
    /// Fill of the transposition table after the search, in permille; meaningless for a search without the
    /// layer `table`.
    pub full_permille: u16,
    /// Score from the side to move's point of view, in internal units of the evaluator.
    pub score: Score,
    /// The score in displayed centipawns.
    pub displayed: Score,
    /// Best move in UCI notation; `None` if the position has no legal move.
    pub best: Option<String>,
}

impl Measurement {
    /// Returns the nodes per second over all iterations.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// Transposition table and settings shared by all searches of a ladder or an ablation.
pub(super) struct Meter {
    pub table: TranspositionTable,
    pub stop_flag: StopFlag,
    setup: Setup,
    max_nodes: u64,
    repeat: usize,
}

impl Meter {
    /// Creates a meter with a transposition table of `megabytes` MiB. Each search of the meter uses `setup`,
    /// but takes its layers from the measured algorithm (a rung or a set of layers). A search that exceeds
    /// `max_nodes` nodes is abandoned.
    pub(super) fn new(megabytes: usize, setup: Setup, max_nodes: u64) -> Result<Self, OutOfMemory> {
        Ok(Self {
            table: TranspositionTable::new(megabytes)?,
            stop_flag: StopFlag::default(),
            setup,
            max_nodes,
            repeat: 1,
        })
    }

    /// Sets the number of timed runs per search. If `repeat` is above 1, each search has one additional
    /// warm-up run, and the time of the search is the median of the timed runs.
    pub(super) fn repeating(self, repeat: usize) -> Self {
        Self { repeat, ..self }
    }

    /// Searches `case` to `depth` with an empty transposition table and empty histories. `evaluator`
    /// overrides the evaluator of the setup.
    pub(super) fn run(
        &self,
        case: &Case,
        evaluator: Option<Evaluator>,
        algorithm: Algorithm,
        depth: i32,
    ) -> MeasuredRun {
        let run_once = || {
            self.clear_table(algorithm);
            // The clock of a request starts when the request is created, so each run creates its own request.
            let mut request = self.request(case, algorithm, depth);
            request.setup.eval.evaluator = evaluator.unwrap_or(request.setup.eval.evaluator);
            self.run_once(&request, &mut ThreadState::default())
        };
        let mut run = run_once();
        if self.repeat > 1 && run.measured.is_some() {
            let repeats: Vec<MeasuredRun> = (0..self.repeat).map(|_| run_once()).collect();
            run.use_median_times(&repeats);
        }
        run
    }

    /// Searches `case` with an empty transposition table, and leaves the TT entries of the search in the
    /// table for the caller. Returns `None` if the search exceeds the node limit.
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

    fn run_once(&self, request: &SearchRequest, thread_state: &mut ThreadState) -> MeasuredRun {
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
            displayed: request.setup.eval.evaluator.normalised(answer.report.score),
            best: answer.best.map(|mv| request.position.uci(mv)),
        });
        MeasuredRun { measured, stages }
    }

    /// Builds the request for a search of `case` to `depth` with the node limit of the meter.
    pub(super) fn request(&self, case: &Case, algorithm: Algorithm, depth: i32) -> SearchRequest {
        let setup = Setup { algorithm, ..self.setup.clone() };
        let limits = Limits { nodes: Some(self.max_nodes), ..Limits::depth(depth) };
        SearchRequest::new(case.position.clone(), limits, setup)
    }
}

/// Measurement of a search together with its iterations.
#[derive(Clone, Debug)]
pub(super) struct MeasuredRun {
    /// Measurement of the search; `None` if the search stopped before the requested depth was finished, for
    /// example at the node limit.
    pub measured: Option<Measurement>,
    /// Finished iterations of the search, in order of depth.
    pub stages: Vec<Iteration>,
}

impl MeasuredRun {
    /// Replaces all times by the medians of `runs`, which are runs of the same search.
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

/// Returns the median of `times`; for an even number of times, the lower of the two middle times. Returns
/// `None` if `times` is empty.
fn median(mut times: Vec<Duration>) -> Option<Duration> {
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_ignores_one_slow_run() {
        let times = |all: &[u64]| all.iter().copied().map(Duration::from_millis).collect();
        assert_eq!(median(times(&[900, 3, 2])), Some(Duration::from_millis(3)));
        assert_eq!(median(times(&[4, 1])), Some(Duration::from_millis(1)));
        assert_eq!(median(Vec::new()), None);
    }
}
