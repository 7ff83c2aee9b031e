//! Plan of a ladder measurement: rungs, depths, node limit, table size and evaluator.

use super::ladder::{Block, BlockKind};
use crate::{
    evaluate::{EvalConfig, Evaluator},
    search::{Algorithm, RUNGS},
};

/// Default depth of the exact block of the ladder, in plies; minimax takes seconds at this depth.
pub const DEPTH: i32 = 4;
/// Default depth of the selective block of the ladder, in plies.
pub const SELECTIVE_DEPTH: i32 = 6;
/// Default node limit of one search of the ladder or the ablation. The limit is high enough for minimax at
/// [`DEPTH`] on every position of the bench, and low enough for the whole ladder to end within a minute.
pub const MAX_NODES: u64 = 2_000_000;
/// Default size of the ladder's transposition table, in MiB; at the default depths almost no entry is
/// replaced.
pub const MEGABYTES: usize = 64;

/// Rung to measure: one of [`RUNGS`], any set of layers, or the rung `network`.
#[derive(Clone, Debug)]
pub struct PlanStep {
    /// Name of the rung in tables.
    pub rung: String,
    /// Algorithm of the rung.
    pub algorithm: Algorithm,
    /// Evaluator of this rung, if it differs from the evaluator of the plan.
    pub evaluator: Option<Evaluator>,
}

impl PlanStep {
    /// Returns the rung `network`: all layers, with the neural network as evaluator.
    pub fn network() -> Self {
        let evaluator = Evaluator::Network;
        Self { rung: evaluator.name().to_owned(), algorithm: Algorithm::FULL, evaluator: Some(evaluator) }
    }

    /// Returns whether the rung is exact, so that its scores must equal minimax's scores.
    pub fn is_exact(&self) -> bool {
        self.algorithm.is_exact() && self.evaluator.is_none()
    }
}

/// Parameters of a ladder measurement.
#[derive(Clone, Debug)]
pub struct LadderPlan {
    /// Rungs to measure, lowest rung first, or in the order of `--rungs`.
    pub steps: Vec<PlanStep>,
    /// Depth of the exact block, in plies.
    pub depth: i32,
    /// Smallest depth, in plies, for which the growth of the trees is reported.
    pub least_depth: i32,
    /// Depth of the selective block, in plies.
    pub selective_depth: i32,
    /// Node limit of one search; a search that exceeds the limit is abandoned.
    pub max_nodes: u64,
    /// Size of the transposition table, in MiB.
    pub megabytes: usize,
    /// Evaluator with its terms and its evaluation file, used for every rung that does not fix its own
    /// evaluator.
    pub eval: EvalConfig,
    /// Number of timed runs of each search; the median time is reported.
    pub repeat: usize,
}

impl Default for LadderPlan {
    fn default() -> Self {
        let searching = RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random);
        let steps = searching.map(|rung| PlanStep {
            rung: rung.name.to_owned(),
            algorithm: rung.algorithm,
            evaluator: None,
        });
        Self {
            steps: steps.chain([PlanStep::network()]).collect(),
            depth: DEPTH,
            least_depth: 1,
            selective_depth: SELECTIVE_DEPTH,
            max_nodes: MAX_NODES,
            megabytes: MEGABYTES,
            eval: Evaluator::Material.into(),
            repeat: 1,
        }
    }
}

impl LadderPlan {
    /// Returns the blocks of the ladder before any search, without results: the exact block if the plan has
    /// an exact rung, and the selective block if the plan has a rung that is not exact.
    ///
    /// The exact block contains the exact rungs of the plan. The selective block contains all rungs of the
    /// plan except `minimax` and `alpha-beta`.
    pub fn blocks(&self) -> Vec<Block> {
        let chosen = |keep: &dyn Fn(&PlanStep) -> bool| -> Vec<PlanStep> {
            self.steps.iter().filter(|step| keep(step)).cloned().collect()
        };
        let exact = chosen(&PlanStep::is_exact);
        let layered = chosen(&|step| matches!(step.algorithm, Algorithm::Layers(_)));
        let mut blocks = Vec::new();
        if !exact.is_empty() {
            blocks.push(Block {
                kind: BlockKind::Exact,
                depth: self.depth,
                steps: exact,
                entries: Vec::new(),
            });
        }
        if layered.iter().any(|step| !step.is_exact()) {
            let depth = self.selective_depth;
            blocks.push(Block { kind: BlockKind::Selective, depth, steps: layered, entries: Vec::new() });
        }
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_that_searches_is_in_at_least_one_block() {
        let blocks = LadderPlan::default().blocks();
        let rungs = |block: &Block| block.steps.iter().map(|step| step.rung.clone()).collect::<Vec<_>>();
        assert_eq!(rungs(&blocks[0])[..3], ["minimax", "alpha-beta", "captures-first"]);
        assert_eq!(rungs(&blocks[1])[0], "captures-first");
        assert!(blocks[0].steps.iter().all(PlanStep::is_exact));
        let selective = rungs(&blocks[1]);
        assert_eq!(
            selective.len(),
            RUNGS.len() - 2,
            "all rungs except random, minimax and alpha-beta, plus network"
        );
        assert_eq!(selective.last().map(String::as_str), Some("network"));
    }

    #[test]
    fn a_plan_of_exact_rungs_has_no_selective_block() {
        let steps = ["alpha-beta", "alpha-beta+table"].map(|rung| PlanStep {
            rung: rung.to_owned(),
            algorithm: rung.parse().expect("a set of layers"),
            evaluator: None,
        });
        let blocks = LadderPlan { steps: steps.to_vec(), ..LadderPlan::default() }.blocks();
        assert_eq!(blocks.iter().map(|block| block.kind).collect::<Vec<_>>(), [BlockKind::Exact]);
    }
}
