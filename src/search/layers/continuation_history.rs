//! `continuation-history`: quiet moves by how often they refuted anything as an answer to, or a sequel of, an earlier
//! move.
//!
//! *Idea.* A move is good in a context: against the move just made, after our own last move, in the plan begun two
//! moves ago. For each of these a number as in [`history`](super::history) is kept, by the man and the square it
//! entered, then and now.
//!
//! *Source.* Counter-move history: Stockfish, about 2015.
//!
//! *When.* At a cut by a quiet move: 1, 2 and 4 plies back. The sum orders quiet moves.
//!
//! *Where.* Read in step 6 of [the node](crate::search::negamax), written in step 10.
//!
//! *Risk.* None for the score by itself; [reductions](super::late_reductions) listen to it.
//!
//! *Cost and gain.* +23 ± 35 (240 games at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search
//! against itself without the layer). Elsewhere +22 and +12 (Simbelmyne).
//!
//! *Tried and lost.* Nothing yet.

use shakmaty::Color;

use super::LayerInfo;
use crate::{
    position::Move,
    search::{
        layer::Layer,
        node::{histories::gravity, move_loop::Node, worker::Worker},
        observe::observer::Observation,
        types::piece_to::{Context, PIECE_TOS, PieceTo},
    },
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo::EXACT;

const LIMIT: i32 = 16_384;

/// A number for each pair of an earlier arrival and a present one.
#[derive(Clone, Debug)]
pub struct ContinuationHistory(Box<[[i16; PIECE_TOS]]>);

/// The numbers of every move in one context.
#[derive(Clone, Copy, Debug)]
pub struct ContinuationRows<'a>([&'a [i16; PIECE_TOS]; 3]);

impl ContinuationRows<'_> {
    /// What is known of a move: the sum over the earlier moves, each ±16384.
    #[inline]
    pub(crate) fn get(self, now: PieceTo) -> i32 {
        self.0.iter().map(|row| i32::from(row[now.index()])).sum()
    }
}

impl Default for ContinuationHistory {
    fn default() -> Self {
        Self(vec![[0; PIECE_TOS]; PIECE_TOS + 1].into_boxed_slice())
    }
}

impl ContinuationHistory {
    /// What is known after these earlier moves.
    #[inline]
    pub(crate) fn after(&self, context: Context) -> ContinuationRows<'_> {
        ContinuationRows(context.map(|earlier| &self.0[earlier.index()]))
    }

    /// Moves the numbers by a `bonus` (negative: a malus).
    #[inline]
    pub(crate) fn update(&mut self, context: Context, now: PieceTo, bonus: i32) {
        for earlier in context.into_iter().filter(|earlier| *earlier != PieceTo::NONE) {
            let number = &mut self.0[earlier.index()][now.index()];
            *number = gravity(*number, bonus, LIMIT);
        }
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.0.fill([0; PIECE_TOS]);
    }
}

/// A quiet move cut the node: it gains `bonus` after the moves that led here, the quiet moves tried before it lose as much.
#[inline]
pub(crate) fn update<O: Observation>(
    worker: &mut Worker<'_, O>,
    us: Color,
    node: &Node,
    best: Move,
    bonus: i32,
) {
    if worker.has(Layer::ContinuationHistory) {
        for (mv, change) in node.quiet_changes(best, bonus) {
            worker.thread.histories.continuation.update(node.context, PieceTo::of(us, mv), change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_known_in_its_context_only() {
        let mut history = ContinuationHistory::default();
        let [then, now, other] = [5, 70, 9].map(PieceTo::from_index);
        history.update([then, PieceTo::NONE, other], now, 400);
        assert_eq!(history.after([then, PieceTo::NONE, PieceTo::NONE]).get(now), 400);
        assert_eq!(history.after([then, other, PieceTo::NONE]).get(now), 800);
        assert_eq!(history.after([PieceTo::NONE; 3]).get(now), 0);
        assert_eq!(history.after([now, now, now]).get(then), 0);
    }
}
