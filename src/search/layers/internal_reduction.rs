//! `internal-reduction`: where no move is remembered, look less deep.
//!
//! *Idea.* A node without a move in the table has never been worth a search before, and will be searched in a bad
//! order. One ply less now leaves a move for the next time.
//!
//! *Source.* Ed Schröder's Rebel; in Stockfish since 2020 in place of a search for that move, internal iterative
//! deepening.
//!
//! *When.* On the principal variation from [`MIN_DEPTH`] on, where a cut is expected from twice that; never at the
//! root.
//!
//! *Where.* At the end of step 5 of [the node](crate::search::negamax).
//!
//! *Risk.* A node that is new and matters gets a ply less, until the next iteration.
//!
//! *Cost and gain.* Not measured alone; with `singular` and `probcut`, against `histories` +26 ± 28 (400 games at
//! 10,000 nodes a move, `classical`, UHO openings, 2026-11-20). Elsewhere +5 to +13.
//!
//! *Tried and lost.* Nothing yet.

use crate::search::{
    layer::Layer,
    node::worker::Worker,
    observe::observer::Observation,
    types::node_type::{Kind, NodeType},
};

/// No reduction below this depth on the principal variation, nor below twice this elsewhere.
pub const MIN_DEPTH: i32 = 3;

impl<O: Observation> Worker<'_, O> {
    /// The depth to go on with in a node of which no move is remembered.
    #[inline]
    pub(crate) fn internally_reduced<N: NodeType>(&self, depth: i32) -> i32 {
        let due = match N::KIND {
            Kind::Pv => depth >= MIN_DEPTH,
            Kind::Cut => depth >= 2 * MIN_DEPTH,
            Kind::All => false,
        };
        // Where no move ever is remembered, this would only make every search less deep.
        let remembers = self.has(Layer::Table) && self.has(Layer::TableMove);
        depth - i32::from(due && !N::ROOT && remembers && self.has(Layer::InternalReduction))
    }
}
