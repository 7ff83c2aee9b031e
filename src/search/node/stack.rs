//! What a ply remembers: the facts of the node open there, for its children and their children.
//!
//! Writing the frame of the next ply is the push; there is no pop to forget.

use crate::{
    evaluate::classical::PieceSquareScore,
    position::{Move, PackedMove},
    score::{MAX_PLY, Score},
    search::layers::continuation_history::{Context, PieceTo},
};

/// One ply of the line being searched.
#[derive(Clone, Copy, Debug, Default)]
pub struct StackEntry {
    /// The evaluator's sums of the position here.
    pub sums: PieceSquareScore,
    /// The static value, corrected; `None` in check, or if no layer has asked for it.
    pub eval: Option<Score>,
    /// The move that led here; none at the root and after a pass.
    pub arrival: PieceTo,
    /// The same move; [`PackedMove::NONE`] likewise.
    pub mv: PackedMove,
    /// Whether it is neither a capture nor a promotion.
    pub is_quiet: bool,
    /// Whether the move that led here was a pass.
    pub passed: bool,
    /// Plies by which the move that led here is being searched less deep.
    pub reduction: i32,
    /// How many nodes at this ply have been cut since the node two plies up was entered.
    pub cuts: i32,
    /// The move left out while the others are searched.
    pub excluded: Option<Move>,
}

impl StackEntry {
    /// The move that led here, if there was one and it was quiet.
    #[inline]
    #[must_use]
    pub fn quiet(&self) -> Option<PackedMove> {
        self.is_quiet.then_some(self.mv)
    }
}

/// The frames of all plies, with room for the replies to the deepest.
#[must_use]
pub fn frames() -> Box<[StackEntry]> {
    vec![StackEntry::default(); MAX_PLY + 3].into_boxed_slice()
}

/// The moves that led to the node at `ply`: the last one, the one before, the one two before that.
#[inline]
#[must_use]
pub fn context(frames: &[StackEntry], ply: usize) -> Context {
    [0, 1, 3].map(|back| ply.checked_sub(back).map_or(PieceTo::NONE, |ply| frames[ply].arrival))
}
