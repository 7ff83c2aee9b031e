//! PV history (`pv-history`): a node with an exact score updates the histories like a beta cutoff.
//!
//! Previous layer: [`near-root`](super::near_root).
//!
//! **Idea.** A beta cutoff shows which move of a node is good. A node with an exact score shows it as well:
//! its best move raised alpha, and all its other moves are worse. PV nodes are few, but the search visits
//! them and their neighbours again in each iteration, so the order of their moves matters much.
//!
//! **When.** The layer applies at nodes whose score is exact: one move raised alpha, and no move reached
//! beta. The best move receives the bonus of a beta cutoff at this depth; all other searched moves receive a
//! malus of the same size, the quiet moves only if the best move is quiet.
//!
//! **Where.** Step 11 of [the node](crate::search::negamax) updates [`history`](super::history),
//! [`continuation-history`](super::continuation_history), [`pawn-history`](super::pawn_history) and
//! [`capture-history`](super::capture_history).
//!
//! **Risk.** A different order of moves does not change the score of an exact set of layers. In a selective
//! set, reductions and pruning depend on the number and the histories of the move, so the order can change
//! the score.
//!
//! **Gain.** The search with `pv-history` scores +33 ± 19 Elo against the same search without it (720
//! games at 15,000 nodes per move, `network`, mixed openings, 2026-11-23). See
//! [experiments](crate::search::experiments#pv-history).
//!
//! **Source.** Stockfish updates its histories after every node with a best move in the same way.

use super::LayerInfo;
use crate::{
    chess::position::Move,
    search::{
        layer::Layer,
        node::{move_loop::Node, worker::Worker},
        observe::observer::Observation,
        types::window::Bound,
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Returns the best move of a node with an exact score; `None` if the score is a bound or the layer
/// `pv-history` is off.
#[inline]
pub(crate) fn best_move<O: Observation>(worker: &Worker<'_, O>, node: &Node) -> Option<Move> {
    if worker.has(Layer::PvHistory) { exact_best(node) } else { None }
}

/// Returns the best move of a node if its score is exact.
#[inline]
fn exact_best(node: &Node) -> Option<Move> {
    node.best_move.filter(|_| node.bound() == Bound::Exact)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{position::Position, score::Score},
        search::types::{piece_to::PieceTo, window::Window},
    };

    #[test]
    fn only_a_score_inside_the_window_names_a_best_move() {
        let position = Position::start();
        let [first, second] = ["e2e4", "d2d4"].map(|mv| position.parse_move(mv).expect("legal"));
        let window = Window { alpha: Score::from_raw(-20), beta: Score::from_raw(20) };
        let best_of = |scores: [i32; 2]| {
            let mut node = Node::new(window, 5, 0, [PieceTo::NONE; 3]);
            for (mv, score) in [first, second].into_iter().zip(scores) {
                node.update(mv, Score::from_raw(score));
            }
            exact_best(&node)
        };
        assert_eq!(best_of([5, 10]), Some(second), "the last move that raised alpha");
        assert_eq!(best_of([10, 5]), Some(first));
        assert_eq!(best_of([-30, -25]), None, "fail low");
        assert_eq!(best_of([10, 25]), None, "fail high");
    }
}
