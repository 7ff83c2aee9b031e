//! `internal-reduction`: where no move is remembered, look less deep.
//!
//! *Idea.* A node without a move in the table has never been worth a search before, and will be searched in a bad order. One ply
//! less now leaves a move for the next time (Ed Schröder, Rebel; in Stockfish since 2020 in place of a
//! search for that move, internal iterative deepening).
//! *When.* On the principal variation or where a cut is expected, from depth 3 or 6 on.
//! *Cost and gain.* Not measured here alone yet; the whole bundle it came with: +197 ± 38 (300 games at 10,000 nodes a move,
//! `classical`, UHO openings, 2026-11-20). Elsewhere +5 to +13.
//! *Tried and lost.* Nothing yet.

use crate::{
    position::Move,
    search::{
        layers::Layer,
        node_type::NodeType,
        watch::{Kind, Watch},
        worker::Worker,
    },
};

const MIN_DEPTH: i32 = 3;

impl<W: Watch<Move>> Worker<'_, W> {
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
