//! Mate search for `go mate N`: proof-number search.

mod proof_table;
pub mod solver;
