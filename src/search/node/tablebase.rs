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

use super::worker::{At, Cut, Worker};
use crate::{
    position::PackedMove,
    score::Score,
    search::{
        layer::Layer,
        layers::table,
        observe::{observer::Observation, reason::Reason},
        tt::entry::TtEntry,
        types::{node_type::NodeType, window::Bound},
    },
    tablebase::root,
};

/// A known value is kept in the table as if it had been searched so much deeper.
const DEEPER: i32 = 6;

/// Ends a node that the tablebases know: never the root, which [`RootMoveFilter`](root::RootMoveFilter) handles, nor a node
/// with an excluded move.
#[inline]
pub(crate) fn cut<N: NodeType, O: Observation>(worker: &mut Worker<'_, O>, at: At<'_>) -> Option<Cut> {
    let At { position, window, depth, ply } = at;
    if N::ROOT || worker.stack[ply].excluded.is_some() {
        return None;
    }
    let probing = worker.probing?;
    if position.halfmoves() != 0 || !probing.covers_at(position, depth) {
        return None;
    }
    let wdl = probing.tables.value(position)?;
    worker.tb_hits += 1;
    let score = root::score(wdl, probing.fifty_moves, ply);
    let bound = match score {
        Score::DRAW => Bound::Exact,
        won if won > Score::DRAW => Bound::Lower,
        _ => Bound::Upper,
    };
    // A win may be a mate, which is worth more: a zero window that asks for a mate needs a search. On the principal variation
    // the win is good enough.
    let decides = match bound {
        Bound::Lower => score >= window.beta || !window.is_zero(),
        Bound::Upper => score <= window.alpha || !window.is_zero(),
        Bound::Exact => true,
    };
    if decides && worker.has(Layer::Table) {
        let (mv, depth) = (PackedMove::NONE, depth + DEEPER);
        table::write(worker, position, TtEntry { mv, score, eval: None, depth, bound, pv: false });
    }
    decides.then_some(Cut { score, reason: Reason::Tablebase })
}
