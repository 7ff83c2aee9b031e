//! Reads and writes the settings file beside an output file. The settings file shows that `engine analyse`
//! wrote the output file. `--resume` compares the settings in the settings file with the current settings, so
//! that the output file does not mix results of different settings.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    fmt::{Display, Write as _},
    fs::{self, File},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::ValueEnum as _;
use serde::{Deserialize, Serialize};

use super::Arguments;
use crate::{analysis::Settings, cli::exit::UsageError, json::ENGINE, replace::Replacement};

/// Maximum number of bytes that are read from a settings file. A settings file is much shorter.
const MAX_BYTES: u64 = 1 << 20;

/// Settings on which the results of a run depend: the engine version, the values of command-line options, and
/// the CRC-32 of the network.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSettings {
    engine: String,
    settings: BTreeMap<String, String>,
}

impl RunSettings {
    /// Collects the settings of this run.
    pub fn new(arguments: &Arguments, settings: &Settings) -> Self {
        let defaults = Settings::default();
        let (setup, limits) = (&settings.setup, &settings.limits);
        let non_empty = |value: Option<String>| value.filter(|value| !value.is_empty());
        let number = |value: Option<u64>| value.map(|number| number.to_string());
        let differs = |differs: bool, value: &dyn ToString| differs.then(|| value.to_string());
        let input = arguments.input.to_possible_value().map(|value| value.get_name().to_owned());
        let options = [
            ("--depth", number(limits.depth.map(|depth| u64::from(depth.unsigned_abs())))),
            ("--nodes", number(limits.nodes)),
            ("--movetime", number(limits.movetime.map(|time| time.as_millis() as u64))),
            ("--mate", number(limits.mate.map(u64::from))),
            ("--multipv", Some(limits.multi_pv.to_string())),
            ("--searchmoves", non_empty(settings.search_moves.as_ref().map(|moves| moves.join(",")))),
            ("--chess960", differs(settings.mode != defaults.mode, &"yes")),
            ("--layers", Some(setup.algorithm.to_string())),
            ("--evaluator", Some(setup.eval.evaluator.to_string())),
            ("--terms", Some(setup.eval.terms.to_string())),
            ("the CRC-32 of the net", setup.eval.net()),
            ("--hash", Some(settings.hash.to_string())),
            ("--threads", Some(settings.threads.to_string())),
            ("--hash-scope", differs(settings.scope != defaults.scope, &"stream")),
            ("--syzygy", arguments.tablebase_options.syzygy.clone()),
            ("--no-timing", differs(!settings.timing, &"yes")),
            ("--input", input),
        ];
        let settings = options.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Self { engine: ENGINE.to_owned(), settings: settings.collect() }
    }

    /// Writes the settings to the settings file of `output`.
    ///
    /// # Errors
    /// An I/O error if the settings file cannot be written.
    pub fn save(&self, output: &Path) -> anyhow::Result<()> {
        let path = settings_path(output);
        let write = || {
            let mut file = Replacement::new(&path)?;
            serde_json::to_writer(&mut file, self)?;
            file.write_all(b"\n")?;
            file.finish()
        };
        write().with_context(|| format!("cannot write {}", path.display()))
    }

    /// Reads the settings file of `output`. Returns `None` if there is no settings file.
    ///
    /// # Errors
    /// [`UsageError`] if the file with this name is not a settings file of `engine analyse`; an I/O error if
    /// the settings file cannot be read.
    pub fn read(output: &Path) -> anyhow::Result<Option<Self>> {
        let path = settings_path(output);
        let not_a_settings_file = |problem: &dyn Display| {
            UsageError(format!(
                "{} is not a settings file of engine analyse: {problem}: use another --output file, or move this \
                 file away",
                path.display()
            ))
        };
        // The metadata is read first, because opening a named pipe might never end.
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Ok(data) if !data.is_file() => return Err(not_a_settings_file(&"no regular file").into()),
            _ => {}
        }
        let mut bytes = Vec::new();
        let read = File::open(&path).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes));
        read.with_context(|| format!("cannot read {}", path.display()))?;
        let saved = serde_json::from_slice(&bytes).map_err(|error| not_a_settings_file(&error))?;
        Ok(Some(saved))
    }

    /// Compares these settings with `saved`, the settings in the settings file of `output`.
    ///
    /// # Errors
    /// [`UsageError`] that lists all differences if the settings differ.
    pub fn check(&self, saved: &Self, output: &Path) -> Result<(), UsageError> {
        if saved == self {
            return Ok(());
        }
        let (output, differences) = (output.display(), self.differences(saved));
        Err(UsageError(format!(
            "--resume: {output} was started with other settings: {differences}: use the same settings or another \
             --output file"
        )))
    }

    fn differences(&self, saved: &Self) -> String {
        let mut differences = String::new();
        let mut compare = |name: &str, saved: Option<&String>, now: Option<&String>| {
            if saved != now {
                let value_or_none = |value: Option<&String>| value.map_or("none", String::as_str).to_owned();
                let comma = if differences.is_empty() { "" } else { ", " };
                // Writing to a `String` does not fail, so the result is ignored.
                let _ = write!(
                    differences,
                    "{comma}{name} was {}, is {}",
                    value_or_none(saved),
                    value_or_none(now)
                );
            }
        };
        compare("the engine", Some(&saved.engine), Some(&self.engine));
        let names: BTreeSet<_> = saved.settings.keys().chain(self.settings.keys()).collect();
        for name in names {
            compare(name, saved.settings.get(name), self.settings.get(name));
        }
        differences
    }
}

/// Returns the path of the settings file of `output`: the path of `output` with `.settings` appended.
pub fn settings_path(output: &Path) -> PathBuf {
    let mut name = OsString::from(output);
    name.push(".settings");
    name.into()
}
