//! The transposition table.

pub mod entry;
pub mod replacement;
pub mod table;
