//! Reverse futility pruning (`reverse-futility`): if the static evaluation is far above beta, end the node.
//!
//! Previous layer: [`null-move`](super::null_move). Next layer: [`razoring`](super::razoring).
//!
//! **Idea.** A few plies before the horizon, the score of a position rarely changes by more than a certain
//! margin per ply. If the static evaluation exceeds beta by more than the remaining plies can cost, the node
//! ends without a search. Reverse futility pruning is also called static null move pruning.
//!
//! **When.** Reverse futility pruning applies at non-PV nodes up to a maximum depth, if the side to move is
//! not in check and the estimate (the static evaluation or a [stored score](super::table_eval)) is at least
//! beta plus a margin. The margin grows with the depth and is smaller if the static evaluation is improving;
//! [`TUNABLES`] lists maximum depth and margin. Reverse futility pruning is off if beta is decisive, and
//! [near the root](super::near_root).
//!
//! **Where.** Step 5 of [the node](crate::search::negamax) applies reverse futility pruning.
//!
//! **Risk.** Within the remaining plies, the opponent can have a fork or a mating attack that the static
//! evaluation misses.
//!
//! **Gain.** The full search scores +80 ± 20 Elo against the same search without `reverse-futility` (600
//! games at 20,000 nodes per move, `network`, UHO openings, 2026-11-27), and +40 ± 26 Elo against it by the
//! clock (200 games at 4+0.04, `network`, UHO openings, 2026-11-27). See
//! [experiments](crate::search::experiments#reverse-futility).
//!
//! **Source.** Reverse futility pruning is Heinz's futility pruning, applied to beta instead of alpha.

use super::{LayerInfo, ReasonInfo, ReasonKind};
use crate::{
    chess::score::Score,
    search::{
        layer::Layer,
        node::{
            static_eval::StaticEval,
            worker::{At, EarlyResult, Worker},
        },
        observe::{observer::Observation, reason::Reason},
        tunable::tunables,
    },
};

tunables! {
    /// Maximum depth for reverse futility pruning, in plies.
    max_depth = 9, 4..=14, 1;
    /// Margin above beta that the estimate must reach, in centipawns per ply of depth (one ply fewer if
    /// improving).
    margin = 102, 30..=200, 6;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo {
    static_eval: true,
    reasons: &[ReasonInfo {
        code: "reverse_futility",
        term: "reverse futility pruning",
        says: "The static evaluation is far above beta, so no move is searched: {result}; {enough}",
        kind: ReasonKind::Cut,
    }],
    tunables: &TUNABLES,
    ..LayerInfo::SELECTIVE
};

/// Reason for the end of a node: its estimate is far enough above beta for reverse futility pruning.
pub const REVERSE_FUTILITY: Reason = Reason::Layer(Layer::ReverseFutility, 0);

/// Tries reverse futility pruning: ends the node if its estimate is far enough above beta.
#[inline]
pub(crate) fn cut<O: Observation>(
    worker: &Worker<'_, O>,
    at: At<'_>,
    eval: &StaticEval,
) -> Option<EarlyResult> {
    if !worker.has(Layer::ReverseFutility) {
        return None;
    }
    let score = cutoff(eval.estimate?, at.window.beta, at.depth, eval.improving)?;
    Some(EarlyResult { score, reason: REVERSE_FUTILITY })
}

/// Returns the score of a node that reverse futility pruning ends: the mean of `eval` and `beta`. Returns
/// `None` if the node must be searched: above the maximum depth, if `beta` is decisive, or if `eval` is
/// below `beta` plus the margin.
#[inline]
fn cutoff(eval: Score, beta: Score, depth: i32, improving: bool) -> Option<Score> {
    let margin = margin() * (depth - i32::from(improving));
    let cuts = depth <= max_depth() && !beta.is_decisive() && eval >= beta + margin;
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
