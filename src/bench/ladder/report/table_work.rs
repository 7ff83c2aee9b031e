//! The work of the table, counted.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    bench::tally::Counts,
    json::rounded,
    search::{Algorithm, Layer},
};

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
    pub(super) fn new(algorithm: Algorithm, counts: Option<&Counts>, full: Option<f64>) -> Self {
        let counts = counts.filter(|_| algorithm.layers().has(Layer::Table));
        let of = |count: fn(&Counts) -> u64| counts.map(count);
        Self {
            table_probes: of(|counts| counts.probes),
            table_hits: of(|counts| counts.hits),
            table_usable_hits: of(|counts| counts.usable_hits),
            table_usable_pct: rounded(counts.and_then(Counts::table_usable_pct)),
            table_cuts: of(|counts| counts.table_cuts),
            table_stores: of(|counts| counts.stores),
            table_replacements: of(|counts| counts.replacements),
            table_collisions: of(|counts| counts.collisions),
            table_full_permille: rounded(full.filter(|_| counts.is_some())),
        }
    }
}
