//! Counts of a search in the form of the output records: move ordering, kinds of nodes, transposition table.

use schemars::JsonSchema;
use serde::Serialize;

use super::Counts;
use crate::{
    json::rounded,
    search::{Algorithm, Layer},
};

/// Quality of the move ordering and hit rates of the transposition table in the last iterations.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Rates {
    /// Beta cutoffs by the first move, in percent of all beta cutoffs.
    pub cut_first_pct: Option<f64>,
    /// Mean index of the cutting move, counted from 1.
    pub mean_cut_index: Option<f64>,
    /// TT hits in percent of the probes.
    pub table_hit_pct: Option<f64>,
    /// TT cutoffs in percent of the probes.
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

/// Nodes below the root by kind in the last iterations, with leaves and quiescence nodes. All null if nothing
/// was run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Kinds {
    /// Nodes whose value is inside their search window.
    pub pv_nodes: Option<u64>,
    /// Nodes whose value is at least beta.
    pub cut_nodes: Option<u64>,
    /// Nodes whose value is at most alpha.
    pub all_nodes: Option<u64>,
    /// Nodes that the search expected to be cut nodes, without quiescence nodes; 0 for `minimax` and
    /// `alpha-beta`.
    pub expected_cut_nodes: Option<u64>,
    /// Expected cut nodes whose value is at most alpha.
    pub wrong_cut_nodes: Option<u64>,
    /// Wrong cut nodes in percent of the expected cut nodes.
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

/// Counts of the transposition table in the last iterations. All null without the layer `table`, or if
/// nothing was run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableWork {
    /// Probes of the transposition table.
    pub table_probes: Option<u64>,
    /// Probes that found an entry of the position.
    pub table_hits: Option<u64>,
    /// Hits whose entry is deep enough for a cutoff; the bound can still prevent the cutoff.
    pub table_usable_hits: Option<u64>,
    /// Usable hits in percent of the probes.
    pub table_usable_pct: Option<f64>,
    /// Nodes cut off by a TT entry.
    pub table_cuts: Option<u64>,
    /// Entries written, including updates of the same position.
    pub table_stores: Option<u64>,
    /// Entries written over an entry of another position.
    pub table_replacements: Option<u64>,
    /// Hits whose move is illegal in the position: key collisions. A collision with a legal move goes
    /// undetected.
    pub table_collisions: Option<u64>,
    /// Fill of the table after the search, in permille of the sampled slots; for several positions the mean.
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
