//! Fits the WDL model: counts game results by score and material, and fits the two logistic curves of the
//! model by maximum likelihood.

pub mod fit;
pub mod reliability;
pub mod tally;
