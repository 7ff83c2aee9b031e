//! `mate-distance`: do not look for a longer mate than the one already found.
//!
//! *Idea.* Whatever happens, a side is mated no sooner than here and mates no sooner than with its next move. If a mate
//! known elsewhere beats even that, the node cannot matter.
//!
//! *Source.* In nearly every engine, and nobody's in particular.
//!
//! *When.* At every node below the root.
//!
//! *Where.* Step 1 of [the node](crate::search::negamax).
//!
//! *Risk.* None: what is returned is a true bound.
//!
//! *Cost and gain.* Nothing without mates about; with them, whole subtrees: at depth 6 0.78 of the nodes of the rung
//! below (geometric mean of the 50 bench positions, of which few decide it); −3 ± 5 (200 games at 20,000 nodes a move,
//! `material`, 2026-11-20), so it is kept for the proofs.
//!
//! *Tried and lost.* Nothing yet.
//!
//! ```
//! use glulam::{score::Score, search::{layers::mate_distance::narrow, types::window::Window}};
//!
//! // A mate at ply 3 is known. At ply 4 even the quickest mate comes too late, at ply 1 it does not.
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

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo {
    reasons: &[ReasonInfo {
        code: "mate_distance",
        says: "a shorter mate is known elsewhere",
        kind: ReasonKind::Mate,
    }],
    ..LayerInfo::EXACT
};

/// A shorter mate is already known elsewhere.
pub const MATE_DISTANCE: Reason = Reason::Layer(Layer::MateDistance, 0);

/// Narrows the window to the scores that this ply can still reach; ends the node if none is left.
#[inline]
pub(crate) fn cut<O: Observation>(worker: &Worker<'_, O>, window: &mut Window, ply: usize) -> Option<Cut> {
    if !worker.has(Layer::MateDistance) {
        return None;
    }
    narrow(window, ply).map(|score| Cut { score, reason: MATE_DISTANCE })
}

/// Narrows the window to the scores this ply can still reach; a score if none is left, which is then a true bound.
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
    fn a_node_that_can_only_mate_later_is_over() {
        let known = Score::mate_in(3);
        let mut window = Window { alpha: known, beta: Score::INFINITE };
        assert_eq!(narrow(&mut window, 4), Some(Score::mate_in(5)));
        assert_eq!(narrow(&mut window, 2), Some(Score::mate_in(3)));
        assert_eq!(narrow(&mut window, 1), None, "mate with the next move would still be sooner");
    }

    #[test]
    fn a_window_without_mates_is_left_as_it_is() {
        let mut window = Window { alpha: Score::cp(-10), beta: Score::cp(10) };
        assert_eq!(narrow(&mut window, 7), None);
        assert_eq!(window, Window { alpha: Score::cp(-10), beta: Score::cp(10) });
    }
}
