//! Capture history (`capture-history`): order captures by how often they caused a beta cutoff.
//!
//! Previous layer: [`futility`](super::futility). Next layer: [`continuation-history`](super::continuation_history).
//!
//! **Idea.** Of two captures of the same kind of piece, one often causes beta cutoffs and the other does not.
//! As with quiet moves, a capture that caused cutoffs before will probably do so again.
//!
//! **When.** Every beta cutoff by a move of a main search node updates the capture history. A noisy cutoff
//! move receives a bonus. Every noisy move that was searched before the cutoff move receives a malus of the
//! same size, even if the cutoff move is quiet. The layer [`pv-history`](super::pv_history) updates the
//! capture history as well.
//!
//! **Where.** Step 6 of [the node](crate::search::negamax) reads the capture history for
//! [move ordering](crate::search::move_picker::order); steps 10 and 11 update the capture
//! history.
//!
//! **Risk.** A different order of moves does not change the score of an exact set of layers. In a selective
//! set, reductions and pruning depend on the number of the move, so the order can change the score.
//!
//! **Gain.** The rung `histories` (`capture-history` and `continuation-history` together) scores +27 ± 29
//! Elo against the rung below, `futility` (400 games at 10,000 nodes per move, `classical`, UHO openings,
//! 2026-11-20). See [experiments](crate::search::experiments#capture-history).
//!
//! **Source.** Stockfish, 2016.

use shakmaty::Color;

use super::LayerInfo;
use crate::{
    chess::position::Move,
    search::{
        layer::Layer,
        node::{histories::gravity, move_loop::Node, worker::Worker},
        observe::observer::Observation,
        types::piece_to::{PIECE_TOS, PieceTo},
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Number of victim types: five captured pieces (pawn to queen), and one for queen promotions without a
/// capture.
const VICTIMS: usize = 6;
/// Largest absolute value of a capture history entry, in history units.
const LIMIT: i32 = 8192;

/// Capture history: one entry per moving piece, destination square and victim.
#[derive(Clone, Debug)]
pub struct CaptureHistory(Box<[[i16; VICTIMS]; PIECE_TOS]>);

impl Default for CaptureHistory {
    fn default() -> Self {
        Self(Box::new([[0; VICTIMS]; PIECE_TOS]))
    }
}

impl CaptureHistory {
    /// Returns the capture history entry of a noisy move, from −8192 to 8192.
    #[inline]
    pub(crate) fn get(&self, piece_to: PieceTo, mv: Move) -> i32 {
        i32::from(self.0[piece_to.index()][victim(mv)])
    }

    /// Applies a bonus, or a malus if `bonus` is negative, to the capture history entry of a noisy move.
    #[inline]
    pub(crate) fn update(&mut self, piece_to: PieceTo, mv: Move, bonus: i32) {
        let entry = &mut self.0[piece_to.index()][victim(mv)];
        *entry = gravity(*entry, bonus, LIMIT);
    }

    /// Resets all capture history entries to 0.
    pub(crate) fn clear(&mut self) {
        self.0.fill([0; VICTIMS]);
    }
}

#[inline]
fn victim(mv: Move) -> usize {
    mv.capture().map_or(VICTIMS - 1, |role| role as usize - 1)
}

/// Updates the capture history after a node with the best move `best`: `best` receives `bonus` if `best` is
/// noisy (a capture or a promotion to a queen), and all other noisy moves searched at the node receive
/// `-bonus`.
#[inline]
pub(crate) fn update<O: Observation>(
    worker: &mut Worker<'_, O>,
    us: Color,
    node: &Node,
    best: Move,
    bonus: i32,
) {
    if worker.has(Layer::CaptureHistory) {
        for (mv, change) in node.noisy_changes(best, bonus) {
            worker.thread.histories.capture.update(PieceTo::of(us, mv), mv, change);
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Color};

    use super::*;
    use crate::chess::position::Position;

    #[test]
    fn captures_of_different_victims_have_separate_entries() {
        let position =
            Position::from_fen("4k3/8/8/2r1n3/3P4/8/8/4K3 w - - 0 1", CastlingMode::Standard).expect("legal");
        let [rook, knight] = ["d4c5", "d4e5"].map(|mv| position.parse_move(mv).expect("legal"));
        let mut history = CaptureHistory::default();
        history.update(PieceTo::of(Color::White, rook), rook, 300);
        assert_eq!(history.get(PieceTo::of(Color::White, rook), rook), 300);
        assert_eq!(history.get(PieceTo::of(Color::White, knight), knight), 0);
    }
}
