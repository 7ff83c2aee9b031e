//! Reverse futility pruning (`reverse-futility`): if the static evaluation is far above beta, end the node.
//!
//! **Idea.** Near the horizon, a score rarely changes by more than a certain margin per ply. If the static
//! evaluation exceeds beta by more than the remaining plies can cost, the node ends without a search. Reverse
//! futility pruning is also called static null move pruning.
//!
//! **When.** Non-PV nodes, not in check, up to a maximum depth, if the estimate (the static evaluation or a
//! [stored score](super::table_eval)) exceeds beta by a margin. The margin grows with the depth and is
//! smaller if the static evaluation is improving: [`TUNABLES`]. Reverse futility pruning is off if beta is a
//! mate score.
//!
//! **Where.** Step 5 of [the node](crate::search::negamax).
//!
//! **Risk.** Within the remaining plies, the opponent can have a fork or a mating attack that the static
//! evaluation misses.
//!
//! **Cost and gain.** The full search with reverse futility pruning scores +86 ± 50 Elo against the full
//! search without it (120 games at 20,000 nodes per move, `classical`, UHO openings, 2026-11-20). The rung
//! `reverse-futility` gains +102 ± 32 Elo against `null-move` (400 games at 10,000 nodes per move,
//! `classical`, UHO openings, 2026-11-20).
//!
//! **Tried without success.** Nothing so far.
//!
//! **Source.** Heinz's futility pruning, applied to beta instead of alpha.

use super::{LayerInfo, ReasonInfo, ReasonKind};
use crate::{
    score::Score,
    search::{
        layer::Layer,
        node::{
            static_eval::StaticEval,
            worker::{At, Cut, Worker},
        },
        observe::{observer::Observation, reason::Reason},
        tunable::tunables,
    },
};

tunables! { "reverse_futility":
    /// Maximum depth for reverse futility pruning, in plies.
    max_depth = 9, 4..=14, 1;
    /// Margin of the static evaluation above beta, in centipawns per ply of depth.
    margin = 103, 30..=200, 6;
}

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo {
    static_eval: true,
    reasons: &[ReasonInfo {
        code: "reverse_futility",
        says: "standing still {us} is so far beyond the {theirs} that {them} has elsewhere that no search is made: {value}",
        kind: ReasonKind::Cut,
    }],
    tunables: &TUNABLES,
    ..LayerInfo::SELECTIVE
};

/// Reason: the static evaluation is far enough above beta.
pub const REVERSE_FUTILITY: Reason = Reason::Layer(Layer::ReverseFutility, 0);

/// Ends the node if its static evaluation is far enough above beta.
#[inline]
pub(crate) fn cut<O: Observation>(worker: &Worker<'_, O>, at: At<'_>, eval: &StaticEval) -> Option<Cut> {
    if !worker.has(Layer::ReverseFutility) {
        return None;
    }
    let score = cutoff(eval.estimate?, at.window.beta, at.depth, eval.improving)?;
    Some(Cut { score, reason: REVERSE_FUTILITY })
}

/// Score of a node whose evaluation is far enough above beta: the mean of evaluation and beta. `None` if the
/// node is searched.
#[inline]
fn cutoff(eval: Score, beta: Score, depth: i32, improving: bool) -> Option<Score> {
    let margin = margin() * (depth - i32::from(improving));
    let cuts = depth <= max_depth() && !beta.is_mate() && eval >= beta + margin;
    cuts.then(|| Score::cp(i32::midpoint(eval.raw(), beta.raw())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_grows_with_the_depth_and_shrinks_if_the_evaluation_is_improving() {
        let beta = Score::cp(0);
        assert!(cutoff(Score::cp(2 * margin()), beta, 2, false).is_some());
        assert!(cutoff(Score::cp(2 * margin() - 1), beta, 2, false).is_none());
        assert!(cutoff(Score::cp(2 * margin() - 1), beta, 2, true).is_some());
        assert!(cutoff(Score::cp(9_000), beta, max_depth() + 1, true).is_none());
        assert!(cutoff(Score::cp(0), Score::mated_in(3), 1, false).is_none());
    }
}
