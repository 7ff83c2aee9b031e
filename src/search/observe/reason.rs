//! Why a node ended: a rule of the game, the end of the move loop, or a layer.

use crate::game::Outcome;

/// Why a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A move reached beta: the opponent will not go here.
    BetaCut,
    /// The table knew the value exactly.
    TableExact,
    /// The table knew it to be at least beta.
    TableLower,
    /// The table knew it to be at most alpha.
    TableUpper,
    /// The endgame tables know the value.
    Tablebase,
    /// Standing still already reaches beta (quiescence).
    StandPat,
    /// Even after a pass the score reaches beta.
    NullMove,
    /// The static value is far enough above beta.
    ReverseFutility,
    /// The static value is so far below alpha that quiescence answered.
    Razoring,
    /// A capture reaches beta and a margin at a lesser depth.
    Probcut,
    /// The moves beside the table's reach beta at a lesser depth.
    MultiCut,
    /// A shorter mate is already known elsewhere.
    MateDistance,
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The position stood on the board before.
    Repetition,
    /// A hundred plies without capture or pawn move.
    FiftyMoves,
    /// Nobody can mate any more.
    Material,
    /// The depth is used up; the evaluator answered.
    Horizon,
    /// All moves were searched and none reached beta.
    SearchedAll,
}

impl From<Outcome> for Reason {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Lost => Self::Checkmate,
            Outcome::Drawn => Self::Stalemate,
        }
    }
}
