//! The counts of a search as the ladder reports them: the order of the moves, the kinds of nodes, the work of the table.

use schemars::JsonSchema;
use serde::Serialize;

use super::Counts;
use crate::{
    json::rounded,
    search::{Algorithm, Layer},
};

/// What the last iterations tell about the order of the moves and about the table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Rates {
    /// Cuts by the first move, in percent of all cuts.
    pub cut_first_pct: Option<f64>,
    /// The mean index of the cutting move, from 1.
    pub mean_cut_index: Option<f64>,
    /// Positions the table knew, in percent of those it was asked about.
    pub table_hit_pct: Option<f64>,
    /// Nodes the table ended, in percent of those it was asked about.
    pub table_cut_pct: Option<f64>,
}

impl Rates {
    pub(crate) fn new(counts: &Counts) -> Self {
        Self {
            cut_first_pct: counts.cut_first_pct(),
            mean_cut_index: counts.mean_cut_index(),
            table_hit_pct: counts.table_hit_pct(),
            table_cut_pct: counts.table_cut_pct(),
        }
    }

    pub(crate) fn rounded(self) -> Self {
        Self {
            cut_first_pct: rounded(self.cut_first_pct),
            mean_cut_index: rounded(self.mean_cut_index),
            table_hit_pct: rounded(self.table_hit_pct),
            table_cut_pct: rounded(self.table_cut_pct),
        }
    }
}

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
    pub(crate) fn new(counts: Option<&Counts>) -> Self {
        let of = |count: fn(&Counts) -> u64| counts.map(count);
        Self {
            pv_nodes: of(|counts| counts.pv_nodes),
            cut_nodes: of(|counts| counts.cut_nodes),
            all_nodes: of(|counts| counts.all_nodes),
            expected_cut_nodes: of(|counts| counts.expected_cut_nodes),
            wrong_cut_nodes: of(|counts| counts.wrong_cut_nodes),
            wrong_cut_pct: counts.and_then(Counts::wrong_cut_pct),
        }
    }

    pub(crate) fn rounded(self) -> Self {
        Self { wrong_cut_pct: rounded(self.wrong_cut_pct), ..self }
    }
}

/// What the table was asked and told in the last iterations. All null if there was no table, or nothing was run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableWork {
    /// Questions to the table.
    pub table_probes: Option<u64>,
    /// Questions to which it knew the position.
    pub table_hits: Option<u64>,
    /// Those of them deep enough to end the node, if their score had lain outside the window.
    pub table_usable_hits: Option<u64>,
    /// The same in percent of the questions.
    pub table_usable_pct: Option<f64>,
    /// Nodes it ended.
    pub table_cuts: Option<u64>,
    /// Entries written, over one of the same position too.
    pub table_stores: Option<u64>,
    /// Those of them that threw another position out.
    pub table_replacements: Option<u64>,
    /// Hits whose move is not legal in the position: two positions share a key. Those that show in no move are not seen.
    pub table_collisions: Option<u64>,
    /// How full the table was in the end, in thousandths of a sample of its places; over several positions their mean.
    pub table_full_permille: Option<f64>,
}

impl TableWork {
    pub(crate) fn new(algorithm: Algorithm, counts: Option<&Counts>, full: Option<f64>) -> Self {
        let counts = counts.filter(|_| algorithm.layers().has(Layer::Table));
        let of = |count: fn(&Counts) -> u64| counts.map(count);
        Self {
            table_probes: of(|counts| counts.probes),
            table_hits: of(|counts| counts.hits),
            table_usable_hits: of(|counts| counts.usable_hits),
            table_usable_pct: counts.and_then(Counts::table_usable_pct),
            table_cuts: of(|counts| counts.table_cuts),
            table_stores: of(|counts| counts.stores),
            table_replacements: of(|counts| counts.replacements),
            table_collisions: of(|counts| counts.collisions),
            table_full_permille: full.filter(|_| counts.is_some()),
        }
    }

    pub(crate) fn rounded(self) -> Self {
        Self {
            table_usable_pct: rounded(self.table_usable_pct),
            table_full_permille: rounded(self.table_full_permille),
            ..self
        }
    }
}
