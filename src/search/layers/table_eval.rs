//! `table-eval`: a stored score takes the place of the static evaluation where its bound says more.
//!
//! *Idea.* The score of an earlier search of the position is a better guess than its static evaluation. A lower bound can raise
//! the guess, an upper bound can lower it, an exact score replaces it.
//!
//! *Source.* Stockfish.
//!
//! *When.* Wherever the static evaluation is used and the position is in the table, unless the stored score is a mate.
//!
//! *Where.* Step 5 of [the node](crate::search::negamax), and the stand-pat score of [quiescence](super::quiescence).
//!
//! *Risk.* The stored score may come from another depth, or from a path that ended in a draw.
//!
//! *Cost and gain.* Not measured alone; with `hindsight` and `deeper-shallower` −1 ± 26 (400 games at 10,000 nodes a move,
//! `classical`, UHO openings, 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.

use super::LayerInfo;
use crate::{
    score::Score,
    search::{
        layer::Layer, node::worker::Worker, observe::observer::Observation, tt::entry::TtEntry,
        types::window::Bound,
    },
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Table], ..LayerInfo::SELECTIVE };

/// The stored score if its bound says more than the static evaluation, else the static evaluation.
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
