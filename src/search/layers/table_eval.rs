//! TT score as evaluation (`table-eval`): use a stored score as a better static evaluation.
//!
//! Previous layer: [`correction`](super::correction). Next layer: [`hindsight`](super::hindsight).
//!
//! **Idea.** The score of an earlier search of a position is a better estimate than the static evaluation. A
//! stored lower bound can raise the estimate of a node, a stored upper bound can lower the estimate, and a
//! stored exact score replaces it.
//!
//! **When.** The TT score is used if the position has a TT entry whose score is not decisive. Razoring,
//! reverse futility pruning, null move pruning and stand pat use the estimate (the static evaluation improved
//! by the TT score). Futility pruning, ProbCut, hindsight depth adjustment and the correction history use the
//! static evaluation without the TT score.
//!
//! **Where.** `table-eval` applies in step 5 of [the node](crate::search::negamax) and to the stand-pat score
//! of [quiescence search](super::quiescence).
//!
//! **Risk.** The TT score can come from a much shallower search, or from a path on which a repetition made it
//! a draw.
//!
//! **Gain.** The layers `table-eval`, `hindsight` and `deeper-shallower` together score −1 ± 26 Elo
//! against the rung `correction` (400 games at 10,000 nodes per move, `classical`, UHO openings,
//! 2026-11-20). See [experiments](crate::search::experiments#table-eval).
//!
//! **Source.** Stockfish uses the TT score as a better evaluation in the same way.

use super::LayerInfo;
use crate::{
    chess::score::Score,
    search::{
        layer::Layer, node::worker::Worker, observe::observer::Observation, tt::entry::TtEntry,
        types::window::Bound,
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Table], ..LayerInfo::SELECTIVE };

/// Returns the estimate of a node: the TT score if its bound is tighter than the static evaluation `eval`,
/// otherwise `eval`. A decisive score in the TT is not used.
#[inline]
pub(crate) fn estimate<O: Observation>(
    worker: &Worker<'_, O>,
    eval: Score,
    entry: Option<&TtEntry>,
) -> Score {
    match entry {
        Some(TtEntry { score, bound, .. }) if worker.has(Layer::TableEval) && !score.is_decisive() => {
            match bound {
                Bound::Exact => *score,
                Bound::Lower => eval.max(*score),
                Bound::Upper => eval.min(*score),
            }
        }
        _ => eval,
    }
}
