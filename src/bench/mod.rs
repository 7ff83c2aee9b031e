//! Measuring the search: node counts that are equal on all machines, and the check that exact rungs return
//! minimax's score.
//!
#![doc = include_str!("README.md")]
//!
//! # Modules
//!
//! - [`signature`]: how many nodes does the full search visit on fifty positions? The node count changes when
//!   the search changes.
//! - [`comparison`]: on which positions has the search changed since an earlier bench?
//! - [`ladder`]: how many nodes does each rung save? A [`plan`] chooses rungs and depths, a [`tally`] counts
//!   nodes, [`totals`] sums the counts by rung and [`growth`] by depth; [`seed_programs`] has the counts of
//!   the student programs.
//! - [`ablation`]: what does a set of layers lose without one of its layers?
//! - [`verdict`]: do all exact rungs return minimax's score?
//!
//! The modules of `bench` measure and return records. The code in `cli` prints the records.

pub mod ablation;
pub mod comparison;
pub mod growth;
pub mod ladder;
pub mod measure;
mod oracle;
pub mod plan;
pub mod seed_programs;
pub mod signature;
pub mod tally;
pub mod totals;
pub mod verdict;

use crate::{
    epd::Record,
    position::Position,
    search::{Layer, LayerSet},
};

/// Position on which the search is measured.
#[derive(Clone, Debug)]
pub struct Case {
    /// Name of the position in tables.
    pub id: String,
    /// Position to search.
    pub position: Position,
}

impl From<Record> for Case {
    fn from(record: Record) -> Self {
        Self { id: record.id(), position: record.position }
    }
}

/// Returns the fifty built-in positions of the bench.
pub fn positions() -> Vec<Case> {
    crate::positions::bench().into_iter().map(Case::from).collect()
}

/// Returns the names of the layers of a set, in ladder order.
fn layer_names(layers: LayerSet) -> Vec<&'static str> {
    layers.iter().map(Layer::name).collect()
}
