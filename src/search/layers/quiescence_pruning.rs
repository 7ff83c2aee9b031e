//! Pruning in quiescence search (`quiescence-pruning`): skip futile captures and moves after the first few.
//!
//! **Idea.** If the static evaluation plus a margin does not exceed alpha, a capture that wins no material is
//! unlikely to raise alpha and is skipped (delta pruning). After the first few moves, quiescence search skips
//! all further moves. In check, quiet evasions are skipped once an evasion has been found that does not get
//! mated.
//!
//! **When.** Every quiescence node whose best score is not a mate against the side to move. [`TUNABLES`]
//! lists the margin and the number of moves.
//!
//! **Where.** In the move loop of [quiescence search](super::quiescence).
//!
//! **Risk.** A capture can gain more than the material that SEE counts.
//!
//! **Cost and gain.** The full search with `quiescence-pruning` scores +10 ± 36 Elo against the full search
//! without it (240 games at 10,000 nodes per move, `classical`, UHO openings, 2026-11-20).
//!
//! **Tried without success.** Nothing so far.
//!
//! **Source.** Delta pruning is as old as quiescence search; the limit on the number of moves follows
//! Stockfish.

use super::{LayerInfo, quiescence::Quiet};
use crate::{
    position::{Move, Position, is_noisy, see},
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables},
};

tunables! { "quiescence":
    /// Margin of delta pruning, in centipawns. If the static evaluation plus this margin is not above alpha,
    /// captures that win no material by SEE are skipped.
    margin = 126, 50..=400, 16;
    /// Number of moves that a quiescence node searches when not in check.
    enough = 3, 2..=6, 1;
}

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo { tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// Whether a move is pruned. Delta pruning raises the best score to the static evaluation plus the margin,
/// because the pruned capture could reach it.
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
