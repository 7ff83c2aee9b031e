//! Static evaluation of a node: raw, corrected, and the best estimate.
//!
//! Step 5 of [the node](crate::search::negamax). The evaluator is called once per node, or not at all if the transposition table
//! has its value. The result is [faded](crate::search::layers::fifty_fade) and
//! [corrected](crate::search::layers::correction); the pruning layers compare it with the window.

use super::worker::Worker;
use crate::{
    position::Position,
    score::Score,
    search::{
        layers::{correction, fifty_fade, table_eval},
        observe::observer::Observation,
        tt::entry::TtEntry,
        types::node_type::NodeType,
    },
};

/// From this absolute raw score (centipawns), correction and fifty-move fading are off: making progress towards mate needs small
/// differences. With corrections, bishop and knight did not mate at 8,000 nodes a move.
pub const DECIDED: i32 = 1500;

/// Static evaluation of a node. The scores are `None` in check, or if no layer that is on needs them.
#[derive(Clone, Copy, Debug, Default)]
pub struct StaticEval {
    /// The score of the evaluator, as the table stores it.
    pub raw: Option<Score>,
    /// The static evaluation: the raw score, faded and corrected.
    pub value: Option<Score>,
    /// The static evaluation, or a stored score that says more.
    pub estimate: Option<Score>,
    /// Whether the static evaluation has risen since our last move, or the one before if that was made in check.
    pub improving: bool,
    /// Whether the position was on a principal variation before, or is expected to be on one.
    pub was_pv: bool,
}

/// Evaluates the position at `ply` and stores its static evaluation in the stack.
#[inline]
pub(crate) fn evaluate<N: NodeType, O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    ply: usize,
    entry: Option<&TtEntry>,
) -> StaticEval {
    let was_pv = N::PV || entry.is_some_and(|entry| entry.pv);
    if !worker.needs_static_eval || position.is_check() {
        worker.stack[ply].eval = None;
        return StaticEval { was_pv, ..StaticEval::default() };
    }
    let raw = raw(worker, position, ply, entry);
    let value = corrected(worker, position, ply, raw);
    worker.stack[ply].eval = Some(value);
    let before = |back: usize| ply.checked_sub(back).and_then(|ply| worker.stack[ply].eval);
    let improving = before(2).or_else(|| before(4)).is_some_and(|before| value > before);
    let estimate = table_eval::estimate(worker, value, entry);
    StaticEval { raw: Some(raw), value: Some(value), estimate: Some(estimate), improving, was_pv }
}

/// The raw score of the position at `ply`: the stored one, or that of the evaluator.
#[inline]
pub(crate) fn raw<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    ply: usize,
    entry: Option<&TtEntry>,
) -> Score {
    entry.and_then(|entry| entry.eval).unwrap_or_else(|| worker.evaluate(position, ply))
}

/// The raw score, faded and corrected.
#[inline]
pub(crate) fn corrected<O: Observation>(
    worker: &Worker<'_, O>,
    position: &Position,
    ply: usize,
    raw: Score,
) -> Score {
    if raw.raw().abs() >= DECIDED {
        return raw;
    }
    let faded = fifty_fade::apply(worker, raw, position.halfmoves());
    correction::corrected(worker, position, ply, faded)
}
