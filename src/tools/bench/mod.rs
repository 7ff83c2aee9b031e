//! Measuring the search: node counts that are equal on all machines, and the check that exact rungs return
//! minimax's score.
//!
#![doc = include_str!("README.md")]
//!
//! # Modules
//!
//! - [`record`]: JSON output of the bench signature, which [`engine::signature`](crate::engine::signature) measures.
//! - [`ladder`]: how many nodes does each rung save? A [`plan`] chooses rungs and depths, a [`tally`] counts
//!   nodes, [`totals`] sums the counts by rung and [`growth`] by depth; [`seed_programs`] has the counts of
//!   the student programs.
//! - [`ablation`]: what does a set of layers lose without one of its layers?
//! - [`verdict`]: do all exact rungs return minimax's score?
//!
//! The modules of `bench` measure and return records.

pub mod ablation;
pub(super) mod command;
pub mod growth;
pub mod ladder;
pub mod measure;
mod oracle;
pub mod plan;
pub mod record;
pub mod seed_programs;
pub mod tally;
pub mod totals;
pub mod verdict;

use crate::search::{Layer, LayerSet};

/// Returns the names of the layers of a set, in ladder order.
fn layer_names(layers: LayerSet) -> Vec<&'static str> {
    layers.iter().map(Layer::name).collect()
}
