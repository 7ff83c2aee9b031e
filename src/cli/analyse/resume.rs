//! `--resume`: reads the output file of an interrupted run of `engine analyse` and skips the input records
//! whose output records are in that file.

use std::{
    collections::HashMap,
    fs::File,
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

/// Output records that the output file contains. The map stores how often each key occurs; a key is a hash of
/// the record's id or of the input line.
#[derive(Debug, Default)]
pub struct CompletedRecords(HashMap<u64, u32>);

/// Fields of an output record that identify its input record.
#[derive(Deserialize)]
struct RecordKey {
    id: Option<Id>,
    input_hash: Option<String>,
}

impl CompletedRecords {
    /// Reads the output file of an interrupted run and truncates it after its last complete line. The next
    /// write to `file` continues there.
    ///
    /// # Errors
    /// An I/O error if the file cannot be read or written; [`UsageError`] if a complete line is not an output
    /// record of `engine analyse`: the file is then unchanged.
    pub fn read(mut file: &File, path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let (mut completed, mut complete_bytes) = (Self::default(), 0);
        let mut lines = BufReader::with_capacity(1 << 16, file);
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
                    "--resume: {name}: line {number} is not an output record of engine analyse: use another --output file"
                ))
            })?;
            *completed.0.entry(key).or_default() += 1;
        }
        file.set_len(complete_bytes).with_context(|| format!("cannot write {name}"))?;
        file.seek(SeekFrom::Start(complete_bytes))?;
        Ok(completed)
    }

    /// Returns the number of output records of the interrupted run that [`CompletedRecords::remove`] has not
    /// yet removed from this collection.
    pub fn len(&self) -> u64 {
        self.0.values().map(|count| u64::from(*count)).sum()
    }

    /// Returns whether this collection contains an output record for the input record `entry`, and removes
    /// one such output record. If several input records have the same key, each needs its own output record.
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
