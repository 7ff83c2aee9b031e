//! `zero-window`: after the first move, only ask whether a move is better.
//!
//! *Idea.* With good ordering the first move is the best, and for the others "not better" is all one needs to know. A
//! [window](crate::search::types::window) without room between its ends answers that with more cuts; only a move that does
//! turn out better is searched again for its value.
//!
//! *Source.* Principal variation search: Marsland and Campbell 1982, Fishburn; Scout: Pearl 1980.
//!
//! *When.* From the second move on. With this layer on, nodes of the principal variation are never ended by the table,
//! so that their line stays whole.
//!
//! *Where.* Step 9 of [the node](crate::search::negamax). A [late move](super::late_reductions) is first asked at a lesser
//! depth, and only then at the full one.
//!
//! *Risk.* None for the score while every layer below is exact: a bad order costs re-searches. Above `draws` the
//! question and the re-search may disagree, since they meet another table.
//!
//! *Cost and gain.* `zero-window`: at depth 6 0.89 of the nodes of the rung below (geometric mean of the 50 bench
//! positions); +10 ± 21 (200 games at 20,000 nodes a move, `material`, 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.

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

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// How deep a child is to be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Plies left there.
    pub depth: i32,
    /// Plies less for a first look.
    pub reduction: i32,
}

/// The score, for the opponent, of the child reached by a move of a node of type `N`. The first move gets the whole window, every
/// later one a zero window, reduced at first, and is searched again if it is better.
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
        // A late move: it is searched to its full depth only if it surprises at a lesser one.
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
