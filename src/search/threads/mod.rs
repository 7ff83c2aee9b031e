//! Parallel search (lazy SMP): [`pool`] runs the search threads, and [`vote`] chooses one of the threads'
//! answers.

pub mod pool;
pub mod vote;
