//! `reverse-futility`: so far above beta that no reply will matter.
//!
//! *Idea.* Near the horizon the score seldom changes by more than so much a ply. A static value that exceeds beta by
//! more than the plies left can take away ends the node.
//!
//! *Source.* Heinz's futility turned round; also called static null move pruning.
//!
//! *When.* Not on the principal variation, not in check, near the horizon, never against a mate. The margin grows with
//! the depth and is smaller if the position has been improving: [`NUMBERS`].
//!
//! *Where.* Step 5 of [the node](crate::search::negamax).
//!
//! *Risk.* A blow that the static value does not see, such as a fork or a mating attack, may lie within the plies left.
//!
//! *Cost and gain.* +86 ± 50 (120 games at 20,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search
//! against itself without the layer); the rung against `null-move` +102 ± 32 (400 games at 10,000 nodes a move,
//! `classical`, UHO openings, 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.

use crate::{score::Score, search::tunable::tunables};

tunables! { "reverse_futility":
    /// Down to the horizon from this depth.
    max_depth = 9, 4..=14, 1;
    /// Centipawns above beta a ply.
    margin = 103, 30..=200, 6;
}

/// The score of a node whose static value is far enough above beta: half way between the two.
#[inline]
#[must_use]
pub fn cutoff(eval: Score, beta: Score, depth: i32, improving: bool) -> Option<Score> {
    let margin = margin() * (depth - i32::from(improving));
    let cuts = depth <= max_depth() && !beta.is_mate() && eval >= beta + margin;
    cuts.then(|| Score::cp(i32::midpoint(eval.raw(), beta.raw())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_grows_with_the_depth_and_shrinks_when_things_improve() {
        let beta = Score::cp(0);
        assert!(cutoff(Score::cp(2 * margin()), beta, 2, false).is_some());
        assert!(cutoff(Score::cp(2 * margin() - 1), beta, 2, false).is_none());
        assert!(cutoff(Score::cp(2 * margin() - 1), beta, 2, true).is_some());
        assert!(cutoff(Score::cp(9_000), beta, max_depth() + 1, true).is_none());
        assert!(cutoff(Score::cp(0), Score::mated_in(3), 1, false).is_none());
    }
}
