//! Iterative deepening (`deepening`): search to depth 1, 2, 3, … until a limit ends the search.
//!
//! Previous layer: [`history`](super::history). Next layer: [`table`](super::table).
//!
//! **Idea.** An iteration costs only a fraction of the nodes of the next iteration and improves the next
//! iteration's move order. The next iteration searches the best root move of the last iteration first, and
//! the TT and the histories are already filled. Iterative deepening also makes a best move available whenever
//! time runs out.
//!
//! **When.** Every search uses iterative deepening if the layer is on. Without the layer `deepening`, the
//! search runs a single iteration at the depth limit or, without a depth limit, at
//! [`Setup::rung_depth`](crate::search::Setup::rung_depth).
//!
//! **Where.** Around the root: iterative deepening calls [`aspiration`], which calls
//! [the node](crate::search::negamax). After each depth, the [time manager](crate::search::time::manager)
//! decides whether the next depth starts.
//!
//! **Risk.** Iterative deepening does not change the score of an exact set of layers. Without a TT and
//! histories, most of the work of the shallow iterations is lost.
//!
//! **Gain.** At depth 6 the last iteration of the rung `deepening` visits 0.84 times as many nodes as the
//! rung below, `killers-history` (geometric mean over the 50 bench positions, evaluator `material`). See
//! [experiments](crate::search::experiments#deepening).
//!
//! **Source.** Scott, 1969; Slate and Atkin's Chess 4.
//!
//! ```
//! use glulam::{chess::position::Position, search::{self, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable}};
//!
//! let request = SearchRequest::new(Position::start(), Limits::depth(4), Setup::new("deepening".parse()?));
//! let mut depths = Vec::new();
//! let (table, mut thread) = (TranspositionTable::new(1)?, ThreadState::default());
//! search::search(&request, &table, &mut thread, &StopFlag::default(), |report| depths.push(report.depth));
//! // The search calls the closure once for each finished depth.
//! assert_eq!(depths, [1, 2, 3, 4]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::{thread, time::Duration};

use crate::{
    chess::{
        position::{Move, Position},
        score::Score,
    },
    search::{
        layer::Layer,
        layers::{LayerInfo, aspiration},
        node::{root_moves::RootMoves, worker::Worker},
        observe::observer::Observation,
        time::manager::TimeManager,
        types::{
            limits::{Limits, MAX_DEPTH},
            stop::Stop,
            window::Bound,
        },
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Interval between two checks of the stop condition while the search waits, after the last depth, until the
/// fixed time per move is used up.
const POLL_INTERVAL: Duration = Duration::from_micros(500);

/// Origin of a reported root score.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RootScore {
    /// The iteration is finished, and the score is exact.
    Finished,
    /// The iteration was stopped after it found a better root move. The score is a lower bound.
    Stopped,
    /// The score is outside the aspiration window, and the root is searched again.
    Outside(Bound),
}

/// Runs iterative deepening: searches every depth that the limits allow, or only `only_depth` if the layer
/// `deepening` is off.
///
/// Calls `report` with the depth and the score of each finished iteration, and of each search of the root whose
/// score is outside the aspiration window. In a search for one variation, a stopped iteration that found a
/// better root move is reported too, as a lower bound (see
/// [`RootMoves::sort_by_score`](crate::search::node::root_moves::RootMoves::sort_by_score)), unless its score
/// is a mate score without the complete line.
pub(crate) fn iterate<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    limits: &Limits,
    time: &mut TimeManager,
    only_depth: i32,
    mut report: impl FnMut(&mut Worker<'_, O>, i32, Score, RootScore),
) {
    let lines = limits.multi_pv.clamp(1, worker.root.len());
    let deepens = worker.has(Layer::Deepening);
    let last = if deepens { limits.depth.unwrap_or(MAX_DEPTH) } else { only_depth };
    let first = if deepens { 1 } else { last };
    let mut scores = vec![Vec::new(); lines];
    let mut previous_best = None;
    let mut complete = None;
    for depth in first..=last {
        if worker.stop.skips_depth(last - depth) {
            continue;
        }
        worker.begin_iteration(depth);
        if search_lines(worker, position, depth, &mut scores, &mut report).is_err() {
            answer_after_stop(worker, depth, lines, previous_best, complete, report);
            return;
        }
        let Some(score) = worker.root.first().map(|best| best.score) else { return };
        report(worker, depth, score, RootScore::Finished);
        update_time(worker, time, depth, score, previous_best);
        previous_best = worker.root.first().map(|best| best.mv);
        complete = (lines > 1).then(|| worker.root.clone());
        // After the last depth the search is complete, even if a limit has just been reached.
        if depth == last {
            break;
        }
        let finished = found_mate(score, limits)
            || limits.soft_nodes.is_some_and(|soft| worker.nodes() >= soft)
            || !time.starts_another_depth() && !worker.stop.keeps_pondering();
        if finished || worker.stop.should_stop() {
            return;
        }
    }
    // All depths are finished, but a search with a fixed time per move and no depth limit waits until this
    // time is used up.
    let has_time = deepens && limits.depth.is_none() && limits.movetime.is_some();
    while has_time && !worker.stop.should_stop() {
        thread::sleep(POLL_INTERVAL);
    }
}

/// Searches the root to `depth` plies once for every MultiPV variation, best variation first. `scores`
/// contains the scores of each variation at the earlier depths.
fn search_lines<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    depth: i32,
    scores: &mut [Vec<Score>],
    report: &mut impl FnMut(&mut Worker<'_, O>, i32, Score, RootScore),
) -> Result<(), Stop> {
    let mut failed = |worker: &mut Worker<'_, O>, score, bound| {
        report(worker, depth, score, RootScore::Outside(bound));
    };
    worker.root.begin_iteration();
    for scores in scores {
        scores.push(aspiration::search_root(worker, position, depth, scores, &mut failed)?);
        worker.root.sort_by_score();
        worker.root.fix_best();
    }
    worker.root.begin_iteration();
    Ok(())
}

/// Chooses the root move of a search that was stopped inside the iteration of `depth`. `previous_best` is the
/// best move of the iteration before, and `complete` contains its root moves in a search for several variations
/// (`lines`).
fn answer_after_stop<O: Observation>(
    worker: &mut Worker<'_, O>,
    depth: i32,
    lines: usize,
    previous_best: Option<Move>,
    complete: Option<RootMoves>,
    mut report: impl FnMut(&mut Worker<'_, O>, i32, Score, RootScore),
) {
    if lines > 1 {
        // Scores of different depths are not comparable: answer with the last complete iteration.
        worker.root = complete.unwrap_or_else(|| std::mem::take(&mut worker.root));
        worker.root.begin_iteration();
        return;
    }
    worker.root.sort_after_stop(previous_best);
    match worker.root.first() {
        // The PV of the new best move does not end in checkmate, so the mate score of the new best move is
        // only a bound. A move without a score has the mate score −INFINITE.
        Some(best) if best.score.is_mate() && !best.reaches_mate() => {
            worker.root.move_to_front(previous_best);
        }
        Some(best) if Some(best.mv) != previous_best => {
            report(worker, depth, best.score, RootScore::Stopped);
        }
        _ => {}
    }
}

/// Updates the time manager after a finished iteration. `previous_best` is the best move of the iteration
/// before. The time manager receives the best move's share of all nodes that this thread has visited so far.
fn update_time<O: Observation>(
    worker: &Worker<'_, O>,
    time: &mut TimeManager,
    depth: i32,
    score: Score,
    previous_best: Option<Move>,
) {
    let Some(best) = worker.root.first() else { return };
    if Some(best.mv) != previous_best {
        time.best_move_changed();
    }
    time.completed_depth(depth, score, best.nodes as f64 / worker.nodes().max(1) as f64);
}

/// Returns whether `score` is a mate for either side within the number of moves given by `limits.mate`.
fn found_mate(score: Score, limits: &Limits) -> bool {
    match (limits.mate, score.mate()) {
        (Some(limit), Some(moves)) => moves.unsigned_abs() <= limit,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::search::{node::testing::with_worker, types::limits::ClockTime};

    /// Returns the soft limit after five iterations. `share` percent of the nodes lie below the best move, and
    /// `is_new` is whether the last iteration has changed the best move.
    fn soft_limit(share: u64, is_new: bool) -> Option<Duration> {
        let (remaining, increment) = (Duration::from_mins(1), Duration::ZERO);
        let clock = Some(ClockTime { remaining, increment, moves_to_go: None });
        let limits = Limits { clock, ..Limits::default() };
        let mut time = TimeManager::new(&limits, Instant::now(), Duration::ZERO, 1);
        with_worker(|worker| {
            let moves = Position::start().legal_moves();
            worker.root = RootMoves::new(moves.iter().copied().take(2));
            worker.root.begin();
            worker.root.record(moves[0], Score::cp(10), true, &[], share);
            (0..100).for_each(|_| worker.stop.count(1).expect("no limit"));
            for previous_best in [moves[0], moves[0], moves[0], moves[0], moves[usize::from(is_new)]] {
                update_time(worker, &mut time, 13, Score::cp(10), Some(previous_best));
            }
        });
        time.soft_limit()
    }

    #[test]
    fn a_new_best_move_and_nodes_below_other_moves_lengthen_the_search() {
        let usual = soft_limit(50, false);
        assert!(soft_limit(50, true) > usual, "the last iteration has changed the best move");
        assert!(soft_limit(10, false) > usual, "most nodes are below other moves");
        assert!(soft_limit(95, false) < usual, "nearly all nodes are below the best move");
    }
}
