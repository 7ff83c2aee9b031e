//! `exchange-pruning`: moves that lose the exchange on their square are skipped.
//!
//! *Idea.* The exchange on the square a move enters can be counted without a search
//! ([`position::exchange`](crate::position::see)). In quiescence a capture
//! that loses it is not tried, and in the tree near the horizon not either, if it loses more than the depth could win
//! back.
//!
//! *Source.* Counting exchanges is as old as chess programs; pruning by them in the tree, with a bound that grows with
//! the depth: Stockfish.
//!
//! *When.* Not at the root, not in check, never a check, once a move that does not lose
//! has been searched. How much may be lost: [`TUNABLES`].
//!
//! *Where.* Step 7 of [the node](crate::search::negamax), and in [quiescence](super::quiescence).
//!
//! *Risk.* A sacrifice is a lost exchange. And the count knows no pins, no overloaded defender, nothing off the square.
//!
//! *Cost and gain.* +195 ± 64 (120 games at 20,000 nodes a move,
//! `classical`, UHO openings, 2026-11-20, the full search against itself without the layer).
//!
//! *Tried and lost.* Nothing yet.

use super::LayerInfo;
use crate::{
    position::{Move, Position, is_noisy, see},
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables},
};

tunables! { "exchange":
    /// Centipawns a quiet move may lose, for the square of the depth left after reductions.
    quiet_loss = 20, 5..=80, 4;
    /// Centipawns a capture may lose, for each ply of depth.
    noisy_loss = 77, 30..=200, 10;
}

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo { static_eval: true, tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// What the exchange of a move must bring at least, in centipawns, to be searched.
#[inline]
fn threshold(noisy: bool, depth: i32, reduced: i32) -> i32 {
    if noisy { -noisy_loss() * depth } else { -quiet_loss() * reduced * reduced }
}

/// Whether a move loses more than `depth` could win back; `reduced` is the depth left after reductions.
#[inline]
pub(crate) fn prunes<O: Observation>(
    worker: &Worker<'_, O>,
    position: &Position,
    mv: Move,
    depth: i32,
    reduced: i32,
) -> bool {
    worker.has(Layer::ExchangePruning)
        && !see::at_least(position, mv, threshold(is_noisy(mv), depth, reduced))
}

/// Whether quiescence search skips a capture because it loses material.
#[inline]
pub(crate) fn prunes_capture<O: Observation>(worker: &Worker<'_, O>, position: &Position, mv: Move) -> bool {
    worker.has(Layer::ExchangePruning) && !see::at_least(position, mv, 0)
}
