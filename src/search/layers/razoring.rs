//! `razoring`: so far below alpha that only a capture could help.
//!
//! *Idea.* A static value far below alpha will not be mended by a few quiet moves: [quiescence](super::quiescence) is
//! asked at once, and its word taken.
//!
//! *Source.* Birmingham and Kent 1977; in this form Stockfish.
//!
//! *When.* Not on the principal variation, not in check; the margin grows with the square of the depth: [`NUMBERS`].
//!
//! *Where.* Step 5 of [the node](crate::search::negamax), before the cuts above beta.
//!
//! *Risk.* A quiet move that wins after all, a threat of mate above all, is not looked at.
//!
//! *Cost and gain.* Not measured alone; with `exchange`, against `reverse-futility` +140 ± 32 (400 games at 10,000
//! nodes a move, `classical`, UHO openings, 2026-11-20). Elsewhere +9 (Reckless).
//!
//! *Tried and lost.* Nothing yet.

use crate::{score::Score, search::tunable::tunables};

tunables! { "razoring":
    /// Centipawns below alpha,
    base = 280, 100..=700, 24;
    /// and so many more for the square of the depth.
    by_depth_squared = 267, 50..=500, 16;
}

/// Whether the node may be left to quiescence.
#[inline]
#[must_use]
pub fn gives_up(eval: Score, alpha: Score, depth: i32) -> bool {
    !alpha.is_mate() && eval + (base() + by_depth_squared() * depth * depth) < alpha
}
