//! Killer moves (`killers`): try quiet moves that caused a cutoff in a sibling node before other quiet moves.
//!
//! Previous layer: [`captures-first`](super::captures_first). Next layer: [`history`](super::history).
//!
//! **Idea.** Most moves of the opponent do not change a threat, so a quiet move that refuted one move of the
//! opponent often refutes another move of the opponent in the same position as well. For each ply of the
//! search path, two killer moves are stored, and the move picker tries them before all other quiet moves.
//!
//! **When.** A beta cutoff by a quiet move stores the move as a killer. All killer moves are cleared when a
//! search with layers begins.
//!
//! **Where.** Step 6 of [the node](crate::search::negamax) reads the killer moves for move ordering; step 10
//! stores new killer moves.
//!
//! **Risk.** Killer moves do not change the score of an exact set of layers: a killer move only moves forward
//! in the list of legal moves. In another part of the tree a killer move can be bad, and searching it early
//! costs one extra subtree.
//!
//! **Gain.** Together with `history`, at depth 6 the rung `killers-history` visits 0.64 times as many
//! nodes as the rung below, `captures-first` (geometric mean over the 50 bench positions, evaluator
//! `material`). See [experiments](crate::search::experiments#killers).
//!
//! **Source.** Akl and Newborn, 1977; Slate and Atkin's Chess 4.
//!
//! ```
//! use glulam::{chess::position::{PackedMove, Position}, search::layers::killers::{Killers, rank}};
//!
//! let position = Position::start();
//! let [e4, d4] = ["e2e4", "d2d4"].map(|mv| PackedMove::pack(position.parse_move(mv).unwrap()));
//! let mut killers = Killers::default();
//! killers.insert(5, e4);
//! killers.insert(5, d4);
//! // The newer killer move ranks first. Each ply has its own killer moves.
//! assert_eq!([d4, e4].map(|mv| rank(killers.at(5), mv)), [2, 1]);
//! assert_eq!(rank(killers.at(6), e4), 0);
//! ```

use super::LayerInfo;
use crate::{
    chess::{
        position::{Move, PackedMove, is_noisy},
        score::MAX_PLY,
    },
    search::{layer::Layer, node::worker::Worker, observe::observer::Observation},
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Killer moves of a search thread: two per ply of the search path, the newer killer move first.
#[derive(Clone, Debug)]
pub struct Killers(Vec<[PackedMove; 2]>);

impl Default for Killers {
    fn default() -> Self {
        Self(vec![[PackedMove::NONE; 2]; MAX_PLY + 1])
    }
}

impl Killers {
    /// Returns the two killer moves stored for `ply`, newer first; an empty place contains
    /// [`PackedMove::NONE`].
    #[inline]
    pub fn at(&self, ply: usize) -> [PackedMove; 2] {
        self.0[ply]
    }

    /// Stores the quiet move `mv` as the newer killer move of `ply`, unless it is already the newer killer
    /// move. The previous newer killer move becomes the older one.
    #[inline]
    pub fn insert(&mut self, ply: usize, mv: PackedMove) {
        let [newer, _] = self.0[ply];
        if newer != mv {
            self.0[ply] = [mv, newer];
        }
    }

    /// Removes all killer moves of all plies.
    pub(crate) fn clear(&mut self) {
        self.0.fill([PackedMove::NONE; 2]);
    }
}

/// Returns the rank of `mv` for move ordering: 2 if `mv` is the newer killer move, 1 if it is the older
/// killer move, and 0 otherwise.
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
    use crate::{chess::position::Position, search::node::testing::with_worker};

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

    #[test]
    fn a_capture_does_not_become_a_killer_move() {
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        let position = Position::from_fen(fen, shakmaty::CastlingMode::Standard).expect("legal");
        let [push, capture] = ["e4e5", "e4d5"].map(|text| position.parse_move(text).expect("legal"));
        with_worker(|worker| {
            for best in [push, capture] {
                update(worker, 3, best);
            }
            let killers = worker.thread.histories.killers.at(3);
            assert_eq!(killers, [PackedMove::pack(push), PackedMove::NONE]);
        });
    }
}
