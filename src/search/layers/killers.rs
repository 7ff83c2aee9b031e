//! Killer moves (`killers`): try quiet moves that caused a cutoff in a sibling node before other quiet moves.
//!
//! **Idea.** Most moves of the opponent do not change a threat, so a quiet move that refuted one opponent
//! move often refutes the next. Each ply stores two killer moves, and the move picker tries them after the
//! captures.
//!
//! **When.** A beta cutoff by a quiet move stores the move as a killer. All killers are cleared when a search
//! begins.
//!
//! **Where.** Step 6 of [the node](crate::search::negamax) reads the killers for move ordering; step 10
//! stores them.
//!
//! **Risk.** Killers do not change the score: a killer only moves forward in the list of generated moves. In
//! another part of the tree a killer can be useless and cost one extra subtree.
//!
//! **Cost and gain.** `killers` and `history` together are the rung `killers-history`. At depth 6 the rung
//! visits 0.64 times the nodes of `captures-first` (geometric mean over the 50 bench positions, `material`).
//! This layer was not measured in games.
//!
//! **Tried without success.** Nothing so far.
//!
//! **Source.** Akl and Newborn, 1977; Slate and Atkin's Chess 4.
//!
//! ```
//! use glulam::{position::{PackedMove, Position}, search::layers::killers::{Killers, rank}};
//!
//! let position = Position::start();
//! let [e4, d4] = ["e2e4", "d2d4"].map(|mv| PackedMove::pack(position.parse_move(mv).unwrap()));
//! let mut killers = Killers::default();
//! killers.insert(5, e4);
//! killers.insert(5, d4);
//! // The newer killer ranks first. Other plies have their own killers.
//! assert_eq!([d4, e4].map(|mv| rank(killers.at(5), mv)), [2, 1]);
//! assert_eq!(rank(killers.at(6), e4), 0);
//! ```

use super::LayerInfo;
use crate::{
    position::{Move, PackedMove, is_noisy},
    score::MAX_PLY,
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation},
};

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Two killer moves per ply, newer first.
#[derive(Clone, Debug)]
pub struct Killers(Vec<[PackedMove; 2]>);

impl Default for Killers {
    fn default() -> Self {
        Self(vec![[PackedMove::NONE; 2]; MAX_PLY + 1])
    }
}

impl Killers {
    /// Returns the two killers of a ply, newer first; empty places contain [`PackedMove::NONE`].
    #[inline]
    pub fn at(&self, ply: usize) -> [PackedMove; 2] {
        self.0[ply]
    }

    /// Stores a quiet move as the newer killer of `ply`, unless the move is already the newer killer.
    #[inline]
    pub fn insert(&mut self, ply: usize, mv: PackedMove) {
        let [newer, _] = self.0[ply];
        if newer != mv {
            self.0[ply] = [mv, newer];
        }
    }

    /// Removes all killers.
    pub(crate) fn clear(&mut self) {
        self.0.fill([PackedMove::NONE; 2]);
    }
}

/// Returns 2 if `mv` is the newer killer, 1 if it is the older killer, and 0 otherwise.
#[inline]
pub fn rank([newer, older]: [PackedMove; 2], mv: PackedMove) -> i32 {
    2 * i32::from(mv == newer) + i32::from(mv == older)
}

/// Stores the move that caused a beta cutoff at `ply` as a killer, if the move is quiet.
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
