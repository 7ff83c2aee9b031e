//! Pruning in quiescence search (`quiescence-pruning`): skip futile captures and moves after the first few.
//!
//! Previous layer: [`quiescence-table`](super::quiescence_table). Next layer: [`pawn-history`](super::pawn_history).
//!
//! **Idea.** If the static evaluation plus a margin does not exceed alpha, a capture that wins no material is
//! unlikely to raise alpha and is skipped (delta pruning). If the side to move is not in check, quiescence
//! search skips all moves after the first few. If the side to move is in check, quiescence search skips quiet
//! evasions once it has searched an evasion that is not a proved loss.
//!
//! **When.** Pruning applies at every quiescence node whose best score so far is not a proved loss, by mate or
//! by the tablebases. [`TUNABLES`] lists the margin of delta pruning and the number of moves searched.
//!
//! **Where.** The move loop of [quiescence search](super::quiescence) prunes moves before it makes them.
//!
//! **Risk.** A capture can gain more than the material that SEE counts.
//!
//! **Gain.** The full search of commit 2f367ff scores +10 ± 36 Elo against the same search without
//! `quiescence-pruning` (240 games at 10,000 nodes per move, `classical`, UHO openings, 2026-11-20). See
//! [experiments](crate::search::experiments#quiescence-pruning).
//!
//! **Source.** Delta pruning is as old as quiescence search; the limit on the number of moves follows
//! Stockfish.

use super::{LayerInfo, quiescence::Quiet};
use crate::{
    chess::position::{Move, Position, is_noisy, see},
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables},
};

tunables! {
    /// Margin of delta pruning, in centipawns. If the static evaluation plus this margin is not above alpha,
    /// captures that win no material by SEE are skipped.
    margin = 105, 50..=400, 16;
    /// Maximum number of moves that a quiescence node searches if the side to move is not in check.
    enough = 3, 2..=6, 1;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// Whether quiescence search prunes the move `mv`. If delta pruning skips a capture, the best score of the
/// node rises to at least the static evaluation plus the margin, because the skipped capture could reach that
/// score.
pub(crate) fn prunes<O: Observation>(
    worker: &Worker<'_, O>,
    position: &Position,
    mv: Move,
    quiet: &mut Quiet,
) -> bool {
    if !worker.has(Layer::QuiescencePruning) || quiet.best.is_loss() {
        return false;
    }
    let Some(eval) = quiet.eval else { return quiet.tried > 0 && !is_noisy(mv) };
    if quiet.tried >= enough() as usize {
        return true;
    }
    let limit = eval + margin();
    let futile = limit <= quiet.alpha && !see::at_least(position, mv, 1);
    if futile {
        quiet.best = quiet.best.max(limit);
    }
    futile
}
