//! Staged move ordering: [`order`] scores moves, [`picker`] returns the moves of a node one at a time.
//!
//! The move picker returns the most likely refutations of a node first.

pub mod order;
pub mod picker;
