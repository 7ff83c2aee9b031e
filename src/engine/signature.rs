//! The bench signature (`engine bench`): one node count that changes when the search changes.
//!
//! The bench searches a fixed set of positions to a fixed depth and counts the nodes. Two builds with the
//! same count almost certainly have the same search. A patch without functional change must keep the count.
//! Each position is searched with an empty transposition table and empty histories. The node count of a
//! position does not depend on the other positions, so a changed signature can be traced to single positions.

use std::{sync::Arc, time::Duration};

use serde::Serialize;

use crate::{
    chess::{
        positions::{self, Case},
        score::Score,
        tablebase::Probing,
    },
    evaluate::{Evaluator, Wdl},
    search::{
        Answer, Limits, SearchRequest, Setup, TranspositionTable, nodes_per_second,
        observe::progress::Silent, threads::pool::Pool, tt::table::OutOfMemory,
    },
    support::json::milliseconds,
};

/// Default search depth of the bench, in plies.
pub const DEPTH: i32 = 13;

/// Default size of the transposition table of the bench, in MiB.
pub const MEGABYTES: usize = 16;

/// Returns the fifty positions of the bench.
pub fn positions() -> Vec<Case> {
    positions::bench().into_iter().map(Case::from).collect()
}

/// Parameters of a bench.
#[derive(Clone, Debug)]
pub struct BenchPlan {
    /// Layers and evaluator of the search.
    pub setup: Setup,
    /// Limits of the search of each position.
    pub limits: Limits,
    /// Size of the transposition table, in MiB.
    pub megabytes: usize,
    /// Number of search threads. With two or more threads, node counts vary between runs and are no
    /// signature.
    pub threads: usize,
    /// Tablebases that the searches probe.
    pub tablebases: Option<Probing>,
}

impl Default for BenchPlan {
    fn default() -> Self {
        let limits = Limits::depth(DEPTH);
        Self { setup: Setup::playing(), limits, megabytes: MEGABYTES, threads: 1, tablebases: None }
    }
}

/// Result of one bench position.
#[derive(Clone, Debug, Serialize)]
pub struct BenchPosition {
    /// Id of the position.
    pub id: String,
    /// Position as a FEN.
    pub fen: String,
    /// Last finished depth, in plies.
    pub depth: i32,
    /// Nodes of all iterations on this position.
    pub nodes: u64,
    /// Time of all iterations on this position.
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub time: Duration,
    /// Nodes per second.
    pub nps: u64,
    /// Score from the side to move's point of view.
    pub score: Score,
    /// Score from White's point of view.
    pub score_white: Score,
    /// Chances of a win, a draw and a loss of the side to move, in permille.
    pub wdl: [u16; 3],
    /// Best move in UCI notation; `null` if the position has no legal move.
    pub best: Option<String>,
}

impl BenchPosition {
    fn new(case: &Case, answer: &Answer, evaluator: Evaluator) -> Self {
        let report = &answer.report;
        let Wdl { win, draw, loss } = evaluator.wdl(report.score, &case.position);
        let score = evaluator.normalised(report.score);
        Self {
            id: case.id.clone(),
            fen: case.position.to_string(),
            depth: report.depth,
            nodes: report.nodes,
            time: report.elapsed,
            nps: nodes_per_second(report.nodes, report.elapsed),
            score,
            score_white: if case.position.turn().is_white() { score } else { -score },
            wdl: [win, draw, loss],
            best: answer.best.map(|mv| case.position.uci(mv)),
        }
    }
}

/// Results of a bench on all its positions.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// Results of the bench, one per position, in the order in which the positions were searched.
    pub rows: Vec<BenchPosition>,
}

impl Signature {
    /// Returns the signature: the sum of the node counts of all positions.
    pub fn nodes(&self) -> u64 {
        self.rows.iter().map(|row| row.nodes).sum()
    }

    /// Returns the sum of the times of the searches of all signature positions. The time between two
    /// searches, for example for clearing the transposition table, is not included.
    pub fn time(&self) -> Duration {
        self.rows.iter().map(|row| row.time).sum()
    }

    /// Returns the nodes per second over all positions.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes(), self.time())
    }
}

/// Searches every case with the parameters of `plan` and calls `done` after each case. Stops before the next case once
/// `stopped` returns `true`.
///
/// ```
/// use glulam::{engine::signature, search::Limits};
///
/// let plan = signature::BenchPlan { limits: Limits::depth(2), megabytes: 1, ..Default::default() };
/// let bench = signature::run(&plan, &signature::positions(), || false, || ())?;
/// assert_eq!(bench.rows.len(), signature::positions().len());
/// # Ok::<(), glulam::search::tt::table::OutOfMemory>(())
/// ```
///
/// # Errors
/// [`OutOfMemory`] if the transposition table cannot be allocated.
///
/// # Panics
/// If a search panics.
pub fn run(
    plan: &BenchPlan,
    cases: &[Case],
    stopped: impl Fn() -> bool,
    mut done: impl FnMut(),
) -> Result<Signature, OutOfMemory> {
    let table = Arc::new(TranspositionTable::new(plan.megabytes)?);
    let mut pool = Pool::new(plan.threads);
    let stop_flag = Arc::default();
    let mut bench = Signature::default();
    for case in cases.iter().take_while(|_| !stopped()) {
        table.clear();
        pool.clear();
        let request = SearchRequest {
            tablebases: plan.tablebases.clone(),
            ..SearchRequest::new(case.position.clone(), plan.limits.clone(), plan.setup.clone())
        };
        let (answer, fault) = pool.search(&request, &table, &stop_flag, &mut Silent);
        assert_eq!(fault, None, "the search of {} failed", case.id);
        bench.rows.push(BenchPosition::new(case, &answer, plan.setup.eval.evaluator));
        done();
    }
    Ok(bench)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(cases: &[Case]) -> Vec<u64> {
        let plan = BenchPlan { limits: Limits::depth(3), megabytes: 1, ..BenchPlan::default() };
        let bench = run(&plan, cases, || false, || ()).expect("a megabyte");
        bench.rows.iter().map(|row| row.nodes).collect()
    }

    #[test]
    fn the_node_count_of_a_position_is_independent_of_the_positions_before_it() {
        let mut cases = positions();
        let mut forward = counts(&cases);
        cases.reverse();
        forward.reverse();
        assert_eq!(forward, counts(&cases));
    }
}
