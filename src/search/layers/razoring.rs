//! `razoring`: so far below alpha that only a capture could help.
//!
//! *Idea.* A static value far below alpha will not be mended by a few quiet moves: [`quiescence`] is
//! asked at once, and its word taken.
//!
//! *Source.* Birmingham and Kent 1977; in this form Stockfish.
//!
//! *When.* Not on the principal variation, not in check; the margin grows with the square of the depth: [`TUNABLES`].
//!
//! *Where.* Step 5 of [the node](crate::search::negamax), before the cuts above beta.
//!
//! *Risk.* A quiet move that wins after all, a threat of mate above all, is not looked at.
//!
//! *Cost and gain.* Not measured alone; with `exchange`, against `reverse-futility` +140 ± 32 (400 games at 10,000
//! nodes a move, `classical`, UHO openings, 2026-11-20). Elsewhere +9 (Reckless).
//!
//! *Tried and lost.* Nothing yet.

use super::{LayerInfo, ReasonInfo, ReasonKind, quiescence};
use crate::{
    score::Score,
    search::{
        layer::Layer,
        node::{
            static_eval::StaticEval,
            worker::{At, Cut, Worker},
        },
        observe::{event::Event, observer::Observation, reason::Reason},
        tunable::tunables,
        types::stop::Stop,
    },
};

tunables! { "razoring":
    /// Centipawns below alpha,
    base = 280, 100..=700, 24;
    /// and so many more for the square of the depth.
    by_depth_squared = 267, 50..=500, 16;
}

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo {
    static_eval: true,
    reasons: &[ReasonInfo {
        code: "razoring",
        says: "standing still {us} is so far below the {ours} it has elsewhere that only captures were looked at: {value}",
        kind: ReasonKind::Cut,
    }],
    tunables: &TUNABLES,
    ..LayerInfo::SELECTIVE
};

/// The static evaluation is so far below alpha that quiescence search answered.
pub const RAZORING: Reason = Reason::Layer(Layer::Razoring, 0);

/// Ends a node whose static evaluation is far below alpha with the score of quiescence search.
#[inline]
pub(crate) fn cut<O: Observation>(
    worker: &mut Worker<'_, O>,
    at: At<'_>,
    eval: &StaticEval,
) -> Result<Option<Cut>, Stop> {
    let Some(estimate) = eval.estimate else { return Ok(None) };
    if !worker.has(Layer::Razoring) || !applies(estimate, at.window.alpha, at.depth) {
        return Ok(None);
    }
    worker.event(Event::Razored);
    let score = quiescence::search(worker, at.position, at.window, 0, at.ply)?;
    Ok(Some(Cut { score, reason: RAZORING }))
}

/// Whether the node may be left to quiescence.
#[inline]
fn applies(eval: Score, alpha: Score, depth: i32) -> bool {
    !alpha.is_mate() && eval + (base() + by_depth_squared() * depth * depth) < alpha
}
