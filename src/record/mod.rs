//! Printed records that are not yet beside the code that produces them.

pub mod ablation;
pub mod analysis;
pub mod annotation;
pub mod checkmate;
pub mod comparison;
pub mod datagen;
pub mod evaluation;
pub mod explanation;
pub mod ladder;
pub mod matches;
pub mod perft;
pub mod pichu;
pub mod request;
pub mod signature;
pub mod solution;
pub mod tuning;
