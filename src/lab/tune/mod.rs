//! Tuners: search parameters by games (SPSA); weights of `classical`, the WDL model and networks by gradient
//! methods.

pub mod adam;
mod fork_join;
pub mod network;
pub mod spsa;
pub mod wdl;
pub mod weights;
