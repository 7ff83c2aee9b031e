//! `zero-window`: after the first move, only ask whether a move is better. `deeper-shallower` adds to its re-search.
//!
//! *Idea.* With good ordering the first move is the best, and for the others "not better" is all one needs to know. A
//! [window](crate::search::types::window) without room between its ends answers that with more cuts; only a move that does
//! turn out better is searched again for its value. `deeper-shallower`: a reduced move that surprises much has earned a
//! ply more, one that surprises little a ply less ([`NUMBERS`]).
//!
//! *Source.* Principal variation search: Marsland and Campbell 1982, Fishburn; Scout: Pearl 1980. `deeper-shallower`:
//! Stockfish.
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
//! positions); +10 ± 21 (200 games at 20,000 nodes a move, `material`, 2026-11-20). `deeper-shallower`: not measured
//! alone; with `table-eval` and `hindsight` −1 ± 26 (400 games at 10,000 nodes a move, `classical`, UHO openings,
//! 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.

use crate::{
    position::Position,
    score::Score,
    search::{
        layer::Layer,
        node::{move_loop::Node, worker::Worker},
        observe::observer::Observation,
        tunable::tunables,
        types::{
            node_type::{Cut, NodeType, Pv},
            stop::Stop,
            window::Window,
        },
    },
};

tunables! { "zero_window":
    /// `deeper-shallower`: a reduced move that exceeds the best by so much is searched a ply deeper,
    much = 41, 20..=160, 8;
    /// one that exceeds it by less than the depth and this a ply less deep (Stockfish).
    little = -10, -20..=20, 4;
}

/// How deep a child is to be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Plies left there.
    pub depth: i32,
    /// Plies less for a first look.
    pub reduction: i32,
}

/// Plies more or less after a reduced search found `score`.
fn surprise(score: Score, best: Score, depth: i32) -> i32 {
    i32::from(score > best + much()) - i32::from(score < best + (depth + little()))
}

impl<O: Observation> Worker<'_, O> {
    /// The value for the opponent of the child reached by a move of a node of type `N`.
    pub(crate) fn child<N: NodeType>(
        &mut self,
        child: &Position,
        node: &Node,
        plan: Plan,
        ply: usize,
    ) -> Result<Score, Stop> {
        let window = node.window;
        let mut depth = plan.depth;
        if node.tried == 0 {
            return self.negamax::<N::First>(child, -window, depth, ply);
        }
        if !self.has(Layer::ZeroWindow) {
            return self.negamax::<N::Later>(child, -window, depth, ply);
        }
        let zero = Window::zero(window.alpha);
        let reduced = (depth - plan.reduction).max(1);
        if reduced < depth {
            // A late move: only if it surprises at a lesser depth is it looked at in earnest.
            self.frames[ply].reduction = depth - reduced;
            let score = self.negamax::<Cut>(child, -zero, reduced, ply)?;
            self.frames[ply].reduction = 0;
            if -score <= window.alpha {
                return Ok(score);
            }
            if self.has(Layer::DeeperShallower) {
                depth += surprise(-score, node.best, depth);
            }
            if depth <= reduced && !N::PV {
                return Ok(score);
            }
        }
        let score = self.negamax::<N::Later>(child, -zero, depth, ply)?;
        let better = -score > window.alpha && -score < window.beta;
        if N::PV && better { self.negamax::<Pv>(child, -window, depth, ply) } else { Ok(score) }
    }
}
