//! Continuation history (`continuation-history`): order quiet moves by their success after earlier moves.
//!
//! Previous layer: [`capture-history`](super::capture_history). Next layer: [`internal-reduction`](super::internal_reduction).
//!
//! **Idea.** Whether a quiet move is good depends on its context: the opponent's last move (1 ply earlier),
//! the side's own last move (2 plies earlier), and the side's own move before that (4 plies earlier), with
//! which a plan may have begun. For each pair of an earlier move and the present move, one entry records how
//! successful the present move was, as in [`history`](super::history). The entries identify each move by its
//! piece and its destination square.
//!
//! **When.** A beta cutoff by a quiet move updates the entries for the moves 1, 2 and 4 plies earlier; the
//! layers [`fail-low-credit`](super::fail_low_credit) and [`pv-history`](super::pv_history) update them as
//! well. The sum of a quiet move's entries for the moves 1, 2 and 4 plies earlier orders the quiet moves.
//!
//! **Where.** Step 6 of [the node](crate::search::negamax) reads the continuation history for move ordering;
//! steps 10 and 11 update the continuation history.
//!
//! **Risk.** A different order of moves does not change the score of an exact set of layers.
//! [Late move pruning](super::late_pruning) and [late move reductions](super::late_reductions) also use the
//! continuation history.
//!
//! **Gain.** The full search scores +30 ± 19 Elo against the same search without `continuation-history` (600
//! games at 20,000 nodes per move, `network`, UHO openings, 2026-11-27), and +5 ± 25 Elo against it by the
//! clock (200 games at 4+0.04, `network`, UHO openings, 2026-11-27). See
//! [experiments](crate::search::experiments#continuation-history).
//!
//! **Source.** Counter-move history in Stockfish, about 2015.

use shakmaty::Color;

use super::LayerInfo;
use crate::{
    chess::position::Move,
    search::{
        layer::Layer,
        node::{histories::gravity, move_loop::Node, worker::Worker},
        observe::observer::Observation,
        types::piece_to::{Context, PIECE_TOS, PieceTo},
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Largest absolute value of a continuation history entry, in history units.
const LIMIT: i32 = 16_384;

/// Continuation history: one entry per pair of an earlier move and a present move.
#[derive(Clone, Debug)]
pub struct ContinuationHistory(Box<[[i16; PIECE_TOS]]>);

/// Continuation history entries of every present move after three given earlier moves: one row per earlier
/// move.
#[derive(Clone, Copy, Debug)]
pub struct ContinuationRows<'a>([&'a [i16; PIECE_TOS]; 3]);

impl ContinuationRows<'_> {
    /// Returns the continuation history of the present move `now`: the sum of three entries, each from −16384
    /// to 16384.
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
    /// Returns the continuation history rows for the moves 1, 2 and 4 plies earlier, given by `context`.
    #[inline]
    pub(crate) fn after(&self, context: Context) -> ContinuationRows<'_> {
        ContinuationRows(context.map(|earlier| &self.0[earlier.index()]))
    }

    /// Applies a bonus, or a malus if `bonus` is negative, to the entries of the move `now` after each of the
    /// earlier moves in `context`, except [`PieceTo::NONE`].
    #[inline]
    pub(crate) fn update(&mut self, context: Context, now: PieceTo, bonus: i32) {
        for earlier in context.into_iter().filter(|earlier| *earlier != PieceTo::NONE) {
            let entry = &mut self.0[earlier.index()][now.index()];
            *entry = gravity(*entry, bonus, LIMIT);
        }
    }

    /// Resets all continuation history entries to 0.
    pub(crate) fn clear(&mut self) {
        self.0.fill([0; PIECE_TOS]);
    }
}

/// Updates the continuation history after a node with the best move `best`. If `best` is quiet, `best`
/// receives `bonus`, and all other quiet moves searched at the node receive `-bonus`.
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
    fn an_update_changes_only_the_entries_of_its_context() {
        let mut history = ContinuationHistory::default();
        let [then, now, other] = [5, 70, 9].map(PieceTo::from_index);
        history.update([then, PieceTo::NONE, other], now, 400);
        assert_eq!(history.after([then, PieceTo::NONE, PieceTo::NONE]).get(now), 400);
        assert_eq!(history.after([then, other, PieceTo::NONE]).get(now), 800);
        assert_eq!(history.after([PieceTo::NONE; 3]).get(now), 0);
        assert_eq!(history.after([now, now, now]).get(then), 0);
    }
}
