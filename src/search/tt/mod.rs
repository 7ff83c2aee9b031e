//! The transposition table: [`TranspositionTable`](table::TranspositionTable), with the results of earlier searches by position.
//!
//! [`TtEntry`](entry::TtEntry) is one result, packed into a word; a `Cluster` is a cache line of four slots for entries;
//! [`replacement`] chooses the slot.

mod cluster;
pub mod entry;
pub mod replacement;
pub mod table;
