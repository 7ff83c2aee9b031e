//! `go mate N`: proof-number search.

pub mod proof_table;
pub mod solver;
