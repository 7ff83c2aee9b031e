//! Counts of a search in the form of the output records: move ordering, kinds of nodes, transposition table.

use serde::Serialize;

use super::{
    NodeCounts,
    counts::{percent, ratio},
};
use crate::{
    search::{Algorithm, Layer},
    tools::bench::thousandths,
};

/// Quality of the move ordering and hit rates of the transposition table, in the last iteration of each
/// search.
#[derive(Clone, Debug, Serialize)]
pub struct Rates {
    /// Beta cutoffs by the first move, in percent of all beta cutoffs.
    #[serde(serialize_with = "thousandths")]
    pub cut_first_pct: Option<f64>,
    /// Mean over all beta cutoffs of the index of the move that caused the cutoff, counted from 1; a mean of
    /// 1 means perfect move ordering.
    #[serde(serialize_with = "thousandths")]
    pub mean_cut_index: Option<f64>,
    /// TT probes that found an entry of the position, in percent of all TT probes.
    #[serde(serialize_with = "thousandths")]
    pub table_hit_pct: Option<f64>,
    /// Nodes cut off by a TT entry, in percent of all TT probes.
    #[serde(serialize_with = "thousandths")]
    pub table_cut_pct: Option<f64>,
}

impl Rates {
    pub(crate) fn new(counts: &NodeCounts) -> Self {
        Self {
            cut_first_pct: percent(counts.first_cuts, counts.cuts),
            mean_cut_index: ratio(counts.cut_index_sum, counts.cuts),
            table_hit_pct: percent(counts.hits, counts.probes),
            table_cut_pct: percent(counts.table_cuts, counts.probes),
        }
    }
}

/// Number of nodes of each kind below the root in the last iteration of each search, including leaves and
/// quiescence nodes. All fields are null if no search finished.
#[derive(Clone, Debug, Serialize)]
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
    /// Nodes that the search expected to be cut nodes, but whose value is at most alpha.
    pub wrong_cut_nodes: Option<u64>,
    /// Wrong cut nodes in percent of the expected cut nodes.
    #[serde(serialize_with = "thousandths")]
    pub wrong_cut_pct: Option<f64>,
}

impl Kinds {
    pub(crate) fn new(counts: Option<&NodeCounts>) -> Self {
        let of = |count: fn(&NodeCounts) -> u64| counts.map(count);
        Self {
            pv_nodes: of(|counts| counts.pv_nodes),
            cut_nodes: of(|counts| counts.cut_nodes),
            all_nodes: of(|counts| counts.all_nodes),
            expected_cut_nodes: of(|counts| counts.expected_cut_nodes),
            wrong_cut_nodes: of(|counts| counts.wrong_cut_nodes),
            wrong_cut_pct: counts
                .and_then(|counts| percent(counts.wrong_cut_nodes, counts.expected_cut_nodes)),
        }
    }
}

/// Transposition table counts in the last iteration of each search. All fields are null if the rung has no
/// layer `table` or no search finished.
#[derive(Clone, Debug, Serialize)]
pub struct TableWork {
    /// Probes of the transposition table.
    pub table_probes: Option<u64>,
    /// TT probes that found an entry of the position.
    pub table_hits: Option<u64>,
    /// TT hits whose entry is deep enough for a cutoff; the bound of the entry can still prevent the cutoff.
    pub table_usable_hits: Option<u64>,
    /// TT hits whose entry is deep enough for a cutoff, in percent of all TT probes.
    #[serde(serialize_with = "thousandths")]
    pub table_usable_pct: Option<f64>,
    /// Nodes cut off by a TT entry.
    pub table_cuts: Option<u64>,
    /// Entries written to the transposition table, including those that update an entry of the same position.
    pub table_stores: Option<u64>,
    /// Number of TT entries written over an entry of another position.
    pub table_replacements: Option<u64>,
    /// TT hits whose stored move is illegal in the position, because another position has the same key. A
    /// collision whose stored move is legal goes undetected.
    pub table_collisions: Option<u64>,
    /// Fill of the transposition table after the search, in permille of the sampled slots; in totals the mean
    /// over the positions.
    #[serde(serialize_with = "thousandths")]
    pub table_full_permille: Option<f64>,
}

impl TableWork {
    pub(crate) fn new(algorithm: Algorithm, counts: Option<&NodeCounts>, full: Option<f64>) -> Self {
        let counts = counts.filter(|_| algorithm.layers().has(Layer::Table));
        let of = |count: fn(&NodeCounts) -> u64| counts.map(count);
        Self {
            table_probes: of(|counts| counts.probes),
            table_hits: of(|counts| counts.hits),
            table_usable_hits: of(|counts| counts.usable_hits),
            table_usable_pct: counts.and_then(|counts| percent(counts.usable_hits, counts.probes)),
            table_cuts: of(|counts| counts.table_cuts),
            table_stores: of(|counts| counts.stores),
            table_replacements: of(|counts| counts.replacements),
            table_collisions: of(|counts| counts.collisions),
            table_full_permille: full.filter(|_| counts.is_some()),
        }
    }
}
