//! `exchange-pruning` and `exchange-ordering`: what loses material is looked at last, or not at all.
//!
//! *Idea.* The exchange on the square a move enters can be counted without a search
//! ([`position::exchange`](crate::position::see)). A capture that loses it is tried after the quiet moves; in
//! quiescence it is not tried, and in the tree near the horizon not either, if it loses more than the depth could win
//! back.
//!
//! *Source.* Counting exchanges is as old as chess programs; pruning by them in the tree, with a bound that grows with
//! the depth: Stockfish.
//!
//! *When.* Ordering: captures. Pruning: not at the root, not in check, never a check, once a move that does not lose
//! has been searched. How much may be lost: [`NUMBERS`], by [`threshold`].
//!
//! *Where.* Ordering in step 6 of [the node](crate::search::negamax), pruning in step 7 and in
//! [quiescence](super::quiescence).
//!
//! *Risk.* A sacrifice is a lost exchange. And the count knows no pins, no overloaded defender, nothing off the square.
//!
//! *Cost and gain.* `exchange-pruning` +195 ± 64, `exchange-ordering` +41 ± 53 (120 games each at 20,000 nodes a move,
//! `classical`, UHO openings, 2026-11-20, the full search against itself without the layer).
//!
//! *Tried and lost.* Nothing yet.

use crate::search::tunable::tunables;

tunables! { "exchange":
    /// Centipawns a quiet move may lose, for the square of the depth left after reductions.
    quiet_loss = 20, 5..=80, 4;
    /// Centipawns a capture may lose, for each ply of depth.
    noisy_loss = 77, 30..=200, 10;
}

/// What the exchange of a move must bring at least, in centipawns, to be searched.
#[inline]
#[must_use]
pub fn threshold(noisy: bool, depth: i32, reduced: i32) -> i32 {
    if noisy { -noisy_loss() * depth } else { -quiet_loss() * reduced * reduced }
}
