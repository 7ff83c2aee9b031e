//! Training records in [`bulletformat`](crate::tools::datagen::bulletformat), kept in memory; there may be many
//! millions.

use std::io::{self, Read};

use rand::{Rng, seq::SliceRandom as _};
use sha2::{Digest as _, Sha256};

use crate::tools::datagen::bulletformat::{RECORD_BYTES, TrainingRecord, is_valid};

/// Maximum number of records of one file that are held out.
const MAX_HELD_OUT: usize = 1_000_000;

/// Maximum size of all records together, in bytes: 8 GiB, about 268 million records. The limit ends the reading of
/// an endless input.
pub const MAX_BYTES: usize = 8 << 30;
/// Number of bytes that are read before their records are checked.
const CHUNK_BYTES: u64 = 16 << 20;

/// Training and held-out records of one or more files. Each record takes 32 bytes, plus four bytes for the
/// shuffled order.
#[derive(Clone, Debug, Default)]
pub struct Records {
    bytes: Vec<u8>,
    training: Vec<u32>,
    held_out: Vec<u32>,
    digest: Sha256,
}

/// Why a file of records cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
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
    /// All files together are larger than [`MAX_BYTES`].
    #[error("the files have more than {} GiB: use fewer files", MAX_BYTES >> 30)]
    Large,
}

impl Records {
    /// Adds the records of one file, which has about `size` bytes. The first records of the file, a fraction
    /// `share` (0 to 1) of its records but at most `MAX_HELD_OUT`, are held out of training. The records are
    /// in the order of the games, so at most one game of a file has both held-out and training records.
    ///
    /// # Errors
    /// Returns [`RecordsError`] if the file cannot be used; after an error this set of records must not be
    /// used.
    pub fn read(&mut self, mut file: impl Read, size: usize, share: f64) -> Result<(), RecordsError> {
        let before = self.bytes.len();
        // Reserve exactly the file size: the usual doubling of a vector could waste gigabytes.
        self.bytes.try_reserve_exact(size.min(MAX_BYTES - before)).map_err(io::Error::from)?;
        let mut checked = before;
        while file.by_ref().take(CHUNK_BYTES).read_to_end(&mut self.bytes)? > 0 {
            let records = self.bytes[checked..].as_chunks().0;
            if let Some(bad) = records.iter().position(|record| !is_valid(record)) {
                return Err(RecordsError::Record((checked - before) / RECORD_BYTES + bad));
            }
            checked += records.len() * RECORD_BYTES;
            if self.bytes.len() > MAX_BYTES {
                return Err(RecordsError::Large);
            }
        }
        let added = &self.bytes[before..];
        if checked < self.bytes.len() {
            return Err(RecordsError::Length(added.len()));
        }
        self.digest.update(added);
        let [first, end] = [before, self.bytes.len()].map(|bytes| (bytes / RECORD_BYTES) as u32);
        let cut = first + ((f64::from(end - first) * share) as usize).min(MAX_HELD_OUT) as u32;
        self.held_out.extend(first..cut);
        self.training.extend(cut..end);
        Ok(())
    }

    /// Returns the record numbers of the training positions, in the order of the last shuffle, or of the
    /// files before the first shuffle.
    pub fn training(&self) -> &[u32] {
        &self.training
    }

    /// Returns the record numbers of the held-out positions.
    pub fn held_out(&self) -> &[u32] {
        &self.held_out
    }

    /// Returns the record with this number, counted from 0 over all files.
    ///
    /// # Panics
    /// Panics if there is no record with this number.
    #[inline]
    pub fn get(&self, number: u32) -> &TrainingRecord {
        &self.bytes.as_chunks().0[number as usize]
    }

    /// Returns the first eight bytes of the SHA-256 of the content of all files, in reading order. It names the
    /// training data of a network.
    pub fn hash(&self) -> u64 {
        let digest = self.digest.clone().finalize();
        digest.iter().take(8).rev().fold(0, |hash, byte| hash << 8 | u64::from(*byte))
    }

    /// Shuffles the order of the training positions; the records themselves stay in place.
    pub fn shuffle(&mut self, rng: &mut impl Rng) {
        self.training.shuffle(rng);
    }
}
