//! Staged move ordering: [`order`] scores moves, [`picker`] returns the moves of a node one at a time.
//!
//! The most likely refutations come first.

pub mod order;
pub mod picker;
