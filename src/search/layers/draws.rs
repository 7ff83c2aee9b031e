//! `draws`: what the rules call drawn on the way to a position, or for its material.
//!
//! *Idea.* A position that stands a second time inside the search, or a third time in all, is worth a draw: whoever
//! wanted more would have played otherwise. So are [`FIFTY_MOVES`] plies without capture or pawn move (unless it is
//! mate), and material with which nobody can mate.
//!
//! *Source.* The laws of chess; that a second time is enough inside the search is old practice.
//!
//! *When.* Below the root. [`History`](crate::position::GameHistory) keeps the keys of game and line in one row.
//!
//! *Where.* Step 1 of [the node](crate::search::negamax).
//!
//! *Risk.* The value then hangs on the way to the position, which the table does not see: the first layer that is not
//! exact.
//!
//! *Cost and gain.* Without it a won game is repeated away: +63 ± 23 (200 games at 20,000 nodes a move, `material`,
//! 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.

use super::{LayerInfo, ReasonInfo, ReasonKind};
use crate::{
    position::{Position, game_end::FIFTY_MOVES},
    score::Score,
    search::{
        layer::Layer,
        node::worker::{Cut, Worker},
        observe::{event::Event, observer::Observation, reason::Reason},
    },
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo {
    reasons: &[
        ReasonInfo {
            code: "repetition",
            says: "repetition: a draw, or one is at hand",
            kind: ReasonKind::Draw,
        },
        ReasonInfo {
            code: "fifty_moves",
            says: "fifty moves without capture or pawn move: a draw",
            kind: ReasonKind::Draw,
        },
        ReasonInfo { code: "material", says: "nobody can mate any more: a draw", kind: ReasonKind::Draw },
    ],
    ..LayerInfo::SELECTIVE
};

/// The position occurred before.
pub const REPETITION: Reason = Reason::Layer(Layer::Draws, 0);
/// A hundred plies without capture or pawn move.
pub const FIFTY: Reason = Reason::Layer(Layer::Draws, 1);
/// Neither side can mate any more.
pub const MATERIAL: Reason = Reason::Layer(Layer::Draws, 2);

/// Ends the node at `ply`, which is not mate, if it is drawn.
#[inline]
pub(crate) fn cut<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    ply: usize,
) -> Option<Cut> {
    if !worker.has(Layer::Draws) {
        return None;
    }
    let reason = if worker.history.is_repetition(ply, position.reversible()) {
        REPETITION
    } else if position.halfmoves() >= FIFTY_MOVES {
        FIFTY
    } else if position.is_insufficient_material() {
        MATERIAL
    } else {
        return None;
    };
    worker.event(Event::Leaf);
    Some(Cut { score: Score::DRAW, reason })
}
