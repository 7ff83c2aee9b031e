//! Fail-low bonus (`fail-low-credit`): reward the quiet move that led to a node in which all moves failed
//! low.
//!
//! Previous layer: [`swing-history`](super::swing_history). Next layer: [`near-root`](super::near_root).
//!
//! **Idea.** If all moves of a node fail low, the quiet move that led to the node has no refutation. The
//! layers `history` and `continuation-history` treat that quiet move as if it had caused a beta cutoff.
//!
//! **When.** The move that led to a node below the root gets a history bonus if the move is quiet and the
//! score of the node's move loop is an upper bound. A singular search gives no bonus. [`TUNABLES`] lists the
//! size of the bonus.
//!
//! **Where.** Step 11 of [the node](crate::search::negamax) updates [`history`](super::history) and
//! [`continuation-history`](super::continuation_history); move ordering reads these two tables.
//!
//! **Risk.** A different order of moves does not change the score of an exact set of layers.
//!
//! **Gain.** The rung `more-histories` (`pawn-history`, `swing-history` and `fail-low-credit` together)
//! scores +19 ± 16 Elo against the rung below, `quiescence-pruning` (952 games at 10,000 nodes per move,
//! `network`, UHO openings, 2026-11-20). See [experiments](crate::search::experiments#fail-low-credit).
//!
//! **Source.** Stockfish, 2016: a bonus for counter moves.

use super::LayerInfo;
use crate::{
    chess::position::Position,
    search::{
        layer::Layer,
        node::{move_loop::Node, stack::context, worker::Worker},
        observe::observer::Observation,
        tunable::tunables,
        types::window::Bound,
    },
};

tunables! {
    /// History bonus of the move that led to a fail-low node, in 1/64 of the bonus for a beta cutoff at the
    /// depth of that node.
    credit = 86, 0..=128, 8;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { tunables: &TUNABLES, ..LayerInfo::EXACT };

/// Gives a bonus to the quiet move that led to a node that failed low. `bonus` is the history bonus of a beta
/// cutoff at the depth of the node.
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
    let credited = bonus * credit() / 64;
    if worker.has(Layer::History) {
        worker.thread.histories.quiet.update(!position.turn(), mv, credited);
    }
    if worker.has(Layer::ContinuationHistory) {
        let before = context(&worker.stack, ply - 1);
        let piece_to = worker.stack[ply].piece_to;
        worker.thread.histories.continuation.update(before, piece_to, credited);
    }
}
