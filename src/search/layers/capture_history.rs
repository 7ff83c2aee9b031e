//! `capture-history`: captures by how often they refuted anything.
//!
//! *Idea.* Among captures of the same victim some work and some do not; as for quiet moves, what cut before will cut
//! again.
//!
//! *Source.* Stockfish, 2016.
//!
//! *When.* At any cut: a bonus for the capture that made it, a malus for the captures tried in vain.
//!
//! *Where.* Read in step 6 of [the node](crate::search::negamax), written in step 10.
//!
//! *Risk.* None for the score by itself; reductions listen to it.
//!
//! *Cost and gain.* Not measured alone; with `continuation-history`, the rung `histories` against `futility` +27 ± 29
//! (400 games at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20). Elsewhere +6 (Reckless).
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
        types::piece_to::{PIECE_TOS, PieceTo},
    },
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Pawn to queen; a king is never taken, and its place stands for promotions that take nothing.
const VICTIMS: usize = 6;
const LIMIT: i32 = 8192;

/// A number for each arrival and what it took.
#[derive(Clone, Debug)]
pub struct CaptureHistory(Box<[[i16; VICTIMS]; PIECE_TOS]>);

impl Default for CaptureHistory {
    fn default() -> Self {
        Self(Box::new([[0; VICTIMS]; PIECE_TOS]))
    }
}

impl CaptureHistory {
    /// What is known of a noisy move: −8192 to 8192.
    #[inline]
    pub(crate) fn get(&self, arrival: PieceTo, mv: Move) -> i32 {
        i32::from(self.0[arrival.index()][victim(mv)])
    }

    /// Moves the number by a `bonus` (negative: a malus).
    #[inline]
    pub(crate) fn update(&mut self, arrival: PieceTo, mv: Move, bonus: i32) {
        let number = &mut self.0[arrival.index()][victim(mv)];
        *number = gravity(*number, bonus, LIMIT);
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.0.fill([0; VICTIMS]);
    }
}

#[inline]
fn victim(mv: Move) -> usize {
    mv.capture().map_or(VICTIMS - 1, |role| role as usize - 1)
}

/// A move cut the node: if it is noisy it gains `bonus`; the noisy moves tried in vain lose as much.
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
    use crate::position::Position;

    #[test]
    fn captures_of_different_men_by_the_same_one_are_told_apart() {
        let position =
            Position::from_fen("4k3/8/8/2r1n3/3P4/8/8/4K3 w - - 0 1", CastlingMode::Standard).expect("legal");
        let [rook, knight] = ["d4c5", "d4e5"].map(|mv| position.parse_move(mv).expect("legal"));
        let mut history = CaptureHistory::default();
        history.update(PieceTo::of(Color::White, rook), rook, 300);
        assert_eq!(history.get(PieceTo::of(Color::White, rook), rook), 300);
        assert_eq!(history.get(PieceTo::of(Color::White, knight), knight), 0);
    }
}
