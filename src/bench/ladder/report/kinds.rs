//! What the nodes turned out to be, beside what they were expected to be.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{bench::tally::Counts, json::rounded};

/// Nodes below the root by kind, in the last iterations; leaves and those inside quiescence are of a kind as well. All null if nothing was run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Kinds {
    /// Nodes whose value lay inside the window they were asked with.
    pub pv_nodes: Option<u64>,
    /// Nodes whose value reached beta.
    pub cut_nodes: Option<u64>,
    /// Nodes whose value did not exceed alpha.
    pub all_nodes: Option<u64>,
    /// Nodes expected to be cut; none in the two frozen rungs, which expect nothing, and none inside quiescence.
    pub expected_cut_nodes: Option<u64>,
    /// Those of them that were not: their value did not exceed alpha.
    pub wrong_cut_nodes: Option<u64>,
    /// The same in percent of the nodes expected to be cut.
    pub wrong_cut_pct: Option<f64>,
}

impl Kinds {
    pub(super) fn new(counts: Option<&Counts>) -> Self {
        let of = |count: fn(&Counts) -> u64| counts.map(count);
        Self {
            pv_nodes: of(|counts| counts.pv_nodes),
            cut_nodes: of(|counts| counts.cut_nodes),
            all_nodes: of(|counts| counts.all_nodes),
            expected_cut_nodes: of(|counts| counts.expected_cut_nodes),
            wrong_cut_nodes: of(|counts| counts.wrong_cut_nodes),
            wrong_cut_pct: rounded(counts.and_then(Counts::wrong_cut_pct)),
        }
    }
}
