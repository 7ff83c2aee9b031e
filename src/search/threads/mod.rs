//! Parallel search (lazy SMP): [`pool`] runs the search threads, [`vote`] chooses between their answers.

pub mod pool;
pub mod vote;
