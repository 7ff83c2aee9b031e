//! Positions of games, counted by score, material and result: all that the [curves](crate::evaluate::wdl::Curve) hang on, in memory that does not grow.

use crate::evaluate::wdl::curve::MAX_MATERIAL;

/// Scores beyond this many units stand for mates and the like, and are not counted.
pub const MAX_SCORE: i32 = 2_999;

const SCORES: usize = 2 * MAX_SCORE as usize + 1;
const MATERIALS: usize = MAX_MATERIAL as usize + 1;

/// How often a position of some kind was lost, drawn and won by the side to move.
pub type Results = [u32; 3];

/// Counts of positions.
#[derive(Clone, Debug)]
pub struct Tally {
    cells: Vec<Results>,
}

/// Positions of one score and one material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The score of the side to move, in the units of the evaluator.
    pub units: i32,
    /// The men of both sides, in pawns.
    pub men: u32,
    /// What became of them.
    pub results: Results,
}

impl Default for Tally {
    fn default() -> Self {
        Self { cells: vec![[0; 3]; SCORES * MATERIALS] }
    }
}

impl Tally {
    /// Counts a position: `half_points` are 0, 1 or 2. Scores beyond [`MAX_SCORE`] are passed over.
    pub fn count(&mut self, units: i32, men: u32, half_points: usize) {
        if units.abs() <= MAX_SCORE {
            let cell = (units + MAX_SCORE) as usize * MATERIALS + men.min(MAX_MATERIAL) as usize;
            self.cells[cell][half_points.min(2)] += 1;
        }
    }

    /// Adds what another has counted.
    pub fn add(&mut self, other: &Self) {
        for (one, other) in self.cells.iter_mut().flatten().zip(other.cells.iter().flatten()) {
            *one += other;
        }
    }

    /// All kinds of positions there were.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells.iter().enumerate().filter(|(_, results)| **results != [0; 3]).map(|(number, results)| {
            let (score, men) = (number / MATERIALS, number % MATERIALS);
            Cell { units: score as i32 - MAX_SCORE, men: men as u32, results: *results }
        })
    }

    /// Positions that were counted.
    pub fn positions(&self) -> u64 {
        self.cells.iter().flatten().map(|count| u64::from(*count)).sum()
    }
}
