//! `aspiration`: expect the score near the last iteration's.
//!
//! *Idea.* Between two iterations the score seldom moves much; a narrow window around it cuts more. A score outside
//! only says in which direction to widen. The other end stays, since it was not disproved.
//!
//! *Source.* Slate and Atkin 1977.
//!
//! *When.* From an iteration of depth [`MIN_DEPTH`] on, unless the last score is a mate; [`FIRST_WIDTH`] on either side
//! at first, four times as much after each failure.
//!
//! *Where.* Around the root, called by [`deepening`](super::deepening).
//!
//! *Risk.* None for the score by itself; a score that jumps costs re-searches.
//!
//! *Cost and gain.* `aspiration`: at depth 6 0.96 of the nodes of the rung below (geometric mean of the 50 bench
//! positions); +7 ± 20 (200 games at 20,000 nodes a move, `material`, 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.

use super::{LayerInfo, shallow_aspiration};
use crate::{
    position::Position,
    score::Score,
    search::{
        layer::Layer,
        node::worker::Worker,
        observe::observer::Observation,
        types::{node_type::Root, stop::Stop, window::Window},
    },
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Deepening], ..LayerInfo::EXACT };

/// Below this depth the window is open.
pub const MIN_DEPTH: i32 = 3;
/// Centipawns on either side of the last two scores.
pub const FIRST_WIDTH: i32 = 15;

/// Searches the root to `depth`; `scores` are those of the iterations before, shallowest first.
pub(crate) fn search_root<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    depth: i32,
    scores: &[Score],
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
        } else if score >= window.beta {
            window.beta = widened(score, width);
            worker.root.sort_by_score(); // what failed high is tried first
            shallower = shallow_aspiration::plies(worker, depth, shallower);
        } else {
            return Ok(score);
        }
    }
}

/// Where the next score is expected: about the last two. With an odd and an even number of plies a different side
/// has the last word, and a plain count of material swings between the two.
fn expected(scores: &[Score]) -> Window {
    match scores {
        [.., before, last] if !last.is_mate() && !before.is_mate() => {
            Window { alpha: *last.min(before) - FIRST_WIDTH, beta: *last.max(before) + FIRST_WIDTH }
        }
        _ => Window::OPEN,
    }
}

/// The end of the window moved to `width` beyond `score`, or to infinity once that nears the mates.
fn widened(score: Score, width: i32) -> Score {
    let target = score + width;
    if target.raw().abs() < Score::MAX_CP / 8 {
        target
    } else if width > 0 {
        Score::INFINITE
    } else {
        -Score::INFINITE
    }
}
