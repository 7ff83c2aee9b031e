//! `fail-low-credit`: a quiet move that nothing refuted counts as a success.
//!
//! *Idea.* If all moves of a node fail low, the quiet move that led there has no refutation. It is credited as if it had cut.
//!
//! *Source.* Stockfish: a bonus for counter moves, 2016.
//!
//! *When.* After a quiet move, if the bound found is an upper one. What it earns: [`TUNABLES`].
//!
//! *Where.* Step 11 of [the node](crate::search::negamax); read where [`history`](super::history) and
//! [`continuation-history`](super::continuation_history) are.
//!
//! *Risk.* None for the score by itself.
//!
//! *Cost and gain.* With [`pawn-history`](super::pawn_history) one rung: see there. Not measured alone.
//!
//! *Tried and lost.* See there.

use super::LayerInfo;
use crate::{
    position::Position,
    search::{
        layer::Layer,
        node::{move_loop::Node, stack::context, worker::Worker},
        observe::observer::Observation,
        tunable::tunables,
        types::window::Bound,
    },
};

tunables! { "last_move":
    /// The part of a cut's worth, in 1/64.
    credit = 86, 0..=128, 8;
}

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo { tunables: &TUNABLES, ..LayerInfo::EXACT };

/// Credits the quiet move that led to a node that failed low; `bonus` is what a cut at its depth is worth.
#[inline]
pub(crate) fn update<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    node: &Node,
    bonus: i32,
) {
    let ply = node.ply;
    if !worker.has(Layer::FailLowCredit) || ply == 0 || node.bound() != Bound::Upper {
        return;
    }
    let Some(mv) = worker.stack[ply].quiet() else { return };
    let earned = bonus * credit() / 64;
    if worker.has(Layer::History) {
        worker.thread.histories.quiet.update(!position.turn(), mv, earned);
    }
    if worker.has(Layer::ContinuationHistory) {
        let before = context(&worker.stack, ply - 1);
        let piece_to = worker.stack[ply].piece_to;
        worker.thread.histories.continuation.update(before, piece_to, earned);
    }
}
