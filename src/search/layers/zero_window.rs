//! Principal variation search, PVS (`zero-window`): after the first move, test only whether a move is better.
//!
//! **Idea.** If the move order is good, the first move is the best. For the other moves it is enough to prove
//! that they are not better. A [zero window](crate::search::types::window) (beta = alpha + 1) proves that a
//! move is not better, with more cutoffs than a full window. Only a move that turns out better is searched
//! again with the full window to find its score.
//!
//! **When.** From the second move on. With `zero-window`, a stored score never ends a PV node, so principal
//! variations stay complete.
//!
//! **Where.** Step 9 of [the node](crate::search::negamax). A [late move](super::late_reductions) gets a
//! zero-window search to a reduced depth first. Only if that search beats alpha, a second zero-window search
//! follows to the full depth, or [one ply more or less](super::deeper_shallower). The full window comes last,
//! and only in PV nodes.
//!
//! **Risk.** None for the score as long as all layers are exact; a bad move order costs re-searches. From
//! `draws` on, the zero-window search and the re-search can disagree, because the transposition table has
//! changed in between.
//!
//! **Cost and gain.** At depth 6 the rung `zero-window` visits 0.89 of the nodes of the rung below (geometric
//! mean of the 50 bench positions). The rung `zero-window` scores +10 ± 21 Elo (200 games at 20,000 nodes per
//! move, `material`, 2026-11-20).
//!
//! **Tried without success.** Nothing so far.
//!
//! **Source.** Principal variation search: Marsland and Campbell 1982, Fishburn. Scout: Pearl 1980.

use super::{LayerInfo, deeper_shallower};
use crate::{
    position::Position,
    score::Score,
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

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Depth and reduction for the search of a child node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Depth of the child at full depth, in plies.
    pub depth: i32,
    /// Reduction of the first search of the child, in plies.
    pub reduction: i32,
}

/// Searches a child of a node of type `N` and returns its score from the opponent's point of view. The first
/// move gets the full window. Every later move gets a zero window, at a reduced depth first, and is searched
/// again if it is better than alpha.
pub(crate) fn search<N: NodeType, O: Observation>(
    worker: &mut Worker<'_, O>,
    child: &Position,
    node: &Node,
    plan: Plan,
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
