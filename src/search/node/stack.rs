//! The search stack: data of the node at each ply, read by the nodes up to four plies below.
//!
//! Making a move writes the stack entry of the next ply; entries are overwritten but never removed.

use crate::{
    chess::{
        position::{Move, PackedMove},
        score::{MAX_PLY, Score},
    },
    evaluate::classical::PieceSquareScore,
    search::types::piece_to::{Context, PieceTo},
};

/// Stack entry of one ply of the search path.
#[derive(Clone, Copy, Debug, Default)]
pub struct StackEntry {
    /// Piece-square score of the position, for the evaluator `classical`.
    pub piece_square: PieceSquareScore,
    /// Static evaluation of the node at this ply, after fading and correction. `None` if the side to move is
    /// in check, if no layer needs the static evaluation, or in quiescence search.
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
    /// Reduction of the move that led to this ply, in plies; 0 if the move is not being searched to a reduced
    /// depth.
    pub reduction: i32,
    /// Number of beta cutoffs at this ply. The count restarts with each move loop two plies above, so it covers
    /// the children of one node and of its sibling nodes. A node that is searched several times counts each
    /// time. At ply 1 the count never restarts during a search.
    pub cutoffs: i32,
    /// Move that a singular search of the node at this ply excludes; `None` outside a singular search.
    pub excluded: Option<Move>,
}

impl StackEntry {
    /// Returns the move that led to this ply if it is quiet; `None` at the root and after a null move.
    #[inline]
    pub fn quiet(&self) -> Option<PackedMove> {
        self.is_quiet.then_some(self.mv)
    }
}

/// Creates a search stack with one entry per ply up to `MAX_PLY`, and two spare entries for the plies below
/// the deepest node.
pub fn new_stack() -> Box<[StackEntry]> {
    vec![StackEntry::default(); MAX_PLY + 3].into_boxed_slice()
}

/// Returns the moves one, two and four plies before the node at `ply`; [`PieceTo::NONE`] where there is none.
#[inline]
pub fn context(stack: &[StackEntry], ply: usize) -> Context {
    [0, 1, 3].map(|back| ply.checked_sub(back).map_or(PieceTo::NONE, |ply| stack[ply].piece_to))
}
