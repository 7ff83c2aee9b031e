//! `zero-window`: after the first move, only ask whether a move is better.
//!
//! *Idea.* With good ordering the first move is the best, and for the others "not better" is all one needs to know. A
//! window without room between its ends answers that with more cuts; only a move that does turn out better is
//! searched again for its value (principal variation search: Marsland and Campbell 1982, Fishburn, Pearl's Scout 1980).
//! *When.* From the second move on. *Cost and gain.* At depth 6 0.89 of the nodes of the rung below
//! (geometric mean of the 50 bench positions); +10 ± 21 in 200 games at 20,000 nodes a move, 2026-11-20.
//! *Tried and lost.* Nothing yet.
//!
//! With this layer on, nodes of the principal variation are never ended by the table, so that their line stays whole.

use crate::{
    position::{Move, Position},
    score::Score,
    search::{
        layers::Layer,
        negamax::{Cut, NodeType, Pv},
        watch::{Stop, Watch},
        window::Window,
        worker::Worker,
    },
};

impl<W: Watch<Move>> Worker<'_, W> {
    /// The value for the opponent of the child reached by move number `number` (from 1) of a node of type `N`.
    pub(crate) fn child<N: NodeType>(
        &mut self,
        child: &Position,
        window: Window,
        depth: i32,
        reduction: i32,
        ply: usize,
        number: usize,
    ) -> Result<Score, Stop> {
        if number == 1 {
            return self.negamax::<N::First>(child, -window, depth, ply);
        }
        if !self.has(Layer::ZeroWindow) {
            return self.negamax::<N::Later>(child, -window, depth, ply);
        }
        let zero = Window::zero(window.alpha);
        if reduction > 0 {
            // A late move: only if it surprises at a lesser depth is it looked at in earnest.
            let reduced = (depth - reduction).max(1);
            let score = self.negamax::<Cut>(child, -zero, reduced, ply)?;
            if -score <= window.alpha {
                return Ok(score);
            }
        }
        let score = self.negamax::<N::Later>(child, -zero, depth, ply)?;
        let better = -score > window.alpha && -score < window.beta;
        if N::PV && better { self.negamax::<Pv>(child, -window, depth, ply) } else { Ok(score) }
    }
}
