//! Observers of a search.

pub mod controlled;
pub mod observer;
