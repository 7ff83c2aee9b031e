//! Tuners: parameters of the search by games, weights of `classical`, the WDL model, and networks by gradient descent.

pub mod adam;
mod fork_join;
pub mod network;
pub mod spsa;
pub mod wdl;
pub mod weights;
