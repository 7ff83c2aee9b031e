//! Fits the WDL model: counts game results by score and material, fits the curves of the model by maximum
//! likelihood, and compares the fitted model with the counted results.

pub mod fit;
pub mod reliability;
pub mod tally;
