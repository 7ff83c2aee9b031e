//! Transposition table (TT, hash table): [`TranspositionTable`](table::TranspositionTable) stores search
//! results by position, for all search threads.
//!
//! A [`TtEntry`](entry::TtEntry) is one search result; the table stores it packed into 64 bits. A `Cluster`
//! is a cache line with four slots for entries. The [`replacement`] scheme chooses the slot of a new entry.

mod cluster;
pub mod entry;
pub mod replacement;
pub mod table;
