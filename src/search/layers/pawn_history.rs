//! Pawn history (`pawn-history`): order quiet moves by their success with the same pawn structure.
//!
//! **Idea.** Plans depend on the pawn structure: the pawn chain decides which square suits a knight, and the
//! square stays good until the pawn structure changes. Pawn history therefore stores one more value per quiet
//! move, like the [history heuristic](super::history), indexed by pawn structure, moving piece and target
//! square.
//!
//! **When.** After a beta cutoff by a quiet move.
//!
//! **Where.** Read in step 6 of [the node](crate::search::negamax), updated in step 10.
//!
//! **Risk.** None for the score directly. [Late move reductions](super::late_reductions) also use the pawn
//! history.
//!
//! **Cost and gain.** The rung `more-histories` consists of `pawn-history`, `swing-history` and
//! `fail-low-credit`. The rung `more-histories` gains +19 ± 16 Elo with `network` (952 games at 10,000 nodes
//! per move, UHO openings, 2026-11-20) and +15 ± 19 Elo with `classical` (800 games at 10,000 nodes per move,
//! UHO openings, 2026-11-22). Pawn history was not measured separately.
//!
//! **Tried without success.** The three layers of `more-histories` were first tried before the tunable
//! parameters of the search were tuned with them. This first version scored −4 ± 20 Elo (704 games at 10,000
//! nodes per move, `network`, UHO openings, 2026-11-20).
//!
//! **Source.** Stockfish, 2023.

use super::LayerInfo;
use crate::{
    position::{Move, Position},
    search::{
        layer::Layer,
        node::{histories::gravity, move_loop::Node, worker::Worker},
        observe::observer::Observation,
        types::piece_to::{PIECE_TOS, PieceTo},
    },
};

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Number of table rows for pawn structures; pawn structures with the same row index share their values.
const FORMATIONS: usize = 512;
/// Largest absolute value. It keeps the sum of all histories of a move below half of the bonus for a killer
/// move.
const LIMIT: i32 = 8191;

/// Success of quiet moves by pawn structure, moving piece and target square.
#[derive(Clone, Debug)]
pub struct PawnHistory(Box<[[i16; PIECE_TOS]]>);

/// Values of all moves with one pawn structure, indexed by [`PieceTo::index`].
pub type PawnHistoryRow = [i16; PIECE_TOS];

impl Default for PawnHistory {
    fn default() -> Self {
        Self(vec![[0; PIECE_TOS]; FORMATIONS].into_boxed_slice())
    }
}

impl PawnHistory {
    /// Values for the pawn structure of `position`, indexed by [`PieceTo::index`], from −8191 to 8191.
    #[inline]
    pub(crate) fn of(&self, position: &Position) -> &PawnHistoryRow {
        &self.0[row_index(position)]
    }

    /// Adds `bonus` to the value of a move; a negative bonus is a malus.
    #[inline]
    pub(crate) fn update(&mut self, position: &Position, piece_to: PieceTo, bonus: i32) {
        let value = &mut self.0[row_index(position)][piece_to.index()];
        *value = gravity(*value, bonus, LIMIT);
    }

    /// Sets all values to zero.
    pub(crate) fn clear(&mut self) {
        self.0.fill([0; PIECE_TOS]);
    }
}

#[inline]
fn row_index(position: &Position) -> usize {
    position.keys().pawns as usize % FORMATIONS
}

/// Updates the history after `best` caused a beta cutoff. If `best` is quiet, adds `bonus` to its value for
/// this pawn structure and subtracts `bonus` from the values of the quiet moves searched before.
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
