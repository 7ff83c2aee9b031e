//! `futility`: a quiet move cannot lift so bad a position above alpha.
//!
//! *Idea.* Near the horizon a quiet move changes the static value by a pawn or two at most. If even that leaves it
//! below alpha, the quiet moves are skipped.
//!
//! *Source.* Schaeffer 1986; Heinz 1998.
//!
//! *When.* Not at the root, not in check, never a check, once a move that does not lose has been searched. The depth is
//! what a [late move](super::late_reductions) would have left. Margin: [`NUMBERS`].
//!
//! *Where.* Step 7 of [the node](crate::search::negamax).
//!
//! *Risk.* A quiet move that attacks two things, or threatens mate, is worth more than the margin.
//!
//! *Cost and gain.* +23 ± 47 (120 games at 20,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search
//! against itself without the layer); with `late-pruning`, against `late-reductions` +82 ± 27 (400 games at 10,000
//! nodes a move, `classical`, UHO openings, 2026-11-20).
//!
//! *Tried and lost.* Skipping checks as well: −20 ± 42 (160 games), and short mates were missed.

use crate::{score::Score, search::tunable::tunables};

tunables! { "futility":
    /// Below this depth, the one that is left after reductions.
    max_depth = 9, 4..=14, 1;
    /// Centipawns a quiet move may bring,
    base = 135, 40..=300, 12;
    /// and so many more a ply.
    margin = 86, 40..=200, 8;
}

/// Whether quiet moves are hopeless at `depth`, the depth that is left after reductions.
#[inline]
#[must_use]
pub fn is_hopeless(eval: Score, alpha: Score, depth: i32) -> bool {
    depth < max_depth() && eval + (margin() * depth + base()) <= alpha
}
