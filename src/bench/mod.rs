//! Measuring the search: the signature, the ladder, and the proof that comes with it.
//!
//! Five questions, five answers, none of them printed here:
//! - [`signature`]: how many nodes does the whole search visit on fifty positions? One number that changes whenever the
//!   search does, and never otherwise.
//! - [`comparison`]: if it has changed, on which positions?
//! - [`ladder`]: what does each rung save over the one below, on the same positions at the same depth? A [`plan`] says
//!   which rungs and how deep; the counting is done by a [`tally`] that looks on; [`totals`] sums it up by rung, [`growth`] by depth; and
//!   [`seed_programs`] says what the student programs counted there.
//! - [`ablation`]: what would be lost without a layer, all others being there?
//! - [`verdict`]: do the exact rungs really all find minimax's score?
//!
//! Nodes are the same on every machine and every run; only times vary.

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

/// A position to be measured.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is called in tables.
    pub id: String,
    /// The position.
    pub position: Position,
}

impl From<Record> for Case {
    fn from(record: Record) -> Self {
        Self { id: record.id(), position: record.position }
    }
}

/// The frozen positions of the bench.
pub fn positions() -> Vec<Case> {
    crate::positions::bench().into_iter().map(Case::from).collect()
}

/// The names of the layers of a set, in ladder order.
fn layer_names(layers: LayerSet) -> Vec<&'static str> {
    layers.iter().map(Layer::name).collect()
}
