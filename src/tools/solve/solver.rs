//! Searches a test suite position and records the search depth from which on the best move of every report
//! met the goal of the position.

use std::{sync::Arc, time::Duration};

use super::Goal;
use crate::{
    chess::{position::Move, score::Score},
    search::{Limits, Report, StopFlag},
    tools::analyse::{AnalysisTask, Analyst, reply::Fault},
};

/// First search report from which on the best move of every report met the goal, until the end of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedAt {
    /// Search depth of the report, in plies.
    pub depth: i32,
    /// Number of nodes searched before the report.
    pub nodes: u64,
    /// Search time until the report.
    pub time: Duration,
}

/// Result of searching one test suite position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Final move: the best move at the end of the search.
    pub best: Option<Move>,
    /// Score at the end of the search, from the side to move's point of view.
    pub score: Score,
    /// Points that the final move scored.
    pub points: u64,
    /// Report from which on the position was solved; `None` if the final move does not meet the goal.
    pub solved: Option<SolvedAt>,
    /// Number of nodes of the whole search.
    pub nodes: u64,
    /// Duration of the whole search.
    pub time: Duration,
}

/// Searches the position of `task` with the limits of `task`. If the goal is a mate in N, the search also
/// stops when it has proved a mate in N, as with `go mate N`.
///
/// # Errors
/// Returns the same errors as [`Analyst::search`].
pub fn attempt(
    analyst: &mut Analyst,
    task: &AnalysisTask,
    goal: &Goal,
    stop_flag: &Arc<StopFlag>,
) -> Result<Attempt, Fault> {
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
    // The final move of the search can differ from the best move of the last report.
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
        chess::{
            epd::Record,
            position::{Line, Strictness},
        },
        tools::analyse::{AnalysisSettings, reply::Operations},
    };

    fn attempt_at(text: &str, nodes: u64) -> Attempt {
        let record = Record::parse(text, CastlingMode::Standard, Strictness::Game).expect("good");
        let goal = Goal::of(&record).expect("a goal");
        let settings = Arc::new(AnalysisSettings { hash: 1, ..AnalysisSettings::default() });
        let task = AnalysisTask {
            request_hash: None,
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
    fn solved_at_is_the_first_depth_after_which_the_move_stays_correct() {
        // Depth 1 finds the capture of the queen.
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
    fn a_mate_goal_stops_the_search_when_the_mate_is_found() {
        let found = attempt_at("kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;", 50_000);
        assert_eq!(found.score.mate(), Some(2), "Paul Morphy, 1850");
        assert!(found.solved.is_some() && found.nodes < 50_000, "{found:?}");
    }
}
