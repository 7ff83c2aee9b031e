//! Mate distance pruning (`mate-distance`): search only for a mate that is shorter than the one already found.
//!
//! Previous layer: [`aspiration`](super::aspiration). Next layer: [`draws`](super::draws).
//!
//! **Idea.** The side to move at a node cannot be mated sooner than at the current ply and cannot give
//! mate sooner than with its next move. The scores of these two mates bound the score of the node. If a
//! mate found elsewhere in the tree is at most as long as every mate that is possible below the node, the
//! node cannot change the score at the root.
//!
//! **When.** Mate distance pruning applies at every node below the root.
//!
//! **Where.** Step 1 of [the node](crate::search::negamax) applies mate distance pruning.
//!
//! **Risk.** None: the score that a pruned node returns is a true bound on its exact score.
//!
//! **Gain.** At depth 6 the rung `mate-distance` visits 0.78 times as many nodes as the rung below,
//! `aspiration` (geometric mean over the 50 bench positions, evaluator `material`); only a few positions
//! cause the difference. See [experiments](crate::search::experiments#mate-distance).
//!
//! **Source.** Nearly every engine uses mate distance pruning; no author is known.
//!
//! ```
//! use glulam::{chess::score::Score, search::{layers::mate_distance::narrow, types::window::Window}};
//!
//! // A mate at ply 3 is already found. A node at ply 4 can only mate later,
//! // a node at ply 1 can still mate sooner.
//! let mut window = Window { alpha: Score::mate_in(3), beta: Score::INFINITE };
//! assert!(narrow(&mut window, 4).is_some());
//! assert!(narrow(&mut window, 1).is_none());
//! ```

use super::{LayerInfo, ReasonInfo, ReasonKind};
use crate::{
    chess::score::Score,
    search::{
        layer::Layer,
        node::worker::{EarlyResult, Worker},
        observe::{observer::Observation, reason::Reason},
        types::window::Window,
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo {
    reasons: &[ReasonInfo {
        code: "mate_distance",
        term: "mate distance pruning",
        says: "A shorter mate is already found elsewhere, so this node cannot change the result",
        kind: ReasonKind::Mate,
    }],
    ..LayerInfo::EXACT
};

/// Reason for the end of a node: a shorter mate is already found elsewhere in the tree.
pub const MATE_DISTANCE: Reason = Reason::Layer(Layer::MateDistance, 0);

/// Narrows the search window to the scores that are possible at `ply`, and ends the node if the window
/// becomes empty. Does nothing if the layer `mate-distance` is off.
#[inline]
pub(crate) fn cut<O: Observation>(
    worker: &Worker<'_, O>,
    window: &mut Window,
    ply: usize,
) -> Option<EarlyResult> {
    if !worker.has(Layer::MateDistance) {
        return None;
    }
    narrow(window, ply).map(|score| EarlyResult { score, reason: MATE_DISTANCE })
}

/// Narrows the search window to the scores that are possible at `ply`: from mated at `ply` to mate at `ply +
/// 1`. If the window becomes empty, returns a score that is a true bound on the node's score; otherwise
/// returns `None`.
#[inline]
pub fn narrow(window: &mut Window, ply: usize) -> Option<Score> {
    let worst = Score::mated_in(ply);
    let best = Score::mate_in(ply + 1);
    if worst >= window.beta {
        return Some(worst);
    }
    if best <= window.alpha {
        return Some(best);
    }
    window.alpha = window.alpha.max(worst);
    window.beta = window.beta.min(best);
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_ends_if_it_can_only_mate_later_than_a_known_mate() {
        let known = Score::mate_in(3);
        let mut window = Window { alpha: known, beta: Score::INFINITE };
        assert_eq!(narrow(&mut window, 4), Some(Score::mate_in(5)));
        assert_eq!(narrow(&mut window, 2), Some(Score::mate_in(3)));
        assert_eq!(narrow(&mut window, 1), None, "mate with the next move is shorter than the known mate");
    }

    #[test]
    fn a_window_without_mate_scores_does_not_change() {
        let mut window = Window { alpha: Score::cp(-10), beta: Score::cp(10) };
        assert_eq!(narrow(&mut window, 7), None);
        assert_eq!(window, Window { alpha: Score::cp(-10), beta: Score::cp(10) });
    }
}
