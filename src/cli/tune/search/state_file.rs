//! The file in which a tuning is kept from step to step.

use std::{
    fs,
    io::{self, Write as _},
    path::Path,
};

use anyhow::Context as _;

use crate::{
    cli::{exit::Misuse, tune::search::tuning::Tuning},
    json::Versioned,
    replace::Replacement,
};

/// What is in the file, if there is one.
pub fn read(path: &Path) -> anyhow::Result<Option<Tuning>> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let tuning = serde_json::from_str(&text);
    Ok(Some(tuning.map_err(|error| {
        Misuse(format!("{} is no file of engine tune search: {error}: name another", path.display()))
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
