//! Razoring (`razoring`): if the static evaluation is far below alpha, return the quiescence score.
//!
//! Previous layer: [`reverse-futility`](super::reverse_futility). Next layer: [`exchange-pruning`](super::exchange_pruning).
//!
//! **Idea.** A few quiet moves rarely recover a large deficit. Quiescence search tests whether a capture
//! recovers the deficit.
//!
//! **When.** Razoring applies at non-PV nodes in which the side to move is not in check, if the estimate (the
//! static evaluation or a [stored score](super::table_eval)) plus a margin is below alpha. The margin grows
//! with the depth squared; [`TUNABLES`] lists its parameters. Razoring is off if alpha is decisive, and
//! [near the root](super::near_root).
//!
//! **Where.** Step 5 of [the node](crate::search::negamax) applies razoring before the cuts that compare the
//! static evaluation with beta.
//!
//! **Risk.** Razoring misses quiet winning moves, especially mate threats.
//!
//! **Gain.** The rungs `razoring` and `exchange` together score +140 ± 32 Elo against the rung
//! `reverse-futility` (400 games at 10,000 nodes per move, `classical`, UHO openings, 2026-11-20). See
//! [experiments](crate::search::experiments#razoring).
//!
//! **Source.** Birmingham and Kent 1977. The form of the layer `razoring` follows Stockfish.

use super::{LayerInfo, ReasonInfo, ReasonKind, quiescence};
use crate::{
    chess::score::Score,
    search::{
        layer::Layer,
        node::{
            static_eval::StaticEval,
            worker::{At, EarlyResult, Worker},
        },
        observe::{event::Event, observer::Observation, reason::Reason},
        tunable::tunables,
        types::stop::Stop,
    },
};

tunables! {
    /// Razoring margin below alpha at depth 0, in centipawns.
    base = 298, 100..=700, 24;
    /// Additional razoring margin below alpha, in centipawns per squared ply of depth.
    by_depth_squared = 269, 50..=500, 16;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo {
    static_eval: true,
    reasons: &[ReasonInfo {
        code: "razoring",
        term: "razoring",
        says: "The static evaluation is far below alpha, so only captures are searched: {result}; {needed}",
        kind: ReasonKind::Cut,
    }],
    tunables: &TUNABLES,
    ..LayerInfo::SELECTIVE
};

/// Reason for the end of a node: the static evaluation is far below alpha, so the node returned the
/// quiescence score.
pub const RAZORING: Reason = Reason::Layer(Layer::Razoring, 0);

/// Razoring: if the estimate is far enough below alpha, and alpha is not decisive, runs quiescence search
/// and ends the node with its score, whatever this score is.
#[inline]
pub(crate) fn cut<O: Observation>(
    worker: &mut Worker<'_, O>,
    at: At<'_>,
    eval: &StaticEval,
) -> Result<Option<EarlyResult>, Stop> {
    let Some(estimate) = eval.estimate else { return Ok(None) };
    if !worker.has(Layer::Razoring) || !applies(estimate, at.window.alpha, at.depth) {
        return Ok(None);
    }
    worker.event(Event::Razored);
    let score = quiescence::search(worker, at.position, at.window, 0, at.ply)?;
    Ok(Some(EarlyResult { score, reason: RAZORING }))
}

/// Whether the evaluation `eval` is far enough below alpha for razoring at `depth` plies.
#[inline]
fn applies(eval: Score, alpha: Score, depth: i32) -> bool {
    !alpha.is_decisive() && eval + (base() + by_depth_squared() * depth * depth) < alpha
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_grows_with_the_depth_and_alpha_must_not_be_a_mate_score() {
        let (alpha, margin) = (Score::cp(50), base() + by_depth_squared());
        assert!(applies(alpha - (margin + 1), alpha, 1) && !applies(alpha - margin, alpha, 1));
        assert!(!applies(alpha - (margin + 1), alpha, 2));
        assert!(!applies(Score::cp(-900), Score::mate_in(7), 1), "only a mate can raise alpha");
    }
}
