//! Endgame tables inside the tree: a node they know needs no search.
//!
//! *Idea.* With few men left the outcome is known for certain ([`tablebase`](crate::tablebase)). It is looked up right
//! after a capture or a pawn move, where the fifty-move count is zero and the outcome alone is the truth.
//!
//! *Source.* Syzygy tables: de Man 2013.
//!
//! *When.* Below the root, where the tables cover the position; the largest of them only far from the horizon. Not a
//! layer of its own: without tables there is nothing to switch. Where the root itself is known its moves are
//! [chosen](crate::tablebase::root) there, and the tree is searched for the mate.
//!
//! *Where.* Step 4 of [the node](crate::search::negamax).
//!
//! *Risk.* None for the outcome. The tables know won from drawn and not how far: hence the care with mates.
//!
//! *Cost and gain.* Not measured in games: with three and four men there is little to gain.
//!
//! *Tried and lost.* Nothing yet.

use crate::{
    position::{PackedMove, Position},
    score::Score,
    search::{
        layer::Layer,
        node::worker::Worker,
        observe::observer::Observation,
        tt::entry::TtEntry,
        types::{
            node_type::NodeType,
            window::{Bound, Window},
        },
    },
    tablebase::root,
};

/// A known value is kept in the table as if it had been searched so much deeper.
const DEEPER: i32 = 6;

impl<O: Observation> Worker<'_, O> {
    /// The score with which the endgame tables end the node, if they do: never the root, which [`Kept`](root::RootMoveFilter) cares
    /// for, nor one without the remembered move.
    #[inline]
    pub(crate) fn tabled<N: NodeType>(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        if N::ROOT || self.frames[ply].excluded.is_some() {
            return None;
        }
        let probing = self.probing?;
        if position.halfmoves() != 0 || !probing.covers_at(position, depth) {
            return None;
        }
        let wdl = probing.tables.value(position)?;
        self.tb_hits += 1;
        let score = root::score(wdl, probing.fifty_moves, ply);
        let bound = match score {
            Score::DRAW => Bound::Exact,
            won if won > Score::DRAW => Bound::Lower,
            _ => Bound::Upper,
        };
        // A win may be a mate, which is worth more: who asks for a mate, between narrow bounds, is not content with it. On the
        // principal variation it is good enough.
        let decides = match bound {
            Bound::Lower => score >= window.beta || !window.is_zero(),
            Bound::Upper => score <= window.alpha || !window.is_zero(),
            Bound::Exact => true,
        };
        if decides && self.has(Layer::Table) {
            let (mv, depth) = (PackedMove::NONE, depth + DEEPER);
            self.store(position, TtEntry { mv, score, eval: None, depth, bound, pv: false });
        }
        decides.then_some(score)
    }
}
