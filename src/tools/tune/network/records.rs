//! Training records in [`bulletformat`](crate::tools::datagen::bulletformat), read from files that may be larger
//! than the memory.
//!
//! The records of a file are in the order of its games. Training needs them in random order, but reading them one
//! by one in random order is slow. So [`ShuffledRecords`] reads runs of consecutive records in random order, and
//! shuffles the records of many runs together in memory.

use std::{
    fs::File,
    io::{self, Read, Seek as _, SeekFrom, Write as _},
    mem,
};

use rand::{SeedableRng as _, rngs::ChaCha8Rng, seq::SliceRandom as _};
use sha2::{Digest as _, Sha256};

use crate::tools::datagen::bulletformat::{RECORD_BYTES, TrainingRecord, is_valid};

/// Maximum number of records of one file that are held out.
const MAX_HELD_OUT: usize = 1_000_000;
/// Number of bytes that are read before their records are checked; a multiple of the record size.
const CHUNK_BYTES: u64 = 16 << 20;
/// Number of records in a run: 32 KiB of a file.
const RUN: usize = 1024;
/// Number of training records that are shuffled together: 256 MiB.
pub(super) const WINDOW: usize = 1 << 23;

/// Training and held-out records of one or more files. The held-out records are in memory; the training records
/// stay in their files.
#[derive(Debug, Default)]
pub struct Records {
    files: Vec<File>,
    runs: Vec<RecordRange>,
    training_count: usize,
    held_out: Vec<TrainingRecord>,
    digest: Sha256,
}

/// Consecutive records of a file.
#[derive(Clone, Copy, Debug)]
struct RecordRange {
    /// Index of the file.
    file: usize,
    /// Number of the first record, counted from 0 in the file.
    first: usize,
    /// Number of records.
    count: usize,
}

/// Why a file of records cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The input cannot be copied to a temporary file.
    #[error("cannot copy the records to a temporary file: {0}")]
    Copy(io::Error),
    /// The file size is not a multiple of the record size.
    #[error(
        "the file size of {0} bytes is not a multiple of {RECORD_BYTES}: use a complete file in bulletformat, as engine datagen export writes it"
    )]
    Length(usize),
    /// The record with this number, counted from 0 in the file, is not a valid position.
    #[error(
        "record {0} is not a valid position in bulletformat: export the games again with engine datagen export"
    )]
    Record(usize),
}

impl Records {
    /// Checks all records of `input` and adds them. `file` is the file that `input` reads, if it can be read again;
    /// otherwise the records are copied to a temporary file. The first records of the input, a fraction `share`
    /// (0 to 1) of its records but at most `MAX_HELD_OUT`, are held out of training. The records are in the order
    /// of the games, so at most one game of an input has both held-out and training records.
    ///
    /// # Errors
    /// Returns [`RecordsError`] if the input cannot be used; after an error this set of records must not be used.
    pub fn read(&mut self, mut input: impl Read, file: Option<File>, share: f64) -> Result<(), RecordsError> {
        let is_copied = file.is_none();
        let mut file = file.map_or_else(tempfile::tempfile, Ok).map_err(RecordsError::Copy)?;
        let (mut count, mut chunk) = (0, Vec::new());
        while input.by_ref().take(CHUNK_BYTES).read_to_end(&mut chunk)? > 0 {
            let (records, rest) = chunk.as_chunks();
            if let Some(bad) = records.iter().position(|record| !is_valid(record)) {
                return Err(RecordsError::Record(count + bad));
            }
            if !rest.is_empty() {
                return Err(RecordsError::Length(count * RECORD_BYTES + chunk.len()));
            }
            if is_copied {
                file.write_all(&chunk).map_err(RecordsError::Copy)?;
            }
            self.digest.update(&chunk);
            count += records.len();
            chunk.clear();
        }
        let held_out = ((count as f64 * share) as usize).min(MAX_HELD_OUT);
        let number = self.files.len();
        self.files.push(file);
        let mut first = Vec::new();
        self.load(RecordRange { file: number, first: 0, count: held_out }, &mut first)?;
        self.held_out.append(&mut first);
        let firsts = (held_out..count).step_by(RUN);
        self.runs.extend(firsts.map(|first| RecordRange {
            file: number,
            first,
            count: RUN.min(count - first),
        }));
        self.training_count += count - held_out;
        Ok(())
    }

    /// Returns the number of training records.
    pub const fn training_count(&self) -> usize {
        self.training_count
    }

    /// Returns the first training records, about a million at most.
    ///
    /// # Errors
    /// An I/O error if a file cannot be read again.
    pub fn first_training_records(&self) -> io::Result<Vec<TrainingRecord>> {
        let mut records = Vec::new();
        self.runs.iter().take(1 << 10).try_for_each(|run| self.load(*run, &mut records))?;
        Ok(records)
    }

    /// Returns the held-out records.
    pub fn held_out(&self) -> &[TrainingRecord] {
        &self.held_out
    }

    /// Returns the first eight bytes of the SHA-256 of the content of all files, in reading order. It names the
    /// training data of a network.
    pub fn hash(&self) -> u64 {
        let digest = self.digest.clone().finalize();
        digest.iter().take(8).rev().fold(0, |hash, byte| hash << 8 | u64::from(*byte))
    }

    /// Appends the records of a run to `to`. The records are checked again, because another program can change a
    /// file during the training.
    fn load(&self, run: RecordRange, to: &mut Vec<TrainingRecord>) -> io::Result<()> {
        let (mut file, before) = (&self.files[run.file], to.len());
        to.resize(before + run.count, [0; RECORD_BYTES]);
        let added = &mut to[before..];
        let start = SeekFrom::Start((run.first * RECORD_BYTES) as u64);
        let read = file.seek(start).and_then(|_| file.read_exact(added.as_flattened_mut()));
        let checked = read.and_then(|()| {
            let changed = || io::Error::new(io::ErrorKind::InvalidData, "the records have changed");
            added.iter().all(is_valid).then_some(()).ok_or_else(changed)
        });
        checked.map_err(|error| io::Error::new(error.kind(), format!("input {}: {error}", run.file + 1)))
    }
}

/// The training records in batches, in random order. Every record is used once before any is used again, but some
/// records of one pass and of the next are mixed.
#[derive(Debug)]
pub struct ShuffledRecords<'a> {
    records: &'a Records,
    batch: usize,
    rng: ChaCha8Rng,
    /// Runs that this pass has not read yet.
    runs: Vec<RecordRange>,
    /// Number of records to shuffle together.
    window: usize,
    /// Shuffled records.
    shuffled: Vec<TrainingRecord>,
    /// Number of records at the start of `shuffled` that have been used.
    used: usize,
}

impl<'a> ShuffledRecords<'a> {
    /// Returns the training records in batches of `batch` records, at most the number of training records. `seed`
    /// determines the order.
    pub fn new(records: &'a Records, batch: usize, seed: u64) -> Self {
        Self::with_window(records, batch, seed, WINDOW)
    }

    /// Works like [`ShuffledRecords::new`], but shuffles `window` records together.
    pub(super) fn with_window(records: &'a Records, batch: usize, seed: u64, window: usize) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let shuffled = Vec::with_capacity(window.min(records.training_count) + batch.max(RUN));
        Self { records, batch, rng, runs: Vec::new(), window, shuffled, used: 0 }
    }

    /// Returns the next batch.
    ///
    /// # Errors
    /// An I/O error if a file cannot be read again, or contains an invalid record by now.
    ///
    /// # Panics
    /// Panics if there are no training records.
    pub fn next_batch(&mut self) -> io::Result<&[TrainingRecord]> {
        if self.used + self.batch > self.shuffled.len() {
            self.refill()?;
        }
        self.used += self.batch;
        Ok(&self.shuffled[self.used - self.batch..self.used])
    }

    /// Replaces the used records by the records of further runs, and shuffles all.
    fn refill(&mut self) -> io::Result<()> {
        self.shuffled.drain(..mem::take(&mut self.used));
        while self.shuffled.len() < self.batch || self.shuffled.len() < self.window && !self.runs.is_empty() {
            if self.runs.is_empty() {
                self.runs.clone_from(&self.records.runs);
                self.runs.shuffle(&mut self.rng);
            }
            let run = self.runs.pop().expect("there are training records");
            self.records.load(run, &mut self.shuffled)?;
        }
        self.shuffled.shuffle(&mut self.rng);
        Ok(())
    }
}
