//! Pawn history (`pawn-history`): order quiet moves by their success with the same pawn structure.
//!
//! Previous layer: [`quiescence-pruning`](super::quiescence_pruning). Next layer: [`swing-history`](super::swing_history).
//!
//! **Idea.** Plans depend on the pawn structure: the pawn chain decides which square suits a knight, and the
//! square stays good until the pawn structure changes. Pawn history therefore stores an additional value per
//! quiet move, like the [history heuristic](super::history), indexed by pawn structure, moving piece and
//! target square.
//!
//! **When.** A beta cutoff by a quiet move updates the pawn history; the layer
//! [`pv-history`](super::pv_history) updates it as well.
//!
//! **Where.** Step 6 of [the node](crate::search::negamax) reads the pawn history for move ordering; steps
//! 10 and 11 update the pawn history.
//!
//! **Risk.** A different order of moves does not change the score of an exact set of layers. [Late move
//! pruning](super::late_pruning) and [late move reductions](super::late_reductions) also use the pawn history.
//!
//! **Gain.** The rung `more-histories` (`pawn-history`, `swing-history` and `fail-low-credit` together)
//! scores +19 ± 16 Elo against the rung below, `quiescence-pruning` (952 games at 10,000 nodes per move,
//! `network`, UHO openings, 2026-11-20). See [experiments](crate::search::experiments#pawn-history).
//!
//! **Source.** Stockfish, 2023.

use super::LayerInfo;
use crate::{
    chess::position::{Move, Position},
    search::{
        layer::Layer,
        node::{histories::gravity, move_loop::Node, worker::Worker},
        observe::observer::Observation,
        types::piece_to::{PIECE_TOS, PieceTo},
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Number of rows of the pawn history; pawn structures with the same row index share their values.
const FORMATIONS: usize = 512;
/// Largest absolute pawn history value. This limit keeps the sum of all histories of a move below half of the
/// bonus for a killer move.
const LIMIT: i32 = 8191;

/// Pawn history: success of quiet moves by pawn structure, moving piece and target square.
#[derive(Clone, Debug)]
pub struct PawnHistory(Box<[[i16; PIECE_TOS]]>);

/// Pawn history values of all moves with one pawn structure, indexed by [`PieceTo::index`].
pub type PawnHistoryRow = [i16; PIECE_TOS];

impl Default for PawnHistory {
    fn default() -> Self {
        Self(vec![[0; PIECE_TOS]; FORMATIONS].into_boxed_slice())
    }
}

impl PawnHistory {
    /// Pawn history values for the pawn structure of `position`, indexed by [`PieceTo::index`], each from
    /// −8191 to 8191.
    #[inline]
    pub(crate) fn of(&self, position: &Position) -> &PawnHistoryRow {
        &self.0[row_index(position)]
    }

    /// Applies a bonus, or a malus if `bonus` is negative, to the pawn history value of a move.
    #[inline]
    pub(crate) fn update(&mut self, position: &Position, piece_to: PieceTo, bonus: i32) {
        let value = &mut self.0[row_index(position)][piece_to.index()];
        *value = gravity(*value, bonus, LIMIT);
    }

    /// Sets all pawn history values to zero.
    pub(crate) fn clear(&mut self) {
        self.0.fill([0; PIECE_TOS]);
    }
}

#[inline]
fn row_index(position: &Position) -> usize {
    position.keys().pawns as usize % FORMATIONS
}

/// Updates the pawn history after a node with the best move `best`. If `best` is quiet, `best` receives
/// `bonus` for the pawn structure of `position`, and all other quiet moves searched at the node receive
/// `-bonus`.
#[inline]
pub(crate) fn update<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    node: &Node,
    best: Move,
    bonus: i32,
) {
    if worker.has(Layer::PawnHistory) {
        for (mv, change) in node.quiet_changes(best, bonus) {
            worker.thread.histories.pawn.update(position, PieceTo::of(position.turn(), mv), change);
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;

    #[test]
    fn a_value_is_found_again_only_with_the_same_pawn_structure() {
        let start = Position::start();
        let knight = start.parse_move("g1f3").expect("legal");
        let piece_to = PieceTo::of(Color::White, knight);
        let mut history = PawnHistory::default();
        history.update(&start, piece_to, 300);
        let after = |moves: &[&str]| {
            moves.iter().fold(start.clone(), |at, mv| at.play(at.parse_move(mv).expect("legal")))
        };
        let value = |position: &Position| history.of(position)[piece_to.index()];
        assert_eq!(value(&after(&["b1c3", "b8c6"])), 300);
        assert_eq!(value(&after(&["e2e4", "e7e5"])), 0);
    }
}
