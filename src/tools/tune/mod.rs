//! Tuners: search parameters by games (SPSA); the WDL model and networks by gradient methods.

pub mod adam;
pub(super) mod command;
mod fork_join;
pub mod network;
pub mod spsa;
pub mod wdl;
