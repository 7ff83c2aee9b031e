//! `quiescence-pruning`: quiescence skips captures that cannot lift the score to alpha, and moves after the first few.
//!
//! *Idea.* A capture that even with a margin cannot lift the static evaluation to alpha is skipped (delta pruning), and so is
//! what comes after the first few moves. In check, quiet answers are skipped once an answer does not lose.
//!
//! *Source.* Delta pruning: as old as quiescence; the number of moves: Stockfish.
//!
//! *When.* At every quiescence node that is not lost so far. Margin and number of moves: [`TUNABLES`].
//!
//! *Where.* In the move loop of [quiescence](super::quiescence).
//!
//! *Risk.* A capture may win more than it takes.
//!
//! *Cost and gain.* +10 ± 36 (240 games at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search against
//! itself without the layer).
//!
//! *Tried and lost.* Nothing yet.

use super::{LayerInfo, quiescence::Quiet};
use crate::{
    position::{Move, Position, is_noisy, see},
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables},
};

tunables! { "quiescence":
    /// Centipawns that a capture may bring beside what it takes.
    margin = 126, 50..=400, 16;
    /// After so many moves the rest is skipped.
    enough = 3, 2..=6, 1;
}

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo { tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// Whether a move is skipped. A skipped capture may still raise the best score to what it could bring.
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
    let hope = eval + margin();
    let hopeless = hope <= quiet.alpha && !see::at_least(position, mv, 1);
    if hopeless {
        quiet.best = quiet.best.max(hope);
    }
    hopeless
}
