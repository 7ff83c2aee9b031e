//! SEE pruning (`exchange-pruning`): skip moves that lose too much material on their destination square.
//!
//! Previous layer: [`razoring`](super::razoring). Next layer: [`exchange-ordering`](super::exchange_ordering).
//!
//! **Idea.** [Static exchange evaluation](crate::chess::position::see) (SEE) computes the result of an exchange on
//! one square without a search. Quiescence search skips captures that lose material. The main search skips
//! moves that lose more material than a limit; the limit grows with the remaining depth, in which the side
//! could win the material back.
//!
//! **When.** SEE pruning is off while the side to move is in check. In the main search, SEE pruning of a move
//! has three more conditions: the node is not the root, the move does not give check, and at least one
//! searched move of the node is not a proved loss, by mate or by the tablebases. [`TUNABLES`] lists the maximum loss of material in the
//! main search. Quiescence search prunes every noisy move that loses material.
//!
//! **Where.** Step 7 of [the node](crate::search::negamax), and [quiescence search](super::quiescence).
//!
//! **Risk.** SEE counts a sacrifice as a loss of material. SEE also ignores pins, overloaded defenders, and
//! everything outside the destination square.
//!
//! **Gain.** The full search scores +44 ± 20 Elo against the same search without `exchange-pruning` (600
//! games at 20,000 nodes per move, `network`, UHO openings, 2026-11-27), and +5 ± 30 Elo against it by the
//! clock (200 games at 4+0.04, `network`, UHO openings, 2026-11-27). See
//! [experiments](crate::search::experiments#exchange-pruning).
//!
//! **Source.** Counting exchanges is as old as chess programs. Pruning by SEE in the main search, with a
//! limit that grows with the depth, comes from Stockfish.

use super::LayerInfo;
use crate::{
    chess::position::{Move, Position, is_noisy, see},
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation, tunable::tunables},
};

tunables! {
    /// Maximum SEE loss of a quiet move, in centipawns per squared ply of the depth after reductions.
    quiet_loss = 15, 5..=80, 4;
    /// Maximum SEE loss of a capture or queen promotion, in centipawns per ply of depth.
    noisy_loss = 79, 30..=200, 10;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { static_eval: true, tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// Returns the lowest SEE result, in centipawns, with which the main search still searches a move. `reduced`
/// is the depth after reductions, in plies.
#[inline]
fn threshold(noisy: bool, depth: i32, reduced: i32) -> i32 {
    if noisy { -noisy_loss() * depth } else { -quiet_loss() * reduced * reduced }
}

/// Returns whether the main search prunes `mv` because it loses more material by SEE than allowed at `depth`
/// plies; `reduced` is the depth after reductions, in plies.
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

/// Returns whether quiescence search skips a capture or queen promotion because it loses material by SEE.
#[inline]
pub(crate) fn prunes_capture<O: Observation>(worker: &Worker<'_, O>, position: &Position, mv: Move) -> bool {
    worker.has(Layer::ExchangePruning) && !see::at_least(position, mv, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_may_lose_material_and_at_greater_depth_more_of_it() {
        for noisy in [true, false] {
            let [shallow, deep] = [1, 4].map(|depth| threshold(noisy, depth, depth));
            assert!(deep < shallow && shallow < 0, "noisy {noisy}: {shallow} and {deep}");
        }
    }
}
