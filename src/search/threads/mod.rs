//! Several threads on one search.

pub mod pool;
pub mod vote;
