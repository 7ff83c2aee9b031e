//! Totals of the ladder: one record per rung over all positions.
//!
//! A few positions with large trees dominate every sum of nodes. The saving of a rung is therefore the
//! geometric mean of the node ratios of the single positions: every position has equal weight, and "half" and
//! "twice" cancel out. A ratio of two rungs includes only positions on which both rungs were run.

use serde::Serialize;

use super::{
    ladder::{Block, Row},
    layer_names,
    measure::Measurement,
    tally::{Kinds, NodeCounts, Rates, TableWork},
    thousandths,
    verdict::{agrees, reference},
};
use crate::{
    search::{Algorithm, nodes_per_second},
    support::json::millis,
};

/// Totals of one rung over all positions of a block: sums, and geometric means of ratios of single positions.
#[derive(Clone, Debug, Serialize)]
pub struct RungTotal {
    /// Block of the rung: `exact` or `selective`.
    pub block: &'static str,
    /// Depth of the block, in plies.
    pub depth: i32,
    /// Name of the rung.
    pub rung: String,
    /// Layers of the rung, in ladder order.
    pub layers: Vec<&'static str>,
    /// Whether the rung is exact, so that its scores must equal minimax's scores.
    pub exact: bool,
    /// Number of positions on which the search of the rung finished; all sums and means of this record cover
    /// only these positions.
    pub positions: usize,
    /// Nodes of all iterations, summed over the positions.
    pub nodes: u64,
    /// Nodes of the last iteration on each position, summed over the positions. Except `time_ms` and `nps`,
    /// all counts and ratios in the fields after `last_nodes` also refer to the last iterations.
    pub last_nodes: u64,
    /// Leaves of the main search in the last iterations.
    pub leaves: u64,
    /// Quiescence nodes in the last iterations.
    pub qnodes: u64,
    /// Time of all iterations, in milliseconds, summed over the positions.
    pub time_ms: u64,
    /// Nodes per second over all iterations and positions.
    pub nps: u64,
    /// Effective branching factor, geometric mean over the positions.
    #[serde(serialize_with = "thousandths")]
    pub ebf: Option<f64>,
    /// Nodes of the last depth divided by the nodes of the previous depth: geometric mean over the positions;
    /// null if the previous depth was not searched.
    #[serde(serialize_with = "thousandths")]
    pub ebf_ratio: Option<f64>,
    /// Quality of the move ordering and hit rates of the transposition table in the last iterations.
    #[serde(flatten)]
    pub rates: Rates,
    /// Number of nodes of each kind (pv, cut, all) in the last iterations.
    #[serde(flatten)]
    pub kinds: Kinds,
    /// Transposition table counts of the last iterations: probes, hits, cutoffs and stores.
    #[serde(flatten)]
    pub table: TableWork,
    /// Nodes of the rung below (the previous rung) divided by nodes of this rung: geometric mean over the
    /// positions that both rungs finished.
    #[serde(serialize_with = "thousandths")]
    pub fewer_than_below: Option<f64>,
    /// Nodes of minimax divided by nodes of this rung: geometric mean over the positions that both finished.
    #[serde(serialize_with = "thousandths")]
    pub fewer_than_minimax: Option<f64>,
    /// Leaves of this rung divided by leaves of the oracle search that has TT cutoffs and mate distance pruning
    /// exactly if the rung has them: geometric mean over the positions.
    #[serde(serialize_with = "thousandths")]
    pub leaves_per_oracle: Option<f64>,
    /// Leaves of that oracle search in percent of the leaves that the rung visited: geometric mean over the
    /// positions; 100 means nearly perfect move ordering.
    #[serde(serialize_with = "thousandths")]
    pub efficiency_pct: Option<f64>,
    /// Beta cutoffs in the last iterations, counted by the index of the cutting move: 1st, 2nd, 3rd, 4th to
    /// 6th, 7th or later.
    pub cut_indices: [u64; 5],
    /// Number of positions on which the rung returns the reference score: minimax's score, or, if minimax was
    /// not run, the score of the lowest exact rung run. Null for selective rungs.
    pub agreeing: Option<usize>,
    /// Number of positions on which the best move differs from that of the reference rung (minimax, or the
    /// lowest exact rung run).
    pub other_moves: Option<usize>,
}

/// Returns the totals of all rungs of a block, lowest rung first.
pub fn totals(block: &Block) -> Vec<RungTotal> {
    (0..block.steps.len()).map(|index| total(block, index)).collect()
}

fn total(block: &Block, index: usize) -> RungTotal {
    let step = &block.steps[index];
    let runs = || block.entries.iter().filter_map(|entry| entry.rows[index].measured.as_ref());
    let mut last = NodeCounts::default();
    runs().for_each(|run| last += run.last);
    let (positions, nodes, time) =
        (runs().count(), runs().map(|run| run.nodes).sum(), runs().map(|run| run.time).sum());
    let counted = (positions > 0).then_some(&last);
    let full = runs().map(|run| f64::from(run.full_permille)).sum::<f64>() / positions as f64;
    let minimax = block.steps.iter().position(|step| step.algorithm == Algorithm::Minimax);
    let leaves_per_oracle = geometric_mean(
        block.entries.iter().filter_map(|entry| efficiency(&entry.rows[index])).map(f64::recip),
    );
    RungTotal {
        block: block.kind.name(),
        depth: block.depth,
        rung: step.rung.clone(),
        layers: layer_names(step.algorithm.layers()),
        exact: step.is_exact(),
        positions,
        nodes,
        last_nodes: last.nodes,
        leaves: last.leaves,
        qnodes: last.qnodes,
        time_ms: millis(time),
        nps: nodes_per_second(nodes, time),
        ebf: geometric_mean(runs().map(|run| run.last.branching_factor(block.depth))),
        ebf_ratio: geometric_mean(
            block.entries.iter().filter_map(|entry| ebf_ratio(&entry.rows[index], block.depth)),
        ),
        rates: Rates::new(&last),
        kinds: Kinds::new(counted),
        table: TableWork::new(step.algorithm, counted, Some(full)),
        fewer_than_below: index.checked_sub(1).and_then(|below| fewer(block, below, index)),
        fewer_than_minimax: minimax.and_then(|minimax| fewer(block, minimax, index)),
        leaves_per_oracle,
        efficiency_pct: leaves_per_oracle.map(|leaves| 100.0 * leaves.recip()),
        cut_indices: last.cut_indices,
        agreeing: step.is_exact().then(|| {
            block.entries.iter().filter(|entry| agrees(&entry.rows[index], &entry.rows) == Some(true)).count()
        }),
        other_moves: other_moves(block, index),
    }
}

/// Returns the nodes of a rung at `depth` divided by its nodes at the previous depth; `None` if one of the
/// depths was not searched.
pub fn ebf_ratio(row: &Row, depth: i32) -> Option<f64> {
    let nodes = |depth| row.stage(depth).map(|stage| stage.counts.nodes as f64);
    nodes(depth - 1).filter(|before| *before > 0.0).and_then(|before| Some(nodes(depth)? / before))
}

/// Returns the leaves of the oracle search on one position divided by the leaves of a rung. The oracle has TT
/// cutoffs and mate distance pruning exactly if the rung has them. Returns `None` if one of the two counts is
/// unknown or zero.
pub fn efficiency(row: &Row) -> Option<f64> {
    let leaves = row.measured.as_ref()?.last.leaves;
    let oracle = row.oracle_leaves?;
    (leaves > 0 && oracle > 0).then(|| oracle as f64 / leaves as f64)
}

fn other_moves(block: &Block, index: usize) -> Option<usize> {
    let pairs = block.entries.iter().filter_map(|entry| {
        let own = entry.rows[index].measured.as_ref()?;
        Some(own.best != reference(&entry.rows)?.measured.as_ref()?.best)
    });
    let (compared, others) =
        pairs.fold((0, 0), |(all, others), other| (all + 1, others + usize::from(other)));
    (compared > 0).then_some(others)
}

/// Returns the geometric mean, over the positions that both rungs finished, of this ratio: nodes of the rung
/// at index `other` divided by nodes of the rung at index `index`, both counted in the last iteration.
fn fewer(block: &Block, other: usize, index: usize) -> Option<f64> {
    let nodes = |row: &Row| row.measured.as_ref().map(|run: &Measurement| run.last.nodes as f64);
    geometric_mean(
        block
            .entries
            .iter()
            .filter_map(|entry| Some(nodes(&entry.rows[other])? / nodes(&entry.rows[index])?)),
    )
}

/// Returns the geometric mean of `values`, without zero, infinite and NaN values; `None` if no value remains.
pub(super) fn geometric_mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<_> = values.filter(|value| value.is_normal()).map(f64::ln).collect();
    (!logarithms.is_empty()).then(|| (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::positions::Case,
        tools::bench::{
            ladder::{BlockKind, LadderEntry, run},
            plan::LadderPlan,
            verdict::check_scores,
        },
    };

    #[test]
    fn half_and_double_cancel_in_the_geometric_mean() {
        let mean = geometric_mean([0.5, 2.0, 0.0].into_iter()).expect("two values");
        assert!((mean - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean(std::iter::empty()), None);
    }

    #[test]
    fn on_the_start_position_exact_rungs_agree_and_alpha_beta_needs_fewer_nodes_than_minimax() {
        let case = Case { id: "start".into(), position: crate::chess::position::Position::start() };
        let plan = LadderPlan { depth: 3, selective_depth: 3, megabytes: 4, ..LadderPlan::default() };
        let blocks = run(&plan, &[case], || ()).expect("four megabytes");
        assert_eq!(
            blocks.iter().map(|block| block.kind).collect::<Vec<_>>(),
            [BlockKind::Exact, BlockKind::Selective]
        );
        assert!(check_scores(&blocks).holds());

        let exact = totals(&blocks[0]);
        assert_eq!((exact[0].rung.as_str(), exact[0].nodes), ("minimax", 9_322));
        assert_eq!(exact[0].fewer_than_below, None);
        assert!(exact[1].fewer_than_below.is_some_and(|times| times > 2.0), "{:?}", exact[1]);
        assert_eq!(exact[1].fewer_than_below, exact[1].fewer_than_minimax);
        assert!(exact[0].leaves_per_oracle > exact[1].leaves_per_oracle);
        assert_eq!(blocks[0].entries[0].minimal_tree_leaves.map(|leaves| leaves / 100), Some(5));
        assert_eq!(totals(&blocks[1])[0].rung, "captures-first");
    }

    /// With TT cutoffs and mate distance pruning on one side only, some of these ratios were above 200 %.
    #[test]
    fn no_rung_orders_moves_better_than_the_oracle_with_the_same_savings() {
        let named =
            |id: &str| crate::chess::positions::named(id).expect("a position of classic.epd").position;
        let cases =
            ["kiwipete", "standoff", "legal"].map(|id| Case { id: id.to_owned(), position: named(id) });
        let plan = LadderPlan {
            depth: 5,
            selective_depth: 1,
            megabytes: 4,
            max_nodes: 300_000,
            ..LadderPlan::default()
        };
        let exact = run(&plan, &cases, || ()).expect("four megabytes").swap_remove(0);
        for row in exact.entries.iter().flat_map(|entry| &entry.rows) {
            let share = efficiency(row);
            assert!(share.is_none_or(|share| share < 1.1), "{}: {share:?}", row.rung);
        }
        let leaves = |rung: &str, entry: &LadderEntry| {
            entry.rows.iter().find(|row| row.rung == rung).expect("in the ladder").oracle_leaves
        };
        for entry in &exact.entries {
            assert_eq!(leaves("deepening", entry), entry.oracle_leaves);
            assert!(leaves("table", entry) < leaves("deepening", entry), "TT cutoffs save leaves");
        }
    }

    #[test]
    fn rungs_below_one_that_exceeds_the_node_limit_are_not_run() {
        let case = Case { id: "start".into(), position: crate::chess::position::Position::start() };
        let plan = LadderPlan { depth: 4, max_nodes: 10_000, megabytes: 4, ..LadderPlan::default() };
        let block =
            run(&LadderPlan { selective_depth: 2, ..plan }, &[case], || ()).expect("memory").swap_remove(0);
        let run: Vec<_> = block.entries[0].rows.iter().map(|row| row.measured.is_some()).collect();
        assert!(!run[0] && run[run.len() - 1], "minimax is abandoned, the top rung is not");
        assert!(run.is_sorted(), "{run:?}");
        assert_eq!(block.entries[0].minimal_tree_leaves, None);
    }
}
