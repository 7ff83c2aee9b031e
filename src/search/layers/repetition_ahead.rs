//! Upcoming repetition (`repetition-ahead`): a side that can repeat a position has at least a draw.
//!
//! Previous layer: [`deeper-shallower`](super::deeper_shallower). Next layer: [`fifty-fade`](super::fifty_fade).
//!
//! **Idea.** If a reversible move of the side to move leads back to an earlier position of the search path
//! after the root, the score of the node is at least a draw. With `repetition-ahead`, the search detects the
//! draw one ply before the repetition occurs.
//!
//! **When.** `repetition-ahead` applies at nodes below the root whose alpha is below the draw score.
//! [`GameHistory::can_repeat`](crate::chess::position::GameHistory::can_repeat) finds the reversible move.
//!
//! **Where.** Step 1 of [the node](crate::search::negamax). Together with `fifty-fade`, `repetition-ahead` is
//! the rung `draws-ahead`.
//!
//! **Risk.** The draw score depends on the path to the position. The transposition table stores scores
//! without their path, so it can return a draw score on another path.
//!
//! **Gain.** The three rungs from `draws-ahead` to `quiescence-pruning` together score +47 ± 26 Elo
//! against the rung `deeper-shallower` (400 games at 10,000 nodes per move, `classical`, UHO openings,
//! 2026-11-20). See [experiments](crate::search::experiments#repetition-ahead).
//!
//! **Source.** van Kervinck 2013; Stockfish 2017.

use super::{LayerInfo, ReasonInfo, ReasonKind};
use crate::{
    chess::{position::Position, score::Score},
    search::{
        layer::Layer,
        node::worker::{EarlyResult, Worker},
        observe::{observer::Observation, reason::Reason},
        types::window::Window,
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo {
    reasons: &[ReasonInfo {
        code: "repetition",
        term: "repetition",
        says: "Draw by repetition: the position is repeated, or a move can repeat it",
        kind: ReasonKind::Draw,
    }],
    ..LayerInfo::SELECTIVE
};

/// Reason for the end of a node: the side to move can repeat a position, and the draw score reaches beta.
pub const REPETITION: Reason = Reason::Layer(Layer::RepetitionAhead, 0);

/// Raises alpha to the draw score if the side to move can repeat a position. Ends the node if the draw score
/// reaches beta.
#[inline]
pub(crate) fn cut<O: Observation>(
    worker: &Worker<'_, O>,
    position: &Position,
    window: &mut Window,
    ply: usize,
) -> Option<EarlyResult> {
    let applies = worker.has(Layer::RepetitionAhead) && window.alpha < Score::DRAW;
    if !applies || !worker.history.can_repeat(position, ply) {
        return None;
    }
    window.alpha = Score::DRAW;
    (window.alpha >= window.beta).then_some(EarlyResult { score: Score::DRAW, reason: REPETITION })
}
