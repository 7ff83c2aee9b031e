//! Mate search for the UCI command `go mate N`, by proof-number search: [`solver`] searches, `proof_table`
//! stores the proof numbers.

mod proof_table;
pub mod solver;
