//! Two references for the move ordering of the rungs: the oracle search and the minimal tree.
//!
//! *Oracle.* The oracle searches a position twice. The second search uses the transposition table of the
//! first search only for move ordering: at each node, the second search tries the TT move first. A move
//! ordering without advance knowledge of the best moves can hardly be much better than the oracle's ordering.
//!
//! Two layers save leaves however good the move ordering is: TT cutoffs (`table`) and mate distance pruning
//! (`mate-distance`). A rung is therefore compared with an oracle that has the same of these two layers.
//!
//! *Minimal tree.* Knuth and Moore (1975): in a uniform tree with b moves per node and depth d, alpha-beta
//! must visit at least b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves, even with perfect ordering. The minimal tree has roughly
//! as many leaves as the square root of minimax's b^d leaves. Real trees are not uniform, so a real search
//! can visit fewer leaves than the minimal tree has: a refutation that forces the reply leads into a narrow
//! subtree.

use super::{ladder::Row, measure::Meter, plan::PlanStep, tally::Tally};
use crate::{
    chess::positions::Case,
    search::{Algorithm, Layer, LayerSet, ThreadState, replay},
};

/// Oracle searches of one position, each run when its leaves are first asked for.
///
/// The oracle uses the layers of the last exact rung with a transposition table; if there is no such rung,
/// the layers of the ladder up to `aspiration`.
pub(super) struct Oracle<'a> {
    meter: &'a Meter,
    case: &'a Case,
    depth: i32,
    layers: LayerSet,
    /// Leaves of the finished oracle searches, by their layers.
    known: Vec<(LayerSet, Option<u64>)>,
}

impl<'a> Oracle<'a> {
    /// Creates the oracle of the position `case` for a ladder with the rungs `steps`.
    pub(super) fn new(meter: &'a Meter, case: &'a Case, steps: &[PlanStep], depth: i32) -> Self {
        let exact = steps.iter().map(|step| step.algorithm).rfind(|algorithm| has_table(*algorithm));
        let layers = exact.map_or(LayerSet::up_to(Layer::Aspiration), Algorithm::layers);
        Self { meter, case, depth, layers, known: Vec::new() }
    }

    /// Returns the leaves of the oracle search that has the layers `table` and `mate-distance` exactly if
    /// `rung` has them; `None` if a search exceeds the node limit.
    pub(super) fn leaves(&mut self, rung: LayerSet) -> Option<u64> {
        let as_in_rung = |layers: LayerSet, layer| {
            if rung.has(layer) { layers.with(layer) } else { layers.without(layer) }
        };
        let first = as_in_rung(self.layers, Layer::MateDistance);
        let second = as_in_rung(first, Layer::Table);
        if let Some((_, leaves)) = self.known.iter().find(|(layers, _)| *layers == second) {
            return *leaves;
        }
        let leaves = self.search_twice(first, second);
        self.known.push((second, leaves));
        leaves
    }

    /// Searches with the layers `first`, repeats the search with the layers `second`, and returns the leaves
    /// of the second search.
    fn search_twice(&self, first: LayerSet, second: LayerSet) -> Option<u64> {
        let (meter, case, depth) = (self.meter, self.case, self.depth);
        let mut thread_state = ThreadState::default();
        meter.measure(case, Algorithm::Layers(first), depth, &mut thread_state)?;
        let mut tally = Tally::default();
        let request = meter.request(case, Algorithm::Layers(second), depth);
        let answer = replay(&request, &meter.table, &mut thread_state, &meter.stop_flag, &mut tally);
        (!answer.cut_off).then_some(tally.last().leaves)
    }
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
