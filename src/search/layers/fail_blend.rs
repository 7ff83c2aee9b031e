//! Fail-high score blending (`fail-blend`): return a mean of beta and the score that failed high.
//!
//! Previous layer: [`fifty-fade`](super::fifty_fade). Next layer: [`shallow-aspiration`](super::shallow_aspiration).
//!
//! **Idea.** A score far above beta is unreliable, above all at low depth. A node that fails high therefore
//! returns and stores a mean of the score and beta: (score · depth + beta) / (depth + 1). Quiescence search
//! uses the same formula with depth 1.
//!
//! **When.** Blending applies to every beta cutoff by a move below the root and to every beta cutoff by
//! standing pat, unless the score or beta is decisive. Other cuts without a move loop, such as null move
//! pruning, are not blended.
//!
//! **Where.** Step 11 of [the node](crate::search::negamax), and before
//! [quiescence search](super::quiescence) returns.
//!
//! **Risk.** Low: the blended score is never below beta, so the beta cutoff remains valid.
//!
//! **Gain.** The three rungs from `draws-ahead` to `quiescence-pruning` together score +47 ± 26 Elo
//! against the rung `deeper-shallower` (400 games at 10,000 nodes per move, `classical`, UHO openings,
//! 2026-11-20). See [experiments](crate::search::experiments#fail-blend).
//!
//! **Source.** Stockfish has blended fail-high scores with beta since 2023.

use super::LayerInfo;
use crate::{
    chess::score::Score,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation},
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo::SELECTIVE;

/// Returns the score of a node that failed high, blended with beta if the layer `fail-blend` is on and
/// neither the score nor beta is decisive. `depth` is the depth of the node, in plies.
#[inline]
pub(crate) fn apply<O: Observation>(worker: &Worker<'_, O>, score: Score, beta: Score, depth: i32) -> Score {
    if worker.has(Layer::FailBlend) { by_depth(score, beta, depth) } else { score }
}

/// Returns the weighted mean of `score` (weight `depth`) and `beta` (weight 1), or `score` if one of the two
/// is decisive. `score` must be at least `beta`.
#[inline]
fn by_depth(score: Score, beta: Score, depth: i32) -> Score {
    if score.is_decisive() || beta.is_decisive() {
        return score;
    }
    let depth = depth.max(0);
    Score::from_raw((score.raw() * depth + beta.raw()) / (depth + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weight_of_the_score_grows_with_depth_and_the_result_is_never_below_beta() {
        let blended = [0, 1, 3, 99].map(|depth| by_depth(Score::cp(400), Score::cp(0), depth).raw());
        assert_eq!(blended, [0, 200, 300, 396]);
        for decisive in [Score::mate_in(3), Score::TABLE_WIN - 3] {
            assert_eq!(by_depth(decisive, Score::cp(0), 1), decisive);
        }
        assert!(by_depth(Score::cp(-1), Score::cp(-2), 5) >= Score::cp(-2));
    }
}
