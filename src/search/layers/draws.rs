//! Draw detection (`draws`): score repetitions, the fifty-move rule and insufficient material as draws.
//!
//! Previous layer: [`mate-distance`](super::mate_distance). Next layer: [`quiescence`](super::quiescence).
//!
//! **Idea.** A position that occurs for the second time within the search, or for the third time in the whole
//! game, is scored as a draw: a side that can get more than a draw would have played another move at the
//! first occurrence. A position is also a draw [`FIFTY_MOVES`] plies after the last capture or pawn move,
//! unless the position is checkmate. A position in which neither side has mating material is scored as a draw
//! as well.
//!
//! **When.** Every main search node below the root tests for draws.
//! [`GameHistory`](crate::chess::position::GameHistory) stores the position keys of the game and of the search path
//! in one list.
//!
//! **Where.** Step 1 of [the node](crate::search::negamax).
//!
//! **Risk.** With `draws`, the score of a position depends on the moves that led to the position, because
//! these moves determine repetitions and the fifty-move counter. The transposition table does not store these
//! moves. `draws` is therefore the lowest rung above `minimax` that is not exact.
//!
//! **Gain.** The rung `draws` scores +63 ± 23 Elo against the rung below, `mate-distance` (200 games at
//! 20,000 nodes per move, `material`, openings not recorded, 2026-11-20). See
//! [experiments](crate::search::experiments#draws).
//!
//! **Source.** The laws of chess. Scoring the second occurrence within the search as a draw is an old
//! practice.

use super::{LayerInfo, ReasonInfo, ReasonKind};
use crate::{
    chess::{
        position::{Position, game_end::FIFTY_MOVES},
        score::Score,
    },
    search::{
        layer::Layer,
        node::worker::{EarlyResult, Worker},
        observe::{event::Event, observer::Observation, reason::Reason},
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo {
    reasons: &[
        ReasonInfo {
            code: "repetition",
            term: "repetition",
            says: "Draw by repetition: the position is repeated, or a move can repeat it",
            kind: ReasonKind::Draw,
        },
        ReasonInfo {
            code: "fifty_moves",
            term: "fifty-move rule",
            says: "Draw by the fifty-move rule",
            kind: ReasonKind::Draw,
        },
        ReasonInfo {
            code: "material",
            term: "insufficient material",
            says: "Draw: neither side has enough material to mate",
            kind: ReasonKind::Draw,
        },
    ],
    ..LayerInfo::SELECTIVE
};

/// Reason for the end of a node: the position repeats an earlier position of the search path or of the game.
pub const REPETITION: Reason = Reason::Layer(Layer::Draws, 0);
/// Reason for the end of a node: the last 100 plies contain no capture and no pawn move.
pub const FIFTY: Reason = Reason::Layer(Layer::Draws, 1);
/// Reason for the end of a node: neither side has mating material.
pub const MATERIAL: Reason = Reason::Layer(Layer::Draws, 2);

/// Ends the node at `ply` with the draw score if the position is a draw by repetition, the fifty-move rule or
/// insufficient material. The position must not be checkmate: checkmate takes precedence over the fifty-move
/// rule, and the node tests for checkmate first.
#[inline]
pub(crate) fn cut<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    ply: usize,
) -> Option<EarlyResult> {
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
    Some(EarlyResult { score: Score::DRAW, reason })
}
