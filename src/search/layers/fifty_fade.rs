//! `fifty-fade`: an advantage fades while nothing happens.
//!
//! *Idea.* Whoever shuffles towards the fifty moves has no plan; progress made now is worth more than progress made later
//! (Stockfish). *When.* In every static value; never stored, since the table does not see the count.
//! *Cost and gain.* Not measured here alone yet; with the rungs from `draws-ahead` to `quiescence-pruning` +47 ± 26 (400 games at
//! 10,000 nodes a move, `classical`, 2026-11-20).
//! *Tried and lost.* Nothing yet.

use crate::score::Score;

/// Plies after which nothing would be left of an advantage.
const SPAN: i32 = 200;

/// The static value after so many plies without capture or pawn move.
#[inline]
#[must_use]
pub fn faded(eval: Score, halfmoves: u32) -> Score {
    Score::from_raw(eval.raw() * (SPAN - halfmoves.min(100) as i32) / SPAN)
}
