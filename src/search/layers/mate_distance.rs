//! Mate distance pruning (`mate-distance`): do not search for a longer mate than the one already found.
//!
//! **Idea.** A side cannot be mated sooner than at the current ply, and it cannot give mate sooner than with
//! its next move. These two scores bound the score of a node. If a mate already found elsewhere is better
//! than these bounds allow, the node cannot change the result.
//!
//! **When.** Every node below the root.
//!
//! **Where.** Step 1 of [the node](crate::search::negamax).
//!
//! **Risk.** None: the returned score is a true bound.
//!
//! **Cost and gain.** Mate distance pruning has no effect in trees without mates; in trees with mates it
//! removes whole subtrees. At depth 6, the rung `mate-distance` visits 0.78 of the nodes of the rung below
//! (geometric mean of the 50 bench positions; few of these positions cause the difference). In games, mate
//! distance pruning scores −3 ± 5 Elo (200 games at 20,000 nodes per move, `material`, 2026-11-20). Mate
//! distance pruning stays because it shortens the proof of a mate.
//!
//! **Tried without success.** Nothing so far.
//!
//! **Source.** Nearly every engine uses mate distance pruning; no author is known.
//!
//! ```
//! use glulam::{score::Score, search::{layers::mate_distance::narrow, types::window::Window}};
//!
//! // A mate at ply 3 is already found. A node at ply 4 can only mate later,
//! // a node at ply 1 can still mate sooner.
//! let mut window = Window { alpha: Score::mate_in(3), beta: Score::INFINITE };
//! assert!(narrow(&mut window, 4).is_some());
//! assert!(narrow(&mut window, 1).is_none());
//! ```

use super::{LayerInfo, ReasonInfo, ReasonKind};
use crate::{
    score::Score,
    search::{
        layer::Layer,
        node::worker::{Cut, Worker},
        observe::{observer::Observation, reason::Reason},
        types::window::Window,
    },
};

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo {
    reasons: &[ReasonInfo {
        code: "mate_distance",
        says: "a shorter mate is known elsewhere",
        kind: ReasonKind::Mate,
    }],
    ..LayerInfo::EXACT
};

/// Reason: a shorter mate is already found elsewhere.
pub const MATE_DISTANCE: Reason = Reason::Layer(Layer::MateDistance, 0);

/// Narrows the window to the scores that are possible at `ply`. Ends the node if the window becomes empty.
#[inline]
pub(crate) fn cut<O: Observation>(worker: &Worker<'_, O>, window: &mut Window, ply: usize) -> Option<Cut> {
    if !worker.has(Layer::MateDistance) {
        return None;
    }
    narrow(window, ply).map(|score| Cut { score, reason: MATE_DISTANCE })
}

/// Narrows the window to the scores that are possible at `ply`. Returns a score, which is a true bound, if
/// the window becomes empty.
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
