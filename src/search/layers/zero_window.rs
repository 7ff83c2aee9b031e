//! Principal variation search, PVS (`zero-window`): after the first move, test only whether a move is better.
//!
//! Previous layer: [`table-move`](super::table_move). Next layer: [`aspiration`](super::aspiration).
//!
//! **Idea.** If the move order is good, the first move is the best. For every later move it is enough to
//! prove that the move is not better than the first. A [zero window](crate::search::types::window) (beta =
//! alpha + 1) proves that a move is not better, with more cutoffs than a full window. Only a later move that
//! turns out better than the best move so far is searched again with the full window to find its exact score.
//!
//! **When.** The zero-window search applies from the second move of a node on. If the layer `zero-window` is
//! on, a TT score never ends a PV node, so principal variations stay complete.
//!
//! **Where.** Step 9 of [the node](crate::search::negamax) searches a move in this way. A [late
//! move](super::late_reductions) gets a zero-window search to a reduced depth first. Only if the reduced
//! search scores above alpha, a second zero-window search follows to the full depth, or [one ply more or
//! less](super::deeper_shallower). The search with the full window comes last, and only in PV nodes.
//!
//! **Risk.** The zero-window search does not change the score of an exact set of layers; with a bad move
//! order, re-searches cost nodes. From the rung `draws` on, the zero-window search and the re-search of the
//! same move can give contradictory scores, because the transposition table changes between the two searches.
//!
//! **Gain.** At depth 6 the rung `zero-window` visits 0.88 times as many nodes as the rung below,
//! `table-move` (geometric mean over the 50 bench positions, evaluator `material`). See
//! [experiments](crate::search::experiments#zero-window).
//!
//! **Source.** Principal variation search: Marsland and Campbell 1982, Fishburn. Scout: Pearl 1980.

use super::{LayerInfo, deeper_shallower};
use crate::{
    chess::{position::Position, score::Score},
    search::{
        layer::Layer,
        node::{move_loop::Node, worker::Worker},
        observe::observer::Observation,
        types::{
            node_type::{Cut, NodeType, Pv},
            stop::Stop,
            window::Window,
        },
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Depth and reduction with which a node searches one of its moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChildPlan {
    /// Depth of the child node without a reduction, in plies.
    pub depth: i32,
    /// Reduction of the first search of the child node, in plies.
    pub reduction: i32,
}

/// Searches a child of a node of type `N` and returns its score from the opponent's point of view. The first
/// move gets the full window, as does every move if the layer `zero-window` is off. Every later move gets a
/// zero window, at a reduced depth first if `plan` contains a reduction, and can be searched again if it
/// scores above alpha.
pub(crate) fn search<N: NodeType, O: Observation>(
    worker: &mut Worker<'_, O>,
    child: &Position,
    node: &Node,
    plan: ChildPlan,
    ply: usize,
) -> Result<Score, Stop> {
    let window = node.window;
    let mut depth = plan.depth;
    if node.tried == 0 {
        return worker.negamax::<N::First>(child, -window, depth, ply);
    }
    if !worker.has(Layer::ZeroWindow) {
        return worker.negamax::<N::Later>(child, -window, depth, ply);
    }
    let zero = Window::zero(window.alpha);
    let reduced = (depth - plan.reduction).max(1);
    if reduced < depth {
        // Late move reduction: only a score above alpha leads to a deeper search.
        worker.stack[ply].reduction = depth - reduced;
        let score = worker.negamax::<Cut>(child, -zero, reduced, ply)?;
        worker.stack[ply].reduction = 0;
        if -score <= window.alpha {
            return Ok(score);
        }
        depth += deeper_shallower::change(worker, -score, node.best, depth);
        if depth <= reduced && !N::PV {
            return Ok(score);
        }
    }
    let score = worker.negamax::<N::Later>(child, -zero, depth, ply)?;
    let better = -score > window.alpha && -score < window.beta;
    if N::PV && better { worker.negamax::<Pv>(child, -window, depth, ply) } else { Ok(score) }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{
        chess::position::PackedMove,
        search::{
            layers::table,
            node::testing::{TestWorker, with_worker},
            tt::entry::TtEntry,
            types::{piece_to::PieceTo, window::Bound},
        },
    };

    /// Searches `child` at ply 1 as the second move of a cut node with this alpha. Returns the score of the move.
    fn score(worker: &mut TestWorker<'_>, child: &Position, alpha: Score, plan: ChildPlan) -> Score {
        let mut node = Node::new(Window::zero(alpha), plan.depth + 1, 0, [PieceTo::NONE; 3]);
        node.tried = 1;
        -search::<Cut, _>(worker, child, &node, plan, 1).expect("no limit")
    }

    fn play(worker: &mut TestWorker<'_>, fen: &str, mv: &str) -> Position {
        let root = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
        worker.begin(&root);
        worker.play(&root, root.parse_move(mv).expect("legal"), 0)
    }

    #[test]
    fn a_reduced_move_keeps_at_least_one_ply_of_depth() {
        with_worker(|worker| {
            let child = play(worker, &Position::start().to_string(), "e2e4");
            let plan = ChildPlan { depth: 3, reduction: 9 };
            assert!(score(worker, &child, Score::cp(90), plan) <= Score::cp(90), "no re-search");
            assert_eq!(worker.table.probe(child.key()).map(|entry| entry.depth), Some(1));
        });
    }

    #[test]
    fn a_reduced_move_above_alpha_is_searched_again_to_full_depth() {
        with_worker(|worker| {
            // Black is a queen ahead, but the entry of depth 1 ends the reduced search with a good score for White.
            let child = play(worker, "3qk3/8/8/8/8/8/4K3/8 w - - 0 1", "e2e1");
            let (mv, score_at_depth_1) = (PackedMove::NONE, Score::cp(-300));
            let entry =
                TtEntry { mv, score: score_at_depth_1, eval: None, depth: 1, bound: Bound::Upper, pv: false };
            table::write(worker, &child, entry);
            assert!(score(worker, &child, Score::DRAW, ChildPlan { depth: 3, reduction: 2 }) <= Score::DRAW);
        });
    }
}
