//! The stack: what the node open at each ply leaves for its children and their children.
//!
//! Writing the entry of the next ply is the push; there is no pop.

use crate::{
    evaluate::classical::PieceSquareScore,
    position::{Move, PackedMove},
    score::{MAX_PLY, Score},
    search::types::piece_to::{Context, PieceTo},
};

/// One ply of the search path.
#[derive(Clone, Copy, Debug, Default)]
pub struct StackEntry {
    /// Piece-square score of the position, for `classical`.
    pub piece_square: PieceSquareScore,
    /// The static value, corrected; `None` in check, or if no layer has asked for it.
    pub eval: Option<Score>,
    /// The move that led here; none at the root and after a null move.
    pub piece_to: PieceTo,
    /// The same move; [`PackedMove::NONE`] likewise.
    pub mv: PackedMove,
    /// Whether it is neither a capture nor a promotion.
    pub is_quiet: bool,
    /// Whether a null move led here.
    pub after_null_move: bool,
    /// Plies by which the move that led here is being searched less deep.
    pub reduction: i32,
    /// How many nodes at this ply have been cut since the node two plies up was entered.
    pub cutoffs: i32,
    /// The move left out while the others are searched.
    pub excluded: Option<Move>,
}

impl StackEntry {
    /// The move that led here, if there was one and it was quiet.
    #[inline]
    pub fn quiet(&self) -> Option<PackedMove> {
        self.is_quiet.then_some(self.mv)
    }
}

/// The entries of all plies, with room for the replies to the deepest.
pub fn new_stack() -> Box<[StackEntry]> {
    vec![StackEntry::default(); MAX_PLY + 3].into_boxed_slice()
}

/// The moves that led to the node at `ply`: the last one, the one before, the one two before that.
#[inline]
pub fn context(stack: &[StackEntry], ply: usize) -> Context {
    [0, 1, 3].map(|back| ply.checked_sub(back).map_or(PieceTo::NONE, |ply| stack[ply].piece_to))
}
