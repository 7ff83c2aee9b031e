//! The signature: one number that changes whenever the search does.
//!
//! A fixed set of positions is searched to a fixed depth and the nodes are counted. Two builds with the same number search
//! alike; a patch that is meant to change nothing must leave it. Each position is searched with an empty table and an empty
//! memory, so that its count hangs on nothing but itself and a change can be traced to single positions.

pub mod report;

use std::{sync::Arc, time::Duration};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Case;
use crate::{
    json::milliseconds,
    score::Score,
    search::{
        Answer, Limits, SearchRequest, Setup, TranspositionTable, nodes_per_second,
        observe::progress::Silent,
        threads::pool::{NoThreads, Pool},
        tt::table::OutOfMemory,
    },
};

/// The depth of the bench when none is asked for.
pub const DEPTH: i32 = 13;

/// The table of the bench, in MB.
pub const MEGABYTES: usize = 16;

/// What to search, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The search.
    pub setup: Setup,
    /// When each position is done.
    pub limits: Limits,
    /// The size of the table.
    pub megabytes: usize,
    /// Threads on each position. From two on the counts are no signature: they hang on chance.
    pub threads: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self { setup: Setup::playing(), limits: Limits::depth(DEPTH), megabytes: MEGABYTES, threads: 1 }
    }
}

/// Why there is no bench.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// There is no room for the table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// There are not so many threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
}

/// What one position took.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BenchPosition {
    /// Its id.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The depth that was finished.
    pub depth: i32,
    /// Nodes of all iterations.
    pub nodes: u64,
    /// The time they took.
    #[serde(rename = "time_ms", with = "milliseconds")]
    #[schemars(with = "u64")]
    pub time: Duration,
    /// Nodes a second.
    pub nps: u64,
    /// The score.
    pub score: Score,
    /// The best move; `null` if there is none.
    pub best: Option<String>,
}

impl BenchPosition {
    fn new(case: &Case, answer: &Answer) -> Self {
        let report = &answer.report;
        Self {
            id: case.id.clone(),
            fen: case.position.to_string(),
            depth: report.depth,
            nodes: report.nodes,
            time: report.elapsed,
            nps: nodes_per_second(report.nodes, report.elapsed),
            score: report.score,
            best: answer.best.map(|mv| case.position.uci(mv)),
        }
    }
}

/// The whole bench.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// One row a position, in their order.
    pub rows: Vec<BenchPosition>,
}

impl Signature {
    /// The signature itself: the nodes of all positions.
    pub fn nodes(&self) -> u64 {
        self.rows.iter().map(|row| row.nodes).sum()
    }

    /// The time of all searches; what lies between them, such as clearing the table, is not counted.
    pub fn time(&self) -> Duration {
        self.rows.iter().map(|row| row.time).sum()
    }

    /// Nodes a second over all.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes(), self.time())
    }
}

/// Searches every case as `plan` says, and calls `done` after each.
///
/// ```
/// use glulam::{bench::{self, signature}, search::Limits};
///
/// let plan = signature::Plan { limits: Limits::depth(2), megabytes: 1, ..Default::default() };
/// let bench = signature::run(&plan, &bench::positions(), || ())?;
/// assert_eq!(bench.rows.len(), bench::positions().len());
/// # Ok::<(), signature::BenchError>(())
/// ```
///
/// # Errors
/// [`BenchError`] if the table or the threads cannot be had.
///
/// # Panics
/// If a search does.
pub fn run(plan: &Plan, cases: &[Case], done: impl FnMut()) -> Result<Signature, BenchError> {
    run_until(plan, cases, || false, done)
}

/// The same, given up before the next case as soon as `stopped` says so.
///
/// # Errors
/// [`BenchError`] if the table or the threads cannot be had.
///
/// # Panics
/// If a search does.
pub fn run_until(
    plan: &Plan,
    cases: &[Case],
    stopped: impl Fn() -> bool,
    mut done: impl FnMut(),
) -> Result<Signature, BenchError> {
    let table = Arc::new(TranspositionTable::new(plan.megabytes)?);
    let mut pool = Pool::new(plan.threads)?;
    let stop_flag = Arc::default();
    let mut bench = Signature::default();
    for case in cases.iter().take_while(|_| !stopped()) {
        table.clear();
        pool.clear();
        let request = SearchRequest::new(case.position.clone(), plan.limits.clone(), plan.setup.clone());
        let (answer, fault) = pool.search(&request, &table, &stop_flag, &mut Silent);
        assert_eq!(fault, None, "the search of {} failed", case.id);
        bench.rows.push(BenchPosition::new(case, &answer));
        done();
    }
    Ok(bench)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(cases: &[Case]) -> Vec<u64> {
        let plan = Plan { limits: Limits::depth(3), megabytes: 1, ..Plan::default() };
        let bench = run(&plan, cases, || ()).expect("a megabyte");
        bench.rows.iter().map(|row| row.nodes).collect()
    }

    #[test]
    fn the_count_of_a_position_does_not_hang_on_those_before_it() {
        let mut cases = crate::bench::positions();
        let mut forward = counts(&cases);
        cases.reverse();
        forward.reverse();
        assert_eq!(forward, counts(&cases));
    }
}
