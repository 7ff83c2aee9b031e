//! Compares the win, draw and loss probabilities of the WDL model with the observed game results, by score
//! and material.

use super::tally::{Cell, ResultTally};
use crate::evaluate::wdl::curve::{Chances, Curve};

/// Smallest absolute score of each score band, in units of the evaluator.
pub const SCORES: [i32; 7] = [0, 25, 50, 100, 200, 400, 800];
/// Smallest material of both sides of each material band, in pawns.
pub const MATERIALS: [u32; 4] = [0, 18, 36, 58];

/// Predicted and observed results of the positions in one score band and one material band, from the point of
/// view of the side with the positive score (of the side to move for a score of 0).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Band {
    /// Number of positions in the band.
    pub positions: u64,
    /// Sums, over the positions of the band, of the predicted probabilities of win, draw and loss.
    pub predicted: [f64; 3],
    /// Number of positions of the band whose game was won, drawn and lost.
    pub observed: [f64; 3],
}

impl Band {
    /// Converts the sums `predicted` or `observed` to permille of the positions in the band.
    pub fn permille(&self, sums: [f64; 3]) -> [f64; 3] {
        sums.map(|sum| 1000.0 * sum / f64::max(self.positions as f64, 1.0))
    }
}

/// Returns the comparison for every material band (row) and score band (column).
pub fn reliability(tally: &ResultTally, curve: &Curve) -> [[Band; SCORES.len()]; MATERIALS.len()] {
    let mut bands = [[Band::default(); SCORES.len()]; MATERIALS.len()];
    for Cell { units, material, results } in tally.cells() {
        let material_band = MATERIALS.partition_point(|least| *least <= material) - 1;
        let score = SCORES.partition_point(|least| *least <= units.abs()) - 1;
        let Chances { win, draw, loss } = curve.chances(f64::from(units), f64::from(material));
        let (mut predicted, mut observed) = ([win, draw, loss], results.map(f64::from));
        // The tally stores results in the order loss, draw, win; a band stores them in the order win, draw,
        // loss.
        observed.reverse();
        if units < 0 {
            predicted.reverse();
            observed.reverse();
        }
        let positions: f64 = observed.iter().sum();
        let band = &mut bands[material_band][score];
        band.positions += positions as u64;
        for place in 0..3 {
            band.predicted[place] += positions * predicted[place];
            band.observed[place] += observed[place];
        }
    }
    bands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_contains_both_sides_from_the_point_of_view_of_the_side_ahead() {
        let curve = Curve { even: 100.0, even_by_pawn: 0.0, width: 50.0, width_by_pawn: 0.0 };
        let mut tally = ResultTally::default();
        tally.count(120, 40, 2);
        tally.count(-120, 40, 0);
        tally.count(-120, 40, 1);
        let bands = reliability(&tally, &curve);
        let band = bands[2][3];
        assert_eq!((band.positions, band.observed), (3, [2.0, 1.0, 0.0]));
        let [win, _, loss] = band.permille(band.predicted);
        assert!(win > 590.0 && loss < 15.0, "{band:?}");
        assert_eq!(bands.iter().flatten().filter(|band| band.positions > 0).count(), 1);
    }
}
