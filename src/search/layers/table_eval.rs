//! TT score as evaluation (`table-eval`): use a stored score as a better static evaluation.
//!
//! **Idea.** The score of an earlier search of a position is a better estimate than the static evaluation. A
//! stored lower bound can raise the estimate, an upper bound can lower it, and an exact score replaces it.
//!
//! **When.** If the position is in the table and the stored score is not a mate score. Razoring, reverse
//! futility pruning, null move pruning and stand pat use the estimate. Futility pruning, ProbCut, hindsight
//! reduction and the correction history use the static evaluation itself.
//!
//! **Where.** Step 5 of [the node](crate::search::negamax), and the stand-pat score of [quiescence
//! search](super::quiescence).
//!
//! **Risk.** The stored score can come from another depth, or from a path that ended in a draw.
//!
//! **Cost and gain.** Together with `hindsight` and `deeper-shallower`, `table-eval` scores −1 ± 26 Elo (400
//! games at 10,000 nodes per move, `classical`, UHO openings, 2026-11-20). The layer `table-eval` was not
//! measured separately.
//!
//! **Tried without success.** Nothing so far.
//!
//! **Source.** Stockfish.

use super::LayerInfo;
use crate::{
    score::Score,
    search::{
        layer::Layer, node::worker::Worker, observe::observer::Observation, tt::entry::TtEntry,
        types::window::Bound,
    },
};

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Table], ..LayerInfo::SELECTIVE };

/// Returns the stored score if its bound is tighter than the static evaluation, otherwise the static
/// evaluation.
#[inline]
pub(crate) fn estimate<O: Observation>(
    worker: &Worker<'_, O>,
    eval: Score,
    entry: Option<&TtEntry>,
) -> Score {
    match entry {
        Some(TtEntry { score, bound, .. }) if worker.has(Layer::TableEval) && !score.is_mate() => match bound
        {
            Bound::Exact => *score,
            Bound::Lower => eval.max(*score),
            Bound::Upper => eval.min(*score),
        },
        _ => eval,
    }
}
