//! Fitting the WDL model: counting results of games by score and material, and fitting the curves by maximum likelihood.

pub mod fit;
pub mod reliability;
pub mod tally;
