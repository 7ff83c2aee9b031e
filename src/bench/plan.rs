//! What the ladder measures: which rungs, how deep, at what expense.

use super::ladder::{Block, BlockKind};
use crate::{
    evaluate::{EvalConfig, Evaluator},
    search::{Algorithm, RUNGS},
};

/// The depth of the exact block when none is asked for: minimax takes seconds.
pub const DEPTH: i32 = 4;
/// The depth of the selective block when none is asked for.
pub const SELECTIVE_DEPTH: i32 = 8;
/// Nodes a rung may visit of one position when nothing else is said: enough for minimax at [`DEPTH`] on every
/// position of the bench, and little enough for the whole ladder to end within two minutes.
pub const MAX_NODES: u64 = 2_000_000;
/// The table in MB when nothing else is said: so large that nothing is lost, at these depths.
pub const MEGABYTES: usize = 64;

/// A rung to be measured: one of [`RUNGS`], or any set of layers.
#[derive(Clone, Debug)]
pub struct Step {
    /// What to call it.
    pub rung: String,
    /// What it is.
    pub algorithm: Algorithm,
    /// Who judges it, if not the judge of all others.
    pub evaluator: Option<Evaluator>,
}

impl Step {
    /// All layers, judged by a net.
    pub fn network() -> Self {
        let evaluator = Evaluator::Network;
        Self { rung: evaluator.name().to_owned(), algorithm: Algorithm::FULL, evaluator: Some(evaluator) }
    }

    /// Whether its scores must be minimax's.
    pub fn is_exact(&self) -> bool {
        self.algorithm.is_exact() && self.evaluator.is_none()
    }
}

/// What to measure.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rungs, lowest first.
    pub steps: Vec<Step>,
    /// The depth of the exact block.
    pub depth: i32,
    /// The least depth that is told of where growth is.
    pub least_depth: i32,
    /// The depth of the selective block.
    pub selective_depth: i32,
    /// What a rung may spend on a position.
    pub max_nodes: u64,
    /// The size of the table.
    pub megabytes: usize,
    /// The evaluator, with its terms and network.
    pub eval: EvalConfig,
    /// How often each search is timed; the median counts.
    pub repeat: usize,
}

impl Default for Plan {
    fn default() -> Self {
        let searching = RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random);
        let steps = searching.map(|rung| Step {
            rung: rung.name.to_owned(),
            algorithm: rung.algorithm,
            evaluator: None,
        });
        Self {
            steps: steps.chain([Step::network()]).collect(),
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

impl Plan {
    /// The blocks, still empty: the exact rungs at one depth; then, if there is a selective rung at all, everything above the
    /// two frozen rungs at the other.
    pub fn blocks(&self) -> Vec<Block> {
        let chosen = |keep: &dyn Fn(&Step) -> bool| -> Vec<Step> {
            self.steps.iter().filter(|step| keep(step)).cloned().collect()
        };
        let exact = chosen(&Step::is_exact);
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
    fn every_rung_that_searches_stands_in_one_block_or_in_both() {
        let blocks = Plan::default().blocks();
        let rungs = |block: &Block| block.steps.iter().map(|step| step.rung.clone()).collect::<Vec<_>>();
        assert_eq!(rungs(&blocks[0])[..3], ["minimax", "alpha-beta", "captures-first"]);
        assert_eq!(rungs(&blocks[1])[0], "captures-first");
        assert!(blocks[0].steps.iter().all(Step::is_exact));
        let selective = rungs(&blocks[1]);
        assert_eq!(
            selective.len(),
            RUNGS.len() - 2,
            "all but random, minimax, alpha-beta; and one judged by a net"
        );
        assert_eq!(selective.last().map(String::as_str), Some("network"));
    }

    #[test]
    fn without_a_selective_rung_there_is_no_selective_block() {
        let steps = ["alpha-beta", "alpha-beta+table"].map(|rung| Step {
            rung: rung.to_owned(),
            algorithm: rung.parse().expect("a set of layers"),
            evaluator: None,
        });
        let blocks = Plan { steps: steps.to_vec(), ..Plan::default() }.blocks();
        assert_eq!(blocks.iter().map(|block| block.kind).collect::<Vec<_>>(), [BlockKind::Exact]);
    }
}
