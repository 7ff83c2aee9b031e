//! Tuners: search parameters by games (SPSA); the WDL model and networks by gradient methods.

pub(super) mod command;
pub mod network;
pub mod spsa;
pub mod wdl;
