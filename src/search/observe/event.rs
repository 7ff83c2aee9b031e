//! What an observer receives about a node.

use super::reason::Reason;
use crate::{
    position::PackedMove,
    score::Score,
    search::{
        layer::Layer,
        tt::replacement::StoreResult,
        types::{node_type::Kind, window::Window},
    },
};

/// A node as it is entered.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// Plies from the root; the root is 0 and does not count as a node.
    pub ply: usize,
    /// Plies still to be searched; 0 at the horizon, negative inside quiescence.
    pub depth: i32,
    /// Where the value still matters.
    pub window: Window,
    /// What kind of node this is expected to be; `None` in the frozen rungs, which expect nothing.
    pub expected: Option<Kind>,
}

/// The end of a node.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// The value handed up, for the side to move here.
    pub value: Score,
    /// Why it ended.
    pub reason: Reason,
    /// How many moves were searched; after a [`Reason::BetaCut`] the last of them made the cut.
    pub tried: usize,
}

/// What happens at an open node, between entering and leaving it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// The transposition table was probed; `true` if it holds the position.
    Probe(bool),
    /// The probed entry is deep enough to end the node, if its score lies outside the window.
    UsableEntry,
    /// The stored move is not legal here: two positions share a key.
    KeyCollision,
    /// An entry was handed to the transposition table.
    Store(StoreResult),
    /// The node is a leaf: the game is over, or the depth is used up.
    Leaf,
    /// The nodes entered next, one ply below, follow this move.
    Move(M),
    /// They follow a null move.
    NullMove,
    /// The layer prunes this move.
    Pruned(M, Layer),
    /// A stored entry ends the node: its depth and its move.
    TableCutoff(i32, PackedMove),
    /// Quiescence search answers for the node, which is therefore left twice: the second time as the node itself.
    Razored,
}
