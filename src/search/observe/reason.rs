//! Why a node ended: the move loop, the rules, or a layer.

use crate::{game::Outcome, search::layer::Layer};

/// Why a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A move reached beta: the opponent avoids this position.
    BetaCut,
    /// All moves were searched and none reached beta.
    SearchedAll,
    /// The depth is used up; the evaluator answered.
    Horizon,
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The tablebases know the value.
    Tablebase,
    /// A layer ended the node. The number selects one of the reasons that the layer declares in
    /// [`LayerInfo`](crate::search::layers::LayerInfo); its file has a constant for each.
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
