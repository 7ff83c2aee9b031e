//! What scores have come to: of every scored position of packed games no more than score, material and result.

use shakmaty::{Color, KnownOutcome};

use super::{bits::BitReader, block::Block, game::replay};
use crate::evaluate::wdl::material_in_pawns;

/// A position, as far as the chances told of it hang on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// The score for the side to move, in the units of the evaluator.
    pub units: i32,
    /// The men of both sides, in pawns.
    pub men: u32,
    /// What the side to move got in the end, in half points.
    pub half_points: usize,
}

/// The scored positions of a block, game by game; `false` beside them if not all of it could be read.
pub fn scored_positions(block: &Block<'_>) -> (Vec<Vec<ScoredPosition>>, bool) {
    let mut bits = BitReader::new(block.payload);
    let mut games = Vec::new();
    for _ in 0..block.games {
        let mut game = Vec::new();
        let read = replay(&mut bits, |position, _, scored| {
            let Some((units, outcome)) = scored else { return };
            let half_points = half_points(outcome, position.turn());
            game.push(ScoredPosition { units, men: material_in_pawns(position), half_points });
        });
        if read.is_none() {
            return (games, false);
        }
        games.push(game);
    }
    (games, bits.is_empty())
}

/// Points of `color`, in half points: 0, 1 or 2.
pub(super) fn half_points(outcome: KnownOutcome, color: Color) -> usize {
    match outcome {
        KnownOutcome::Draw => 1,
        KnownOutcome::Decisive { winner } => 2 * usize::from(winner == color),
    }
}
