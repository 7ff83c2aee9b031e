//! Data that an observer receives when the search enters a node, at an event in the node, and when the search
//! leaves the node.

use super::reason::Reason;
use crate::{
    chess::{position::PackedMove, score::Score},
    search::{
        layer::Layer,
        tt::replacement::StoreResult,
        types::{node_type::NodeKind, window::Window},
    },
};

/// Data of a node that an observer receives when the search enters the node.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// Distance of the node from the root, in plies. The root has ply 0 and does not count as a node.
    pub ply: usize,
    /// Remaining depth of the node, in plies: 0 at the horizon, negative inside quiescence search.
    pub depth: i32,
    /// Search window of the node.
    pub window: Window,
    /// Expected node type; `None` in quiescence search and below the root of the rungs `minimax` and
    /// `alpha-beta`.
    pub expected: Option<NodeKind>,
}

/// Data of a node that an observer receives when the search leaves the node.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// Score that the node returns, from the point of view of the side to move at the node.
    pub value: Score,
    /// Reason for the end of the node.
    pub reason: Reason,
    /// Number of moves that the move loop of the node searched. If the reason is [`Reason::BetaCut`], the
    /// last of these moves caused the cutoff.
    pub tried: usize,
}

/// Event that an observer receives between the entry and the end of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// The node probed the transposition table; the field is `true` if the table contains the position.
    Probe(bool),
    /// The TT entry is deep enough to end the node if its bound lies outside the window.
    UsableEntry,
    /// The TT move is not legal in the position: two positions share a key.
    KeyCollision,
    /// The node wrote an entry to the transposition table.
    Store(StoreResult),
    /// The node is a leaf: the game is over or drawn, or the depth is used up.
    Leaf,
    /// The node makes the move in the field; the next nodes entered one ply below are searches of this move.
    Move(M),
    /// The node makes a null move; the next node entered one ply below is the search of the null move.
    NullMove,
    /// The node prunes a move; the fields are the move and the layer that prunes it.
    Pruned(M, Layer),
    /// The score of a TT entry ends the node; the fields are the depth and the move of the TT entry.
    TableCutoff(i32, PackedMove),
    /// Razoring ends the node: the node returns the score of quiescence search, without a search of its
    /// moves. The observer receives the end of the node twice: first from quiescence search, then from the
    /// node itself.
    Razored,
}
