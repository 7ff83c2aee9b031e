//! The file in which a tuning is kept from step to step.

use std::{
    fs,
    io::{self, Write as _},
    path::Path,
};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::{cli::exit::UsageError, json::Versioned, replace::Replacement};

/// A tuning under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// The seed of perturbations and openings.
    pub seed: u64,
    /// Games in all.
    pub games: u64,
    /// Nodes to a move.
    pub nodes: u64,
    /// Pairs of games to one step.
    pub pairs: u64,
    /// How far the last steps go.
    pub rate: f64,
    /// Steps done.
    pub done: u64,
    /// The numbers that move.
    pub tunables: Vec<TunableState>,
}

/// A number that moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TunableState {
    /// Its UCI name.
    pub name: String,
    /// What it was.
    pub old: i32,
    /// What it is now.
    pub value: f64,
    /// The sum of what it was after each step of the second half.
    pub sum: f64,
}

/// What is in the file, if there is one.
pub fn read(path: &Path) -> anyhow::Result<Option<Tuning>> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let tuning = serde_json::from_str(&text);
    Ok(Some(tuning.map_err(|error| {
        UsageError(format!("{} is no file of engine tune search: {error}: name another", path.display()))
    })?))
}

/// Puts the tuning into the file, in place of what was there.
pub fn write(path: &Path, tuning: Tuning) -> anyhow::Result<()> {
    let text = serde_json::to_string(&Versioned::new(tuning))?;
    let written = Replacement::new(path).and_then(|mut out| {
        writeln!(out, "{text}")?;
        out.finish()
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}
