//! `swing-history` and `fail-low-credit`: what a node learns about the move that led to it.
//!
//! *Idea.* The histories hear of a move when it makes a cut, or was tried in vain before one. Two more witnesses are at
//! hand. The static values before and after a quiet move: whoever moved and now stands better has done well
//! (`swing-history`). And a node all of whose moves fail: the quiet move that led there has no refutation
//! (`fail-low-credit`).
//!
//! *Source.* Stockfish: the first 2020, the second as a bonus for counter moves 2016.
//!
//! *When.* After a quiet move: the first if neither side is in check, the second if the bound found is an upper one. What
//! they earn: [`NUMBERS`].
//!
//! *Where.* Written in steps 5 and 11 of [the node](crate::search::negamax), read where the
//! [histories](super::history) are.
//!
//! *Risk.* None for the score by themselves. The static value is a poor judge in the middle of an exchange, so only quiet
//! moves are judged, and by little.
//!
//! *Cost and gain.* With [`pawn-history`](super::pawn_history) one rung: see there. Not measured alone.
//!
//! *Tried and lost.* See there.

use crate::{
    position::Position,
    score::Score,
    search::{
        layer::Layer,
        layers::history::bonus,
        node::{stack::context, worker::Worker},
        observe::observer::Observation,
        tunable::tunables,
    },
};

tunables! { "last_move":
    /// `swing-history`: what a centipawn of the swing is worth to the move's history,
    swing = 5, 0..=20, 1;
    /// and no more than this.
    swing_most = 1050, 200..=3000, 120;
    /// `fail-low-credit`: the part of a cut's worth, in 1/64.
    credit = 86, 0..=128, 8;
}

/// What a move has earned after which the mover's opponent counts `eval`, and the mover counted `before`.
fn earned_by(eval: Score, before: Score) -> i32 {
    (-swing() * (eval.raw() + before.raw())).clamp(-swing_most(), swing_most())
}

impl<O: Observation> Worker<'_, O> {
    /// The static value at `ply` is known: the quiet move that led there is judged by it.
    #[inline]
    pub(crate) fn judge_swing(&mut self, position: &Position, ply: usize) {
        if !self.has(Layer::SwingHistory) || !self.has(Layer::History) || ply == 0 {
            return;
        }
        let frame = &self.frames[ply];
        if let (Some(eval), Some(before), Some(mv)) = (frame.eval, self.frames[ply - 1].eval, frame.quiet()) {
            self.thread.history.update(!position.turn(), mv, earned_by(eval, before));
        }
    }

    /// No move at `ply` was good enough: the quiet move that led there did well.
    #[inline]
    pub(crate) fn credit(&mut self, position: &Position, depth: i32, ply: usize) {
        if !self.has(Layer::FailLowCredit) || ply == 0 {
            return;
        }
        let Some(mv) = self.frames[ply].quiet() else { return };
        let earned = bonus(depth) * credit() / 64;
        if self.has(Layer::History) {
            self.thread.history.update(!position.turn(), mv, earned);
        }
        if self.has(Layer::ContinuationHistory) {
            let before = context(&self.frames, ply - 1);
            self.thread.continuation.update(before, self.frames[ply].arrival, earned);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_earns_by_what_its_side_gains_and_loses_by_what_it_gives_away() {
        let still = earned_by(Score::cp(-30), Score::cp(30));
        assert_eq!(still, 0);
        assert!(earned_by(Score::cp(-80), Score::cp(30)) > still);
        assert!(earned_by(Score::cp(20), Score::cp(30)) < still);
        assert_eq!(earned_by(Score::cp(-9000), Score::cp(0)), swing_most());
    }
}
