//! The transposition table.

pub mod entry;
pub mod store_result;
pub mod table;
