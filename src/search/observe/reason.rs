//! Reasons for the end of a node: a beta cutoff, all moves searched, the horizon, the rules of the game, a
//! tablebase, or a layer.

use crate::{chess::game::Outcome, search::layer::Layer};

/// Reason for the end of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A move of the node scored at least beta (beta cutoff).
    BetaCut,
    /// The node searched all its moves, except pruned moves, and no move scored at least beta.
    SearchedAll,
    /// The node is at the horizon or at the maximum ply, and its score comes from the evaluator.
    Horizon,
    /// The side to move has lost; in chess, it is checkmated.
    Checkmate,
    /// The game is a draw; in chess, the side to move is stalemated.
    Stalemate,
    /// The tablebases contain the position of the node, and the tablebase result ended the node.
    Tablebase,
    /// A layer ended the node. The number is an index into the reasons that the layer declares in
    /// [`LayerInfo`](crate::search::layers::LayerInfo). The file of the layer has a constant for each reason.
    Layer(Layer, u8),
}

impl From<Outcome> for Reason {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Lost => Self::Checkmate,
            Outcome::Drawn => Self::Stalemate,
        }
    }
}
