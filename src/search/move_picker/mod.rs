//! Staged move ordering.

pub mod order;
pub mod picker;
