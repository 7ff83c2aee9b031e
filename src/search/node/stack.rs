//! The search stack: data of the node at each ply, read by the nodes up to four plies below.
//!
//! Writing the entry of the next ply pushes it; entries are never popped.

use crate::{
    evaluate::classical::PieceSquareScore,
    position::{Move, PackedMove},
    score::{MAX_PLY, Score},
    search::types::piece_to::{Context, PieceTo},
};

/// Stack entry of one ply of the search path.
#[derive(Clone, Copy, Debug, Default)]
pub struct StackEntry {
    /// Piece-square score of the position, for the evaluator `classical`.
    pub piece_square: PieceSquareScore,
    /// Corrected static evaluation. `None` in check, or if no active layer needs the static evaluation.
    pub eval: Option<Score>,
    /// Move that led to this ply, as piece and target square; [`PieceTo::NONE`] at the root and after a null
    /// move.
    pub piece_to: PieceTo,
    /// Move that led to this ply, packed; [`PackedMove::NONE`] at the root and after a null move.
    pub mv: PackedMove,
    /// Whether the move that led to this ply is quiet: neither a capture nor a queen promotion.
    pub is_quiet: bool,
    /// Whether a null move led to this ply.
    pub after_null_move: bool,
    /// Reduction of the move that led to this ply, in plies; 0 outside a reduced search.
    pub reduction: i32,
    /// Number of beta cutoffs in nodes at this ply. The count restarts with each move loop two plies above,
    /// so it covers the children of one node and of its sibling nodes.
    pub cutoffs: i32,
    /// Move excluded during a singular search of the node.
    pub excluded: Option<Move>,
}

impl StackEntry {
    /// Returns the move that led to this ply if it is quiet; `None` at the root and after a null move.
    #[inline]
    pub fn quiet(&self) -> Option<PackedMove> {
        self.is_quiet.then_some(self.mv)
    }
}

/// Creates a stack with an entry for each ply, and spare entries for the plies below the deepest node.
pub fn new_stack() -> Box<[StackEntry]> {
    vec![StackEntry::default(); MAX_PLY + 3].into_boxed_slice()
}

/// The moves one, two and four plies before the node at `ply`.
#[inline]
pub fn context(stack: &[StackEntry], ply: usize) -> Context {
    [0, 1, 3].map(|back| ply.checked_sub(back).map_or(PieceTo::NONE, |ply| stack[ply].piece_to))
}
