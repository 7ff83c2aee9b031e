//! What several commands share: search arguments, input and output files, signals, help, tables, and the pool
//! that returns results in order.

pub(in crate::tools) mod exit;
pub(in crate::tools) mod help;
pub(in crate::tools) mod input;
pub(in crate::tools) mod interrupt;
pub mod ordered_pool;
pub(in crate::tools) mod output;
pub(in crate::tools) mod search_arguments;
pub(in crate::tools) mod suites;
pub(in crate::tools) mod table;
pub(in crate::tools) mod values;
