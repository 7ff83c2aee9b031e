//! Going on where an earlier run was broken off: what it has written, and what it has not.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io::{BufRead as _, BufReader, Seek as _, SeekFrom},
    path::Path,
};

use anyhow::Context as _;
use serde::Deserialize;

use crate::{
    analysis::{
        input::{Entry, hash_of},
        reply::Id,
    },
    cli::exit::UsageError,
};

/// How often each record is in the output already.
#[derive(Debug, Default)]
pub struct CompletedRecords(HashMap<u64, u32>);

/// What is read again of a reply.
#[derive(Deserialize)]
struct RecordKey {
    id: Option<Id>,
    input_hash: Option<String>,
}

/// The output of an earlier run, to be written on.
pub struct Resumed {
    /// The file, at the end of its last whole line.
    pub file: File,
    /// What it has.
    pub completed: CompletedRecords,
    /// Whether it is known to have been begun with the settings of this run.
    pub is_checked: bool,
}

impl CompletedRecords {
    /// Opens the output of an earlier run, or a new one, to be written on behind its last whole line. Before anything is cut off, `check`
    /// says whether it was begun as this run is.
    ///
    /// # Errors
    /// If the file cannot be read or written, [`UsageError`] if it is something else, or what `check` says where there is a whole line.
    pub fn open(path: &Path, check: impl FnOnce() -> anyhow::Result<bool>) -> anyhow::Result<Resumed> {
        let name = path.display();
        let mut options = OpenOptions::new();
        let mut file = (options.read(true).write(true).create(true).truncate(false).open(path))
            .with_context(|| format!("cannot write {name}"))?;
        if !file.metadata().is_ok_and(|file| file.is_file()) {
            // A device may go on for ever.
            return Err(UsageError(format!(
                "--resume: {name} is no file that could be gone on with: name another --output"
            ))
            .into());
        }
        let (mut completed, mut complete_bytes) = (Self::default(), 0);
        let mut lines = BufReader::with_capacity(1 << 16, &file);
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            let read = lines.read_until(b'\n', &mut line).with_context(|| format!("cannot read {name}"))?;
            if line.last() != Some(&b'\n') {
                break;
            }
            complete_bytes += read as u64;
            let record = serde_json::from_slice(&line).ok().and_then(|record| Self::key_of_record(&record));
            let key = record.ok_or_else(|| {
                UsageError(format!(
                    "{name}, line {number} is no record of this command: name another --output"
                ))
            })?;
            *completed.0.entry(key).or_default() += 1;
        }
        let is_checked = complete_bytes > 0 && check()?;
        file.set_len(complete_bytes).with_context(|| format!("cannot write {name}"))?;
        file.seek(SeekFrom::Start(complete_bytes))?;
        Ok(Resumed { file, completed, is_checked })
    }

    /// How many records there are.
    pub fn len(&self) -> u64 {
        self.0.values().map(|count| u64::from(*count)).sum()
    }

    /// Whether an entry is done already. Of several that are called alike each is asked for once.
    pub fn remove(&mut self, entry: &Entry) -> bool {
        let key = entry.id().map_or_else(|| entry.hash(), |id| Self::key(&id));
        match self.0.get_mut(&key) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    fn key_of_record(record: &RecordKey) -> Option<u64> {
        match (&record.id, &record.input_hash) {
            (Some(id), _) => Some(Self::key(id)),
            (None, Some(hash)) => u64::from_str_radix(hash, 16).ok(),
            (None, None) => None,
        }
    }

    fn key(id: &Id) -> u64 {
        match id {
            Id::Text(text) => hash_of(&[b"\0text ", text.as_bytes()].concat()),
            Id::Number(number) => hash_of(&[b"\0number ".as_slice(), &number.to_le_bytes()].concat()),
        }
    }
}
