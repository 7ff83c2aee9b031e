//! Fits the WDL model: counts game results by score and material, and fits the curves by maximum likelihood.

pub mod fit;
pub mod reliability;
pub mod tally;
