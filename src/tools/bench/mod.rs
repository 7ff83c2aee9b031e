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

use serde::{Serialize as _, Serializer};

use crate::{
    search::{Layer, LayerSet},
    support::json::rounded,
};

/// Serialises a number with three decimals, as [`rounded`] describes. Used as the field attribute
/// `#[serde(serialize_with = "thousandths")]`.
#[expect(clippy::ref_option, reason = "serde requires a parameter of type &Option")]
fn thousandths<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    rounded(*value).serialize(serializer)
}

/// Returns the names of the layers of a set, in ladder order.
fn layer_names(layers: LayerSet) -> Vec<&'static str> {
    layers.iter().map(Layer::name).collect()
}
