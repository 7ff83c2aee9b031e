//! Two references for the move ordering of the rungs: the oracle search and the minimal tree.
//!
//! *Oracle.* The oracle searches a position twice. At every node the second search first tries the best move
//! that the first search found there, and makes no other use of the transposition table. A move ordering
//! without advance knowledge of the best moves can hardly be much better than the oracle's ordering. The
//! oracle search omits `mate-distance`, because the saving of that layer does not depend on ordering.
//!
//! *Minimal tree.* Knuth and Moore (1975): in a uniform tree with b moves per node and depth d, alpha-beta
//! must visit at least b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves, even with perfect ordering. The minimal tree has roughly
//! as many leaves as the square root of minimax's b^d leaves. Real trees are not uniform, so a real search
//! can visit fewer leaves than the minimal tree has: a refutation that forces the reply leads into a narrow
//! subtree.

use super::{Case, ladder::Row, measure::Meter, plan::Step, tally::Tally};
use crate::search::{Algorithm, Layer, LayerSet, ThreadState, replay};

/// Returns the number of leaves that the oracle search of `case` visits, or `None` if a search exceeds the
/// node limit.
///
/// The oracle uses the layers of the last exact rung with a transposition table in `steps`, without
/// `mate-distance`. If `steps` has no exact rung with a transposition table, the oracle uses the layers of
/// the ladder up to `aspiration`.
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

/// Returns the mean number of moves per inner node of minimax's tree, at the greatest depth that minimax
/// reached; `None` if minimax reached no depth.
pub(super) fn width(rows: &[Row]) -> Option<f64> {
    let minimax = rows.iter().find(|row| row.algorithm == Algorithm::Minimax)?;
    minimax.stages.last()?.counts.mean_moves()
}

/// Returns the leaves of Knuth and Moore's minimal tree of `depth` plies, whose width is the mean number of
/// moves in minimax's tree; `None` if minimax was not run or was abandoned.
pub(super) fn minimal_leaves(rows: &[Row], depth: i32) -> Option<u64> {
    let minimax = rows.iter().find(|row| row.algorithm == Algorithm::Minimax)?;
    Some(minimal(minimax.measured.as_ref()?.last.mean_moves()?, depth))
}

/// Returns the leaves of Knuth and Moore's minimal tree for a uniform tree of `depth` plies with `width`
/// moves per node.
pub(super) fn minimal(width: f64, depth: i32) -> u64 {
    let half = depth / 2;
    (width.powi(depth - half) + width.powi(half) - 1.0).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimal_trees_have_the_leaves_of_knuth_and_moores_formula() {
        assert_eq!(minimal(20.0, 1), 20);
        assert_eq!(minimal(30.0, 2), 30 + 30 - 1);
        assert_eq!(minimal(30.0, 3), 900 + 30 - 1);
        assert_eq!(minimal(1.0, 5), 1);
    }
}
