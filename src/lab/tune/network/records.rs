//! What is learned from: the records of `engine datagen --export`, many millions, as they lie in their files.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use rand::{Rng, seq::SliceRandom as _};
use sha2::{Digest as _, Sha256};

use crate::lab::data::packed::training::RECORD_BYTES;

/// The most records of a file that are held out.
const MAX_HELD_OUT: usize = 1_000_000;

/// Files of records in memory, 36 bytes each and four for its place in the order.
#[derive(Clone, Debug, Default)]
pub struct Records {
    bytes: Vec<u8>,
    training: Vec<u32>,
    held_out: Vec<u32>,
    digest: Sha256,
}

/// Why a file is not one of records.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Its length.
    #[error(
        "{0} bytes are no whole number of records of {RECORD_BYTES}: is this a whole file of engine datagen --export?"
    )]
    Length(usize),
    /// A record, from 0, that is no position.
    #[error("record {0} is no position with its result: is this a file of engine datagen --export?")]
    Record(usize),
    /// More than can be counted.
    #[error("these are more than {} records: leave some files out", u32::MAX)]
    Many,
}

impl Records {
    /// Adds a file. This share of it (0 to 1), from its front, is held out: records come game by game, so that hardly a game is in
    /// both parts.
    ///
    /// # Errors
    /// [`RecordsError`]; what has been read of the file is not to be used.
    pub fn read(&mut self, path: &Path, share: f64) -> Result<(), RecordsError> {
        let mut file = File::open(path)?;
        let before = self.bytes.len();
        // Exactly: doubling, as vectors do, would be gigabytes.
        self.bytes.reserve_exact(file.metadata().map_or(0, |data| data.len() as usize));
        file.read_to_end(&mut self.bytes)?;
        let added = &self.bytes[before..];
        let (records, rest) = added.as_chunks();
        if !rest.is_empty() {
            return Err(RecordsError::Length(added.len()));
        }
        if let Some(bad) = records.iter().position(|record| !is_valid(record)) {
            return Err(RecordsError::Record(bad));
        }
        self.digest.update(added);
        let first = (before / RECORD_BYTES) as u32;
        let end = u32::try_from(self.bytes.len() / RECORD_BYTES).map_err(|_| RecordsError::Many)?;
        let cut = first + ((records.len() as f64 * share) as usize).min(MAX_HELD_OUT) as u32;
        self.held_out.extend(first..cut);
        self.training.extend(cut..end);
        Ok(())
    }

    /// Numbers of the records to learn from.
    pub fn training(&self) -> &[u32] {
        &self.training
    }

    /// Numbers of the records that are held out.
    pub fn held_out(&self) -> &[u32] {
        &self.held_out
    }

    /// The record of this number.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, number: u32) -> &[u8; RECORD_BYTES] {
        &self.bytes.as_chunks().0[number as usize]
    }

    /// The first eight bytes of the SHA-256 of all files, one after the other.
    pub fn hash(&self) -> u64 {
        let digest = self.digest.clone().finalize();
        digest.iter().take(8).rev().fold(0, |hash, byte| hash << 8 | u64::from(*byte))
    }

    /// Puts the records to learn from in another order.
    pub fn shuffle(&mut self, rng: &mut impl Rng) {
        self.training.shuffle(rng);
    }
}

/// For a byte of the board: its men, own kings, their kings, and codes that mean nothing, eight bits each.
const PIECE_COUNTS: [u32; 256] = {
    let mut piece_counts = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (low, high) = (byte & 15, byte >> 4);
        piece_counts[byte] = count(low) + count(high);
        byte += 1;
    }
    piece_counts
};

const fn count(code: usize) -> u32 {
    match code {
        0 => 0,
        6 => 1 | 1 << 8,
        14 => 1 | 1 << 16,
        7 | 8 | 15 => 1 << 24,
        _ => 1,
    }
}

/// Whether there are one king a side, 32 men at most, and a result.
fn is_valid(record: &[u8; RECORD_BYTES]) -> bool {
    let piece_counts: u32 = record[..32].iter().map(|byte| PIECE_COUNTS[usize::from(*byte)]).sum();
    piece_counts >> 8 == 1 | 1 << 8 && piece_counts & 255 <= 32 && record[34] <= 2 && record[35] == 0
}
