//! Counts of positions by score, material and game result: the whole input of the WDL
//! [curves](crate::evaluate::wdl::Curve), in constant memory.

use crate::evaluate::wdl::curve::MAX_MATERIAL;

/// Largest absolute score of a position that [`ResultTally`] counts, in the units of the evaluator. Positions
/// with larger absolute scores are skipped, because they are decided, and mate scores are no centipawns.
pub const MAX_SCORE: i32 = 2_999;

const SCORES: usize = 2 * MAX_SCORE as usize + 1;
const MATERIALS: usize = MAX_MATERIAL as usize + 1;

/// Number of positions whose game the side to move lost, drew and won, in this order.
pub type Results = [u32; 3];

/// Counts of positions for every combination of score, material and game result.
#[derive(Clone, Debug)]
pub struct ResultTally {
    cells: Vec<Results>,
}

/// Counts of the positions with one score and one material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Score for the side to move, in the units of the evaluator.
    pub units: i32,
    /// Material of both sides together, in pawns.
    pub material: u32,
    /// Game results of these positions, for the side to move.
    pub results: Results,
}

impl Default for ResultTally {
    fn default() -> Self {
        Self { cells: vec![[0; 3]; SCORES * MATERIALS] }
    }
}

impl ResultTally {
    /// Counts a position. `half_points` is the game result of the side to move: 0, 1 or 2. Positions with
    /// absolute scores above [`MAX_SCORE`] are skipped. Material above 78 pawns counts as 78 pawns.
    pub fn count(&mut self, units: i32, material: u32, half_points: usize) {
        if units.abs() <= MAX_SCORE {
            let cell = (units + MAX_SCORE) as usize * MATERIALS + material.min(MAX_MATERIAL) as usize;
            self.cells[cell][half_points.min(2)] += 1;
        }
    }

    /// Adds the counts of another tally to this one.
    pub fn add(&mut self, other: &Self) {
        for (one, other) in self.cells.iter_mut().flatten().zip(other.cells.iter().flatten()) {
            *one += other;
        }
    }

    /// Iterates over all combinations of score and material that occurred.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells.iter().enumerate().filter(|(_, results)| **results != [0; 3]).map(|(number, results)| {
            let (score, material) = (number / MATERIALS, number % MATERIALS);
            Cell { units: score as i32 - MAX_SCORE, material: material as u32, results: *results }
        })
    }

    /// Returns the total number of counted positions.
    pub fn positions(&self) -> u64 {
        self.cells.iter().flatten().map(|count| u64::from(*count)).sum()
    }
}
