//! A search for what a position asks for, and from when on its answer was right.

use std::{sync::Arc, time::Duration};

use super::Goal;
use crate::{
    analysis::{AnalysisTask, Analyst, RecordError},
    position::Move,
    score::Score,
    search::{Limits, Report, StopFlag},
};

/// From when on an answer was right to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedAt {
    /// The depth that brought it.
    pub depth: i32,
    /// Nodes up to then.
    pub nodes: u64,
    /// Time up to then.
    pub time: Duration,
}

/// What came of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The move that was chosen.
    pub best: Option<Move>,
    /// Its score.
    pub score: Score,
    /// Points won.
    pub points: u64,
    /// From when on the answer was right; `None` if it was wrong in the end.
    pub solved: Option<SolvedAt>,
    /// Nodes in all.
    pub nodes: u64,
    /// Time in all.
    pub time: Duration,
}

/// Searches for the goal under the limits of the question; a mate that is asked for is looked for as such.
///
/// # Errors
/// As [`Analyst::search`].
pub fn attempt(
    analyst: &mut Analyst,
    task: &AnalysisTask,
    goal: &Goal,
    stop_flag: &Arc<StopFlag>,
) -> Result<Attempt, RecordError> {
    let mut task = task.clone();
    if let Some(moves) = goal.mate {
        task.limits = Limits { mate: Some(moves.unsigned_abs()), ..task.limits };
    }
    let mut solved_at = None;
    let mut observe = |report: &Report| {
        if goal.is_met(report.line.first().copied(), report.score) {
            let Report { depth, nodes, elapsed: time, .. } = *report;
            solved_at.get_or_insert(SolvedAt { depth, nodes, time });
        } else {
            solved_at = None;
        }
    };
    let answer = analyst.search(&task, stop_flag, &mut observe)?;
    // The search may have ended with another move than its last report had.
    observe(&answer.report);
    let Report { score, nodes, elapsed: time, .. } = answer.report;
    let points = goal.points(answer.best, score);
    Ok(Attempt { best: answer.best, score, points, solved: solved_at, nodes, time })
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{
        analysis::{Settings, reply::Operations},
        epd::Record,
        position::{Line, Strictness},
    };

    fn attempt_at(text: &str, nodes: u64) -> Attempt {
        let record = Record::parse(text, CastlingMode::Standard, Strictness::Game).expect("good");
        let goal = Goal::of(&record).expect("a goal");
        let settings = Arc::new(Settings { hash: 1, ..Settings::default() });
        let task = AnalysisTask {
            id: None,
            line: Line::new(record.position),
            limits: Limits { nodes: Some(nodes), ..Limits::default() },
            hash: 1,
            operations: Operations::default(),
            warnings: Vec::new(),
        };
        let mut analyst = Analyst::new(settings).expect("a megabyte");
        attempt(&mut analyst, &task, &goal, &Arc::default()).expect("no fault")
    }

    #[test]
    fn a_solution_is_told_from_when_it_stayed() {
        // A queen is to be taken: seen at once.
        let found = attempt_at("3qk3/8/8/8/8/8/8/3RK3 w - - bm Rxd8+;", 5_000);
        assert!(
            found.solved.is_some_and(|solved_at| solved_at.depth == 1 && solved_at.nodes < found.nodes),
            "{found:?}"
        );
        assert_eq!(found.points, 1);
        let missed = attempt_at("3qk3/8/8/8/8/8/8/3RK3 w - - am Rxd8+;", 5_000);
        assert_eq!((missed.solved, missed.points), (None, 0));
    }

    #[test]
    fn a_mate_is_looked_for_as_such() {
        let found = attempt_at("kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;", 50_000);
        assert_eq!(found.score.mate(), Some(2), "Paul Morphy, 1850");
        assert!(found.solved.is_some() && found.nodes < 50_000, "{found:?}");
    }
}
