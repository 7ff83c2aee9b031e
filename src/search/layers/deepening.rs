//! `deepening`: search to depth 1, 2, 3, … until the time is used up.
//!
//! *Idea.* An iteration costs a fraction of the next one and pays it back: the best move of the last iteration is tried
//! first at the root, and tables and histories are warm. And whenever the clock runs out there is an answer.
//!
//! *Source.* Scott 1969; Slate and Atkin's Chess 4.
//!
//! *When.* Always, under the layer; without it a search has the one depth it was asked for.
//!
//! *Where.* Around the root: deepening calls [`aspiration`], that calls [the
//! node](crate::search::negamax). Between two depths the [clock](crate::search::time::manager) is asked.
//!
//! *Risk.* None for the score. Without a table and histories the shallow iterations are mostly lost.
//!
//! *Cost and gain.* At depth 6 the last iteration visits 0.84 of the nodes of the rung below, the iterations before it
//! included 1.17 (sum of the 50 bench positions, `material`); what is bought is an answer at any time. Not measured in
//! games.
//!
//! *Tried and lost.* Nothing yet.
//!
//! ```
//! use glulam::{position::Position, search::{self, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable}};
//!
//! let request = SearchRequest::new(Position::start(), Limits::depth(4), Setup::new("deepening".parse()?));
//! let mut told = Vec::new();
//! let (table, mut memory) = (TranspositionTable::new(1)?, ThreadState::default());
//! search::search(&request, &table, &mut memory, &StopFlag::default(), |report| told.push(report.depth));
//! // Each depth has its answer, and none waits for the next.
//! assert_eq!(told, [1, 2, 3, 4]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::{thread, time::Duration};

use crate::{
    position::{Move, Position},
    score::Score,
    search::{
        layer::Layer,
        layers::{LayerInfo, aspiration},
        node::worker::Worker,
        observe::observer::Observation,
        time::manager::TimeManager,
        types::{
            limits::{Limits, MAX_DEPTH},
            stop::Stop,
            window::Bound,
        },
    },
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// How exactly the end of a time for the move is met once nothing is left to search.
const SHORT: Duration = Duration::from_micros(500);

/// Searches to every depth that the limits allow, or without the layer to `only_depth` alone, and calls `done` with each
/// finished depth with its score. An iteration that is cut off is told as well if it found a better move: see
/// [`RootMoves::sort_by_score`](crate::search::node::root_moves::RootMoves::sort_by_score).
pub(crate) fn iterate<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    limits: &Limits,
    time: &mut TimeManager,
    only_depth: i32,
    mut done: impl FnMut(&mut Worker<'_, O>, i32, Score, Bound),
) {
    let lines = limits.multi_pv.clamp(1, worker.root.len());
    let deepens = worker.has(Layer::Deepening);
    let last = if deepens { limits.depth.unwrap_or(MAX_DEPTH) } else { only_depth };
    let first = if deepens { 1 } else { last };
    let mut scores = vec![Vec::new(); lines];
    let mut told = None;
    let mut complete = None;
    for depth in first..=last {
        if worker.stop.skips_depth(last - depth) {
            continue;
        }
        worker.begin_iteration(depth);
        if search_lines(worker, position, depth, &mut scores).is_err() {
            if lines > 1 {
                // Lines of different depths do not compare: the last that do are the answer.
                worker.root = complete.unwrap_or_else(|| std::mem::take(&mut worker.root));
                worker.root.begin_iteration();
                return;
            }
            worker.root.sort_after_stop(told);
            match worker.root.first() {
                // Of a mate sooner, or later, than the one known only a bound has been found, and no line to its end.
                Some(best) if best.score.is_mate() && !best.reaches_mate() => {
                    worker.root.move_to_front(told);
                }
                Some(best) if Some(best.mv) != told && best.score > -Score::INFINITE => {
                    done(worker, depth, best.score, Bound::Lower);
                }
                _ => {}
            }
            return;
        }
        let Some(score) = worker.root.first().map(|best| best.score) else { return };
        done(worker, depth, score, Bound::Exact);
        update_time(worker, time, depth, score, told);
        told = worker.root.first().map(|best| best.mv);
        complete = (lines > 1).then(|| worker.root.clone());
        // Only if there is more to do is the search cut off by a limit reached just now.
        if depth == last {
            break;
        }
        let finished = has_mated(score, limits)
            || limits.soft_nodes.is_some_and(|soft| worker.nodes() >= soft)
            || !time.starts_another_depth() && !worker.stop.keeps_pondering();
        if finished || worker.stop.should_stop() {
            return;
        }
    }
    // There is no deeper search, but a time for the move is to be used up.
    let has_time = deepens && limits.depth.is_none() && limits.movetime.is_some();
    while has_time && !worker.stop.should_stop() {
        thread::sleep(SHORT);
    }
}

/// Searches for the best lines at one depth, one after the other; `scores` are those of each at the depths before.
fn search_lines<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    depth: i32,
    scores: &mut [Vec<Score>],
) -> Result<(), Stop> {
    worker.root.begin_iteration();
    for scores in scores {
        scores.push(aspiration::search_root(worker, position, depth, scores)?);
        worker.root.sort_by_score();
        worker.root.fix_best();
    }
    worker.root.begin_iteration();
    Ok(())
}

/// A depth is done; before it `told` was best. The share of the best move counts all nodes of the search so far.
fn update_time<O: Observation>(
    worker: &Worker<'_, O>,
    time: &mut TimeManager,
    depth: i32,
    score: Score,
    told: Option<Move>,
) {
    let Some(best) = worker.root.first() else { return };
    if Some(best.mv) != told {
        time.best_move_changed();
    }
    time.completed_depth(depth, score, best.nodes as f64 / worker.nodes().max(1) as f64);
}

/// Whether the mate that was asked for is found, for either side.
fn has_mated(score: Score, limits: &Limits) -> bool {
    match (limits.mate, score.mate()) {
        (Some(asked), Some(moves)) => moves.unsigned_abs() <= asked,
        _ => false,
    }
}
