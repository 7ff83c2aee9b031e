//! What the rungs are measured against: the tree that nearly perfect ordering leaves, and the textbook's.
//!
//! *The oracle.* The position is searched, and then once more with every best reply of that search tried first and the table
//! otherwise off. No ordering that does not know the answer beforehand can be expected to do much better. `mate-distance`
//! is left out, since what it saves has nothing to do with order.
//!
//! *The minimal tree.* Knuth and Moore (1975): with the best move first everywhere, alpha-beta must still look at
//! b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves of an even tree of width b and depth d: the square root of minimax's b^d, roughly. Real
//! trees are uneven, and a real search may pass under it: a refutation that forces the reply leads into a narrow tree.

use super::{Case, ladder::Row, measure::Meter, plan::Step, tally::Tally};
use crate::search::{Algorithm, Layer, LayerSet, ThreadState, replay};

/// The leaves of the oracle's tree, after the top exact rung with a table among `steps`, or, if there is none,
/// the top one of the ladder. `None` beyond the nodes allowed.
pub(super) fn oracle_leaves(meter: &Meter, case: &Case, steps: &[Step], depth: i32) -> Option<u64> {
    let exact = steps.iter().map(|step| step.algorithm).rfind(|algorithm| has_table(*algorithm));
    let layers = exact.map_or(LayerSet::up_to(Layer::Aspiration), Algorithm::layers);
    let algorithm = Algorithm::Layers(layers.without(Layer::MateDistance));
    let mut thread_state = ThreadState::default();
    meter.measure(case, algorithm, depth, &mut thread_state)?;
    let mut tally = Tally::default();
    let request = meter.request(case, algorithm, depth);
    let answer = replay(&request, &meter.table, &mut thread_state, &meter.stop_flag, &mut tally);
    (!answer.cut_off).then_some(tally.last().leaves)
}

fn has_table(algorithm: Algorithm) -> bool {
    algorithm.is_exact() && algorithm.layers().has(Layer::Table)
}

/// The mean width of minimax's tree, at the greatest depth it reached; `None` if it reached none.
pub(super) fn width(rows: &[Row]) -> Option<f64> {
    let minimax = rows.iter().find(|row| row.algorithm == Algorithm::Minimax)?;
    minimax.stages.last()?.counts.mean_moves()
}

/// Knuth and Moore's minimum of leaves at `depth`, for the mean width of minimax's tree; `None` if minimax is not among
/// the rows that were run.
pub(super) fn minimal_leaves(rows: &[Row], depth: i32) -> Option<u64> {
    let minimax = rows.iter().find(|row| row.algorithm == Algorithm::Minimax)?;
    Some(minimal(minimax.measured.as_ref()?.last.mean_moves()?, depth))
}

/// Knuth and Moore's minimum of leaves of an even tree.
pub(super) fn minimal(width: f64, depth: i32) -> u64 {
    let half = depth / 2;
    (width.powi(depth - half) + width.powi(half) - 1.0).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimal_tree_is_that_of_knuth_and_moore() {
        assert_eq!(minimal(20.0, 1), 20);
        assert_eq!(minimal(30.0, 2), 30 + 30 - 1);
        assert_eq!(minimal(30.0, 3), 900 + 30 - 1);
        assert_eq!(minimal(1.0, 5), 1);
    }
}
