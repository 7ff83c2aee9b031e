//! Tests that call the crate `glulam`: the exactness proof, rules, limits, threads, `explain`, and Pichu.
//!
//! Start with `oracle` (known results of minimax) and `ladder` (the exactness proof). Tests that start the
//! engine as a process are in the test binary `program`. Cargo runs the two binaries one after the other, so
//! the time limits that `program` measures are not disturbed by the proof.

#[cfg(feature = "tools")]
mod counts;
mod documents;
mod draws;
mod endings;
#[cfg(feature = "tools")]
mod explain;
mod games;
mod ladder;
mod layers;
mod limits;
mod lines;
mod mates;
mod module_order;
mod node_counts;
mod oracle;
mod perft;
#[cfg(feature = "tools")]
mod pichu;
mod properties;
mod random;
#[cfg(feature = "tools")]
mod raw_bytes;
mod remains;
mod reproducible;
mod searching;
mod several_lines;
mod stopping;
mod tables;
mod threads;
mod trees;
mod walks;
