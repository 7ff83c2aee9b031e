//! `fifty-fade`: an advantage fades while nothing happens.
//!
//! *Idea.* Whoever shuffles towards the fifty moves has no plan; progress made now is worth more than progress made
//! later.
//!
//! *Source.* Stockfish.
//!
//! *When.* In every static value, in proportion to what is left of [`SPAN`]; never stored, since the table does not see
//! the count.
//!
//! *Where.* Step 5 of [the node](crate::search::negamax). With `repetition-ahead` it is the rung `draws-ahead`.
//!
//! *Risk.* Some wins need long manoeuvres. Half of the value stays to the end.
//!
//! *Cost and gain.* Not measured alone; with the rungs from `draws-ahead` to `quiescence-pruning` +47 ± 26 (400 games
//! at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.
//!
//! ```
//! use glulam::{score::Score, search::layers::fifty_fade::faded};
//!
//! let value = Score::cp(200);
//! assert_eq!(faded(value, 0), value);
//! assert!(faded(value, 40) < value && faded(-value, 40) > -value);
//! ```

use super::LayerInfo;
use crate::{
    score::Score,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation},
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo::SELECTIVE;

/// Plies after which nothing would be left of an advantage.
pub const SPAN: i32 = 200;

/// The static value after so many plies without capture or pawn move.
#[inline]
pub fn faded(eval: Score, halfmoves: u32) -> Score {
    Score::from_raw(eval.raw() * (SPAN - halfmoves.min(100) as i32) / SPAN)
}

/// The static evaluation, faded if the layer is on.
#[inline]
pub(crate) fn apply<O: Observation>(worker: &Worker<'_, O>, eval: Score, halfmoves: u32) -> Score {
    if worker.has(Layer::FiftyFade) { faded(eval, halfmoves) } else { eval }
}
