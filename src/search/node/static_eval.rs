//! Static evaluation of a node: the raw score, the corrected score, and the best estimate.
//!
//! The static evaluation is part of step 5 of [the node](crate::search::negamax). If the TT entry of the node
//! contains the raw score, step 5 does not call the evaluator. The raw score is [faded towards
//! zero](crate::search::layers::fifty_fade) and [corrected](crate::search::layers::correction). A [stored
//! score](crate::search::layers::table_eval) can replace the result as the estimate. Pruning layers compare
//! the static evaluation or the estimate with the window.

use super::worker::Worker;
use crate::{
    chess::{position::Position, score::Score},
    search::{
        layers::{correction, fifty_fade, table_eval},
        observe::observer::Observation,
        tt::entry::TtEntry,
        types::node_type::NodeType,
    },
};

/// Absolute raw score, in centipawns, from which on correction and fifty-move fading are off. Progress
/// towards mate needs small differences between scores: with corrections at such scores, the engine did not
/// mate with bishop and knight against king at 8,000 nodes per move (2026-11-20).
pub const DECIDED: i32 = 1500;

/// Static evaluation of a node. `raw`, `value` and `estimate` are `None`, and `improving` is `false`, if the side
/// to move is in check, or if no layer needs the static evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct StaticEval {
    /// Score of the evaluator before fading and correction, as stored in the transposition table.
    pub raw: Option<Score>,
    /// Static evaluation of the node: the raw score after fading and correction, as far as these layers are
    /// on.
    pub value: Option<Score>,
    /// Estimate: with the layer `table-eval`, the TT score if it is not decisive and its bound is tighter
    /// than the static evaluation, otherwise the static evaluation.
    pub estimate: Option<Score>,
    /// Whether the static evaluation is higher than two plies earlier in the search path, or four plies
    /// earlier if there is no static evaluation two plies earlier ("improving"). `false` if both are missing.
    pub improving: bool,
    /// Whether the node is a PV node, or its TT entry comes from a PV node.
    pub was_pv: bool,
    /// Score of the TT entry of the node; `None` without a TT entry.
    pub table_score: Option<Score>,
}

/// Evaluates the position at `ply` and stores the static evaluation in the search stack; stores `None` if the
/// side to move is in check or no layer needs the static evaluation.
#[inline]
pub(crate) fn evaluate<N: NodeType, O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    ply: usize,
    entry: Option<&TtEntry>,
) -> StaticEval {
    let was_pv = N::PV || entry.is_some_and(|entry| entry.pv);
    let table_score = entry.map(|entry| entry.score);
    if !worker.needs_static_eval || position.is_check() {
        worker.stack[ply].eval = None;
        return StaticEval { was_pv, table_score, ..StaticEval::default() };
    }
    let raw = raw(worker, position, ply, entry);
    let value = corrected(worker, position, ply, raw);
    worker.stack[ply].eval = Some(value);
    let before = |back: usize| ply.checked_sub(back).and_then(|ply| worker.stack[ply].eval);
    let improving = before(2).or_else(|| before(4)).is_some_and(|before| value > before);
    let estimate = table_eval::estimate(worker, value, entry);
    StaticEval {
        raw: Some(raw),
        value: Some(value),
        estimate: Some(estimate),
        improving,
        was_pv,
        table_score,
    }
}

/// Returns the raw score of the position at `ply`: from the TT entry, or else from the evaluator.
#[inline]
pub(crate) fn raw<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    ply: usize,
    entry: Option<&TtEntry>,
) -> Score {
    entry.and_then(|entry| entry.eval).unwrap_or_else(|| worker.evaluate(position, ply))
}

/// Returns the static evaluation for the raw score `raw`: the raw score after fading and correction. From an
/// absolute raw score of [`DECIDED`] on, returns `raw`.
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

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::search::{
        node::testing::{TestWorker, with_worker},
        types::piece_to::PieceTo,
    };

    #[test]
    fn a_decided_evaluation_is_neither_faded_nor_corrected() {
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 80 90";
        let position = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
        with_worker(|worker| {
            let score_of =
                |worker: &TestWorker<'_>, raw| corrected(worker, &position, 0, Score::cp(raw)).raw();
            assert_eq!([DECIDED, 200].map(|raw| score_of(worker, raw)), [DECIDED, 120]);
            worker.thread.histories.correction.update(&position, [PieceTo::NONE; 2], 10, 250);
            assert_eq!(score_of(worker, -DECIDED), -DECIDED);
            assert!(score_of(worker, 200) > 120);
        });
    }
}
