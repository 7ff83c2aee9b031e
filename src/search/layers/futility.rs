//! `futility`: a quiet move cannot lift so bad a position above alpha.
//!
//! *Idea.* Near the horizon a quiet move changes the static value by a pawn or two at most. If even that leaves it below
//! alpha, the quiet moves are skipped (Heinz 1998).
//! *When.* Not at the root, not in check, with the depth a late move would have left, once a move that does not lose has been
//! searched.
//! *Cost and gain.* +23 ± 47 (120 games at 20,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search against
//! itself without the layer).
//! *Tried and lost.* Skipping checks as well: −20 ± 42 in 160 games, and short mates were missed.

use crate::{score::Score, search::tunable::tunables};

tunables! {
    /// Below this depth, the one that is left after reductions.
    max_depth = 10, 4..=14, 1;
    /// Centipawns a quiet move may bring,
    base = 150, 40..=300, 12;
    /// and so many more a ply.
    margin = 100, 40..=200, 8;
}

/// Whether quiet moves are hopeless at `depth`, the depth that is left after reductions.
#[inline]
#[must_use]
pub fn is_hopeless(eval: Score, alpha: Score, depth: i32) -> bool {
    depth < max_depth() && eval + (margin() * depth + base()) <= alpha
}
