//! Whether what is promised comes true: chances told and results seen, by score and material.

use super::tally::{Cell, Tally};
use crate::evaluate::wdl::curve::{Chances, Curve};

/// Where the bands of scores begin, in units of the evaluator, for the side that is ahead.
pub const SCORES: [i32; 7] = [0, 25, 50, 100, 200, 400, 800];
/// Where the bands of material begin, in pawns.
pub const MATERIALS: [u32; 4] = [0, 18, 36, 58];

/// Positions of a band: the side that is ahead, seen from its side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Band {
    /// How many.
    pub positions: u64,
    /// Won, drawn and lost, as promised.
    pub predicted: [f64; 3],
    /// Won, drawn and lost.
    pub observed: [f64; 3],
}

impl Band {
    /// Two sums of the band as parts of a thousand.
    pub fn permille(&self, sums: [f64; 3]) -> [f64; 3] {
        sums.map(|sum| 1000.0 * sum / f64::max(self.positions as f64, 1.0))
    }
}

/// A row of bands by score for every band of material.
pub fn reliability(tally: &Tally, curve: &Curve) -> [[Band; SCORES.len()]; MATERIALS.len()] {
    let mut bands = [[Band::default(); SCORES.len()]; MATERIALS.len()];
    for Cell { units, men, results } in tally.cells() {
        let material = MATERIALS.partition_point(|least| *least <= men) - 1;
        let score = SCORES.partition_point(|least| *least <= units.abs()) - 1;
        let Chances { win, draw, loss } = curve.chances(f64::from(units), f64::from(men));
        let (mut predicted, mut observed) = ([win, draw, loss], results.map(f64::from));
        // Results count from a loss up, chances from a win down.
        observed.reverse();
        if units < 0 {
            predicted.reverse();
            observed.reverse();
        }
        let positions: f64 = observed.iter().sum();
        let band = &mut bands[material][score];
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
    fn a_band_holds_both_sides_seen_from_the_one_that_is_ahead() {
        let curve = Curve { even: 100.0, even_by_pawn: 0.0, width: 50.0, width_by_pawn: 0.0 };
        let mut tally = Tally::default();
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
