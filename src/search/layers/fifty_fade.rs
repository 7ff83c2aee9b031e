//! Fifty-move fading (`fifty-fade`): reduce the static evaluation as the fifty-move counter rises.
//!
//! Previous layer: [`repetition-ahead`](super::repetition_ahead). Next layer: [`fail-blend`](super::fail_blend).
//!
//! **Idea.** A side that moves its pieces back and forth without a plan approaches a draw by the fifty-move
//! rule. With fading, an advantage counts less the longer no capture or pawn move is made, so the engine
//! prefers to make progress soon.
//!
//! **When.** Fading applies to every static evaluation whose raw score is, in absolute value, below
//! [`DECIDED`](crate::search::node::static_eval::DECIDED) centipawns. With a fifty-move counter of n plies,
//! the evaluation is multiplied by ([`SPAN`] − n) / [`SPAN`]. The transposition table stores the raw score as
//! the evaluation of a position, not the faded score, because TT keys do not include the fifty-move counter.
//!
//! **Where.** Step 5 of [the node](crate::search::negamax), and quiescence search. `fifty-fade` and
//! `repetition-ahead` together are the rung `draws-ahead`.
//!
//! **Risk.** Some wins need long manoeuvres without captures and pawn moves, and fading lowers their
//! evaluation. With a fifty-move counter of 100 plies, half of the evaluation still remains.
//!
//! **Gain.** The three rungs from `draws-ahead` to `quiescence-pruning` together score +47 ± 26 Elo
//! against the rung `deeper-shallower` (400 games at 10,000 nodes per move, `classical`, UHO openings,
//! 2026-11-20). See [experiments](crate::search::experiments#fifty-fade).
//!
//! **Source.** Stockfish.
//!
//! ```
//! use glulam::{chess::score::Score, search::layers::fifty_fade::faded};
//!
//! let value = Score::cp(200);
//! assert_eq!(faded(value, 0), value);
//! assert!(faded(value, 40) < value && faded(-value, 40) > -value);
//! ```

use super::LayerInfo;
use crate::{
    chess::score::Score,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation},
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo::SELECTIVE;

/// Value of the fifty-move counter, in plies, at which the faded evaluation would reach zero; counters above
/// 100 plies count as 100.
pub const SPAN: i32 = 200;

/// Returns the static evaluation `eval`, faded towards zero by `halfmoves`, the number of plies since the
/// last capture or pawn move.
#[inline]
pub fn faded(eval: Score, halfmoves: u32) -> Score {
    Score::from_raw(eval.raw() * (SPAN - halfmoves.min(100) as i32) / SPAN)
}

/// Returns the static evaluation `eval`, faded towards zero if the layer `fifty-fade` is on.
#[inline]
pub(crate) fn apply<O: Observation>(worker: &Worker<'_, O>, eval: Score, halfmoves: u32) -> Score {
    if worker.has(Layer::FiftyFade) { faded(eval, halfmoves) } else { eval }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_evaluation_is_faded_linearly_to_one_half_at_a_hundred_plies() {
        for (halfmoves, expected) in [(0, 200), (1, 199), (40, 160), (99, 101), (100, 100), (140, 100)] {
            assert_eq!(faded(Score::cp(200), halfmoves), Score::cp(expected), "{halfmoves}");
            assert_eq!(faded(Score::cp(-200), halfmoves), Score::cp(-expected), "{halfmoves}");
        }
    }
}
