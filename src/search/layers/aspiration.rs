//! Aspiration windows (`aspiration`): search the root with a narrow window around the expected score.
//!
//! Previous layer: [`zero-window`](super::zero_window). Next layer: [`mate-distance`](super::mate_distance).
//!
//! **Idea.** The score rarely changes much between two iterations. A narrow window around the scores of the
//! last iterations causes more cutoffs than an open window. If the score falls outside the window, the root
//! is searched again with a window that is wider in the direction of that score. The opposite end of the
//! window keeps its value, because the search did not disprove it.
//!
//! **When.** Aspiration windows apply from depth [`MIN_DEPTH`] on, if there are two earlier iterations and
//! neither of their scores is decisive. The first window of an iteration extends from [`FIRST_WIDTH`]
//! centipawns below the lower to [`FIRST_WIDTH`] centipawns above the higher score of the last two
//! iterations. After a fail high or fail low, the failed bound moves beyond the returned score: by 60
//! centipawns after the first failure, 240 after the second, 960 after the third. A bound becomes infinite if
//! it reaches ±[`OPEN_FROM`] centipawns.
//!
//! **Where.** Around the root: in every iteration, [`deepening`](super::deepening) calls the aspiration
//! search, which calls [the node](crate::search::negamax) at ply 0.
//!
//! **Risk.** Aspiration windows do not change the score of an exact set of layers. If the score changes much
//! between iterations, the re-searches cost nodes.
//!
//! **Gain.** At depth 6 the last iteration of the rung `aspiration` visits 0.96 times as many nodes as
//! that of the rung below, `zero-window` (geometric mean over the 50 bench positions, evaluator
//! `material`). See [experiments](crate::search::experiments#aspiration).
//!
//! **Source.** Slate and Atkin, 1977.

use super::{LayerInfo, shallow_aspiration};
use crate::{
    chess::{position::Position, score::Score},
    search::{
        layer::Layer,
        node::worker::Worker,
        observe::observer::Observation,
        types::{
            node_type::Root,
            stop::Stop,
            window::{Bound, Window},
        },
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Deepening], ..LayerInfo::EXACT };

/// Lowest depth, in plies, at which the root is searched with an aspiration window.
pub const MIN_DEPTH: i32 = 3;
/// Distance of the first aspiration window's ends from the lower and the higher score of the last two
/// iterations, in centipawns.
pub const FIRST_WIDTH: i32 = 15;
/// Absolute value in centipawns from which on a bound becomes infinite. Nearly any value works; another one
/// changes the node counts of the bench.
pub const OPEN_FROM: i32 = 3969;

/// Searches the root to `depth` plies, with aspiration windows if they apply, and returns the score of the
/// root. `scores` contains the scores of the earlier iterations, shallowest first. Calls `failed` with each
/// score outside the window.
pub(crate) fn search_root<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    depth: i32,
    scores: &[Score],
    mut failed: impl FnMut(&mut Worker<'_, O>, Score, Bound),
) -> Result<Score, Stop> {
    let mut window =
        if worker.has(Layer::Aspiration) && depth >= MIN_DEPTH { expected(scores) } else { Window::OPEN };
    let mut width = FIRST_WIDTH;
    let mut shallower = 0;
    worker.iteration = depth;
    loop {
        worker.root.begin();
        let score = worker.negamax::<Root>(position, window, depth - shallower, 0)?;
        width *= 4;
        if score <= window.alpha {
            window.alpha = widened(score, -width);
            shallower = 0;
            failed(worker, score, Bound::Upper);
        } else if score >= window.beta {
            window.beta = widened(score, width);
            worker.root.sort_by_score(); // search the move that failed high first
            shallower = shallow_aspiration::plies(worker, depth, shallower);
            failed(worker, score, Bound::Lower);
        } else {
            return Ok(score);
        }
    }
}

/// Returns the first aspiration window around the scores of the last two iterations, or an open window if
/// there are fewer than two scores or one of the two is decisive.
///
/// The aspiration window covers the scores of two iterations because a different side makes the last move at
/// odd and at even depths, so a pure material count alternates between two values.
fn expected(scores: &[Score]) -> Window {
    match scores {
        [.., before, last] if !last.is_decisive() && !before.is_decisive() => {
            Window { alpha: *last.min(before) - FIRST_WIDTH, beta: *last.max(before) + FIRST_WIDTH }
        }
        _ => Window::OPEN,
    }
}

/// Returns `score + width` (in centipawns) as the new end of the aspiration window, or ±infinity from
/// ±[`OPEN_FROM`] centipawns on.
fn widened(score: Score, width: i32) -> Score {
    let target = score + width;
    if target.raw().abs() < OPEN_FROM {
        target
    } else if width > 0 {
        Score::INFINITE
    } else {
        -Score::INFINITE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::node::testing::with_worker;

    #[test]
    fn a_score_outside_the_window_is_only_a_bound_and_the_root_is_searched_again() {
        let position = Position::start();
        for (expected, first_failure) in [(900, Bound::Upper), (-900, Bound::Lower)] {
            with_worker(|worker| {
                worker.begin(&position);
                worker.root = worker.order_root(&position, position.legal_moves().to_vec());
                let mut failures = Vec::new();
                let scores = [Score::cp(expected); 2];
                let note = |_: &mut Worker<'_, _>, _, bound| failures.push(bound);
                let score = search_root(worker, &position, MIN_DEPTH, &scores, note).expect("no limit");
                assert!(score.raw().abs() < 200, "{score} in the start position");
                assert_eq!(failures.first(), Some(&first_failure), "{failures:?}");
            });
        }
    }
}
