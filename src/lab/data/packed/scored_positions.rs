//! Score, material and game result of every scored position in packed games: the input for fitting the WDL
//! model.

use shakmaty::{Color, KnownOutcome};

use super::{bits::BitReader, block::Block, game::replay};
use crate::evaluate::wdl::material_in_pawns;

/// Score, material and game result of one position: the input of the WDL model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// Score for the side to move, in the units of the evaluator.
    pub units: i32,
    /// Material of both sides together, in pawns (pawn 1, knight 3, bishop 3, rook 5, queen 9).
    pub material: u32,
    /// Game result of the side to move, in half points: 0, 1 or 2.
    pub half_points: usize,
}

/// Returns the positions with a score of a block, one list per game. The second value is false if the block
/// could not be decoded to its end.
pub fn scored_positions(block: &Block<'_>) -> (Vec<Vec<ScoredPosition>>, bool) {
    let mut bits = BitReader::new(block.payload);
    let mut games = Vec::new();
    for _ in 0..block.games {
        let mut game = Vec::new();
        let read = replay(&mut bits, |position, _, scored| {
            let Some((units, outcome)) = scored else { return };
            let half_points = half_points(outcome, position.turn());
            game.push(ScoredPosition { units, material: material_in_pawns(position), half_points });
        });
        if read.is_none() {
            return (games, false);
        }
        games.push(game);
    }
    (games, bits.is_empty())
}

/// Returns the game result of `color` in half points: 0 for a loss, 1 for a draw, 2 for a win.
pub(in crate::lab::data) fn half_points(outcome: KnownOutcome, color: Color) -> usize {
    match outcome {
        KnownOutcome::Draw => 1,
        KnownOutcome::Decisive { winner } => 2 * usize::from(winner == color),
    }
}
