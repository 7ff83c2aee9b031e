//! `fail-blend`: a value above beta is told nearer to beta.
//!
//! *Idea.* How far a node exceeds beta is a guess, the wilder the less deep it was searched. The value handed up, and
//! stored, is a mean of the two, in the main search weighed by the depth.
//!
//! *Source.* Stockfish, 2023.
//!
//! *When.* At a cut, never for mates.
//!
//! *Where.* Step 11 of [the node](crate::search::negamax), and at the end of [quiescence](super::quiescence).
//!
//! *Risk.* Little: the blend never falls below beta, so that the cut stands.
//!
//! *Cost and gain.* Not measured alone; with the rungs from `draws-ahead` to `quiescence-pruning` +47 ± 26 (400 games
//! at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.

use super::LayerInfo;
use crate::{
    score::Score,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation},
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo::SELECTIVE;

/// The score of a node that was cut, blended with beta if the layer is on.
#[inline]
pub(crate) fn apply<O: Observation>(worker: &Worker<'_, O>, score: Score, beta: Score, depth: i32) -> Score {
    if worker.has(Layer::FailBlend) { by_depth(score, beta, depth) } else { score }
}

/// `score`, which reached `beta`, blended with it: the more of `score` the greater the depth.
#[inline]
fn by_depth(score: Score, beta: Score, depth: i32) -> Score {
    if score.is_mate() || beta.is_mate() {
        return score;
    }
    let depth = depth.max(0);
    Score::from_raw((score.raw() * depth + beta.raw()) / (depth + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deeper_the_search_the_more_its_value_counts_and_it_never_falls_below_beta() {
        let blended = [0, 1, 3, 99].map(|depth| by_depth(Score::cp(400), Score::cp(0), depth).raw());
        assert_eq!(blended, [0, 200, 300, 396]);
        assert_eq!(by_depth(Score::mate_in(3), Score::cp(0), 1), Score::mate_in(3));
        assert!(by_depth(Score::cp(-1), Score::cp(-2), 5) >= Score::cp(-2));
    }
}
