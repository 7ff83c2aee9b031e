//! The file in which `engine tune search -o FILE` saves its state at the start and after every step.

use std::{
    fs,
    io::{self, Write as _},
    path::Path,
};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::{
    support::{json::Versioned, replace::Replacement},
    tools::common::exit::UsageError,
};

/// State of an unfinished or finished tuning, and the options with which it was started.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// Seed of the perturbations and of the order of the openings.
    pub seed: u64,
    /// Value of `--games`: the total number of games, not yet rounded up to a whole number of steps.
    pub games: u64,
    /// Node limit of every search in the games.
    pub nodes: u64,
    /// Number of game pairs per step.
    pub pairs: u64,
    /// Learning rate of the last step (`--rate`).
    pub rate: f64,
    /// Identity of the engine: its version, layers and evaluator, and a checksum of its evaluations.
    pub engine: String,
    /// Number of finished steps of the tuning.
    pub done: u64,
    /// State of each tuned parameter.
    pub tunables: Vec<TunableState>,
}

/// State of one tuned parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TunableState {
    /// UCI option name of the parameter.
    pub name: String,
    /// Value of the parameter before the tuning.
    pub old: i32,
    /// Current value of the parameter.
    pub value: f64,
    /// Sum of the values that the parameter had after each finished step of the second half of the tuning.
    pub sum: f64,
}

/// Reads the state of a tuning from the file at `path`. Returns `None` if the state file does not exist.
pub fn read(path: &Path) -> anyhow::Result<Option<Tuning>> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let tuning = serde_json::from_str(&text);
    Ok(Some(tuning.map_err(|error| {
        UsageError(format!("cannot read {}: not a state file of engine tune search: {error}", path.display()))
    })?))
}

/// Writes the state of the tuning to the file and replaces its content.
pub fn write(path: &Path, tuning: Tuning) -> anyhow::Result<()> {
    let text = serde_json::to_string(&Versioned::new(tuning))?;
    let written = Replacement::new(path).and_then(|mut out| {
        writeln!(out, "{text}")?;
        out.finish()
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}
