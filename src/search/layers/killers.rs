//! `killers`: the quiet moves that refuted a sibling.
//!
//! *Idea.* A threat is not changed by most moves of the other side: what refuted one of them will refute the next. Two
//! such moves are kept for each ply and tried after the captures.
//!
//! *Source.* Akl and Newborn 1977; Slate and Atkin's Chess 4.
//!
//! *When.* Remembered at a cut by a quiet move; forgotten when a search begins.
//!
//! *Where.* Read in step 6 of [the node](crate::search::negamax), written in step 10.
//!
//! *Risk.* None for the score: a killer only moves up a move that was generated. In another part of the tree it costs
//! one vain try.
//!
//! *Cost and gain.* With `history` one rung: at depth 6 they leave 0.64 of the nodes of `captures-first` (geometric
//! mean of the 50 bench positions, `material`). Not measured in games.
//!
//! *Tried and lost.* Nothing yet.
//!
//! ```
//! use glulam::{position::{PackedMove, Position}, search::layers::killers::{Killers, rank}};
//!
//! let position = Position::start();
//! let [e4, d4] = ["e2e4", "d2d4"].map(|mv| PackedMove::pack(position.parse_move(mv).unwrap()));
//! let mut killers = Killers::default();
//! killers.insert(5, e4);
//! killers.insert(5, d4);
//! // The newer one first, at this ply and no other.
//! assert_eq!([d4, e4].map(|mv| rank(killers.at(5), mv)), [2, 1]);
//! assert_eq!(rank(killers.at(6), e4), 0);
//! ```

use super::LayerInfo;
use crate::{
    position::{Move, PackedMove, is_noisy},
    score::MAX_PLY,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation},
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Two quiet refutations for each ply, the newer first.
#[derive(Clone, Debug)]
pub struct Killers(Vec<[PackedMove; 2]>);

impl Default for Killers {
    fn default() -> Self {
        Self(vec![[PackedMove::NONE; 2]; MAX_PLY + 1])
    }
}

impl Killers {
    /// The killers of a ply, the newer first.
    #[inline]
    pub fn at(&self, ply: usize) -> [PackedMove; 2] {
        self.0[ply]
    }

    /// Remembers a quiet move that made a cut at `ply`.
    #[inline]
    pub fn insert(&mut self, ply: usize, mv: PackedMove) {
        let [newer, _] = self.0[ply];
        if newer != mv {
            self.0[ply] = [mv, newer];
        }
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.0.fill([PackedMove::NONE; 2]);
    }
}

/// 2 for the newer killer, 1 for the older, 0 for any other move.
#[inline]
pub fn rank([newer, older]: [PackedMove; 2], mv: PackedMove) -> i32 {
    2 * i32::from(mv == newer) + i32::from(mv == older)
}

/// Remembers the move that cut the node at `ply`, if it is quiet.
#[inline]
pub(crate) fn update<O: Observation>(worker: &mut Worker<'_, O>, ply: usize, best: Move) {
    if worker.has(Layer::Killers) && !is_noisy(best) {
        worker.thread.histories.killers.insert(ply, PackedMove::pack(best));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_different_killers_are_kept_and_the_newer_ranks_higher() {
        let mut killers = Killers::default();
        let [first, second, third] = [1, 2, 3].map(PackedMove);
        for mv in [first, second, second] {
            killers.insert(4, mv);
        }
        assert_eq!([first, second, third].map(|mv| rank(killers.at(4), mv)), [1, 2, 0]);
        killers.insert(4, third);
        assert_eq!([first, second, third].map(|mv| rank(killers.at(4), mv)), [0, 1, 2]);
        assert_eq!(rank(killers.at(5), third), 0);
    }
}
