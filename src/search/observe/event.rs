//! Data types of the calls to an observer: entering a node, events at the node, leaving the node.

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

/// Data of a node at entry.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// Distance from the root, in plies. The root has ply 0 and does not count as a node.
    pub ply: usize,
    /// Remaining depth, in plies: 0 at the horizon, negative inside quiescence search.
    pub depth: i32,
    /// Search window of the node.
    pub window: Window,
    /// Expected node type; `None` in the rungs `minimax` and `alpha-beta`, which have no node types.
    pub expected: Option<Kind>,
}

/// Data of a node at its end.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// Returned score, from the node's side to move's point of view.
    pub value: Score,
    /// Reason for the end of the node.
    pub reason: Reason,
    /// Number of moves searched. If the reason is [`Reason::BetaCut`], the last of these moves caused the
    /// cutoff.
    pub tried: usize,
}

/// Event at a node between its entry and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// The node probed the transposition table; `true` if the table contains the position.
    Probe(bool),
    /// The TT entry is deep enough; it ends the node if its bound lies outside the window.
    UsableEntry,
    /// The TT move is not legal in the position: two positions share a key.
    KeyCollision,
    /// The node wrote an entry to the transposition table.
    Store(StoreResult),
    /// The node is a leaf: the game is over, or the depth is used up.
    Leaf,
    /// The node makes this move; the next nodes one ply below are searches of this move.
    Move(M),
    /// The node makes a null move; the next nodes one ply below are searches of the null move.
    NullMove,
    /// A layer prunes a move.
    Pruned(M, Layer),
    /// A TT entry ends the node; the fields are the depth and the move of the entry.
    TableCutoff(i32, PackedMove),
    /// Razoring calls quiescence search for the node. The observer receives the end of the node twice: first
    /// from quiescence search, then from the node itself.
    Razored,
}
