//! What a ply remembers: the facts of the node open there, for its children and their children.
//!
//! Writing the frame of the next ply is the push; there is no pop to forget.

use crate::{
    evaluate::classical::Sums,
    score::{MAX_PLY, Score},
};

/// One ply of the line being searched.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    /// The evaluator's sums of the position here.
    pub sums: Sums,
    /// The static value; `None` in check, or if no layer has asked for it.
    pub eval: Option<Score>,
    /// Whether the move that led here was a pass.
    pub passed: bool,
}

/// The frames of all plies, one more than can be entered.
#[must_use]
pub fn frames() -> Box<[Frame]> {
    vec![Frame::default(); MAX_PLY + 2].into_boxed_slice()
}
