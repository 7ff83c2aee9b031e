//! The order of the moves and the table, in percent.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{bench::tally::Counts, json::rounded};

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
    pub(super) fn new(counts: &Counts) -> Self {
        Self {
            cut_first_pct: rounded(counts.cut_first_pct()),
            mean_cut_index: rounded(counts.mean_cut_index()),
            table_hit_pct: rounded(counts.table_hit_pct()),
            table_cut_pct: rounded(counts.table_cut_pct()),
        }
    }
}
