//! `--resume`: reads the output file of an interrupted run of `engine analyse` and skips the input records
//! whose output records are in that file.

use std::{
    collections::HashMap,
    fs::File,
    io::{BufRead as _, BufReader, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use serde::Deserialize;

use crate::tools::{
    analyse::{
        AnalysisSettings,
        input::{InputEntry, hash_of},
        reply::{Code, Fault, Id},
        request,
    },
    common::exit::UsageError,
};

/// Output records that the output file contains.
#[derive(Debug, Default)]
pub struct CompletedRecords {
    /// Results of the output records, by key: a hash of the record's id or of the input line. A result is a hash
    /// of the analysed position and of the settings, or of the error.
    results: HashMap<u64, Vec<u64>>,
    /// Path of the output file.
    path: PathBuf,
}

/// Beginning of every output record. An incomplete last line with another beginning is not ours.
const RECORD_START: &[u8] = b"{\"v\":1,";

/// Fields of an output record that identify its input record and its result.
#[derive(Deserialize)]
struct OutputRecord {
    id: Option<Id>,
    input_hash: Option<String>,
    fen: Option<String>,
    request_hash: Option<String>,
    error: Option<Fault>,
    #[serde(default)]
    input: String,
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
        let (mut results, mut complete_bytes) = (HashMap::<_, Vec<_>>::new(), 0);
        let mut lines = BufReader::with_capacity(1 << 16, file);
        let mut line = Vec::new();
        for number in 1_u64.. {
            let foreign = || {
                UsageError(format!(
                    "--resume: {name}: line {number} is not an output record of engine analyse: use another --output file"
                ))
            };
            line.clear();
            let read = lines.read_until(b'\n', &mut line).with_context(|| format!("cannot read {name}"))?;
            if line.last() != Some(&b'\n') {
                let shown = line.len().min(RECORD_START.len());
                if line[..shown] != RECORD_START[..shown] {
                    return Err(foreign().into());
                }
                break;
            }
            complete_bytes += read as u64;
            let record = serde_json::from_slice::<OutputRecord>(&line).ok();
            let (key, result) =
                record.and_then(|record| record.key().zip(record.result())).ok_or_else(foreign)?;
            // Almost all keys occur once.
            results.entry(key).or_insert_with(|| Vec::with_capacity(1)).push(result);
        }
        file.set_len(complete_bytes).with_context(|| format!("cannot write {name}"))?;
        file.seek(SeekFrom::Start(complete_bytes))?;
        Ok(Self { results, path: path.to_owned() })
    }

    /// Returns the number of output records of the interrupted run that [`CompletedRecords::remove`] has not
    /// yet removed from this collection.
    pub fn len(&self) -> u64 {
        self.results.values().map(|results| results.len() as u64).sum()
    }

    /// Returns whether this collection contains an output record for the input record `entry`, and removes
    /// one such output record. If several input records have the same key, each needs its own output record.
    ///
    /// # Errors
    /// [`UsageError`] if this collection contains only results of other input records with the same id.
    pub fn remove(&mut self, entry: &InputEntry, settings: &AnalysisSettings) -> Result<bool, UsageError> {
        let id = entry.id();
        let key = id.as_ref().map_or_else(|| entry.hash(), key_of_id);
        let Some(results) = self.results.get_mut(&key).filter(|results| !results.is_empty()) else {
            return Ok(false);
        };
        let expected = expected_results(entry, settings);
        match results.iter().position(|result| expected.contains(result)) {
            Some(found) => {
                results.swap_remove(found);
                Ok(true)
            }
            None => Err(self.mismatch(entry, id)),
        }
    }

    fn mismatch(&self, entry: &InputEntry, id: Option<Id>) -> UsageError {
        let record = match id {
            Some(Id::Text(text)) => format!("with the id {text}"),
            Some(Id::Number(number)) => format!("with the id {number}"),
            None => format!("of the input {}", entry.quote()),
        };
        UsageError(format!(
            "--resume: {}: the record {record} has another position, other settings or another error than this record of \
             the input: use the input and the options of the interrupted run, or another --output file",
            self.path.display()
        ))
    }
}

impl OutputRecord {
    fn key(&self) -> Option<u64> {
        match (&self.id, &self.input_hash) {
            (Some(id), _) => Some(key_of_id(id)),
            (None, Some(hash)) => u64::from_str_radix(hash, 16).ok(),
            (None, None) => None,
        }
    }

    fn result(&self) -> Option<u64> {
        match (&self.fen, &self.error) {
            (Some(fen), _) => Some(result_of_position(fen, self.request_hash.as_deref())),
            (None, Some(fault)) => Some(result_of_fault(fault, &self.input)),
            (None, None) => None,
        }
    }
}

fn key_of_id(id: &Id) -> u64 {
    match id {
        Id::Text(text) => hash_of(&[b"\0text ", text.as_bytes()].concat()),
        Id::Number(number) => hash_of(&[b"\0number ".as_slice(), &number.to_le_bytes()].concat()),
    }
}

/// Returns the two possible results of an input record: the analysed position or the error of the record, and an
/// internal error.
fn expected_results(entry: &InputEntry, settings: &AnalysisSettings) -> [u64; 2] {
    let result = match request::read(entry, settings) {
        Ok(task) => result_of_position(&task.line.position().to_string(), task.request_hash.as_deref()),
        Err(error) => result_of_fault(&error, &entry.quote()),
    };
    [result, result_of_text(Code::Internal, "", &entry.quote())]
}

fn result_of_position(fen: &str, request_hash: Option<&str>) -> u64 {
    hash_of(format!("{fen}\0{}", request_hash.unwrap_or_default()).as_bytes())
}

fn result_of_fault(fault: &Fault, input: &str) -> u64 {
    // The message of an internal error does not depend on the input record.
    let message = if fault.code == Code::Internal { "" } else { &fault.message };
    result_of_text(fault.code, message, input)
}

fn result_of_text(code: Code, message: &str, input: &str) -> u64 {
    hash_of(format!("{code:?}\0{message}\0{input}").as_bytes())
}
