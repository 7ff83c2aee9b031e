//! Hash file: saves the transposition table to disk and loads a saved table, so that an analysis can continue
//! in a later session.
//!
//! A hash file has three parts. All numbers in a hash file are little-endian.
//! 1. The header of the file: magic bytes, format version, number of entries, table size in MiB, table age,
//!    length of the [`Identity`] in bytes, and the [`Identity`] as text.
//! 2. The TT entries: a position key and a packed entry each, 16 bytes per entry.
//! 3. The checksum: the CRC-32 of the header and the entries.
//!
//! [`load`] reads the hash file twice: first to check every byte, then to fill the table. If the first
//! reading finds damage, the table is unchanged.
//!
//! A stored score depends on the search and the evaluator that computed the score. A file that was saved with
//! another engine version, set of layers, chess variant or evaluator is therefore rejected. A development
//! build may evaluate differently under the same version number; the identity therefore includes a checksum
//! of the static evaluations of the bench positions.
//!
//! A hash file can be loaded into a table of another size. A table larger than the saved table keeps nearly
//! all entries; a smaller table keeps mainly the deepest entries.

use std::{
    fmt,
    fs::{self, File},
    io::{self, BufReader, Read, Seek as _, Write},
    path::Path,
};

use crc32fast::Hasher;

use super::{
    layer::Layer,
    tt::{entry::TtEntry, table::TranspositionTable},
    types::request::Setup,
};
use crate::{
    chess::{positions, score::Score},
    evaluate::EvalConfig,
    support::replace::Replacement,
};

const MAGIC: &[u8; 8] = b"GlulamTT";
const VERSION: u32 = 1;
/// Size of the fixed part of the header, in bytes: magic, version, number of entries, MiB, age, length of the
/// identity.
const HEADER_BYTES: usize = 8 + 4 + 8 + 8 + 1 + 2;
const ENTRY_BYTES: usize = 16;

/// Text that identifies the engine version and configuration that computed the scores in a transposition
/// table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity(String);

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Identity {
    /// Returns the identity of this program with `setup`; `chess960` is the value of the UCI option
    /// `UCI_Chess960`.
    pub fn new(setup: &Setup, chess960: bool) -> Self {
        let mut values = Hasher::new();
        for case in positions::bench() {
            values.update(&case.position.key().to_le_bytes());
            values.update(&setup.evaluate(&case.position).raw().to_le_bytes());
        }
        let Setup { algorithm, eval: EvalConfig { evaluator, terms, .. }, .. } = setup;
        let search = algorithm.full_minus(Layer::ALL.len() / 2).unwrap_or_else(|| algorithm.to_string());
        let mode = if chess960 { "chess960" } else { "chess" };
        Self(format!(
            "Glulam {}, {mode}, {search}, {evaluator} ({terms}), values {:08x}",
            env!("CARGO_PKG_VERSION"),
            values.finalize()
        ))
    }
}

/// Reason why a hash file could not be saved or loaded.
#[derive(Debug, thiserror::Error)]
pub enum HashFileError {
    /// The hash file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file does not begin with the magic bytes of a hash file.
    #[error("this is not a hash file of Glulam")]
    Foreign,
    /// The hash file has a format version that this engine does not read.
    #[error("the file format is version {0}, but this engine reads version {VERSION}")]
    Version(u32),
    /// The hash file was saved with another engine version, set of layers, chess variant or evaluator.
    #[error("the file was saved with another configuration: {theirs}; the current configuration is: {ours}")]
    Configuration {
        /// Identity that is stored in the hash file.
        theirs: String,
        /// Identity of the engine that tries to load the hash file.
        ours: String,
    },
    /// The hash file is incomplete, or its contents changed after saving.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
}

/// Summary of a saved or loaded hash file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Number of TT entries in the hash file.
    pub entries: u64,
    /// Number of TT entries from the hash file that the table contains after loading; equals `entries` after
    /// saving.
    pub kept: u64,
    /// Size of the table from which the hash file was saved, in MiB.
    pub megabytes: u64,
}

/// Saves a transposition table as a hash file at `path`. An existing hash file is replaced completely or not at
/// all. The caller must make sure that no search uses the table meanwhile.
///
/// # Errors
/// [`HashFileError::Foreign`] if another file exists at `path`; [`HashFileError::Io`] if the hash file cannot be
/// written. After an error, an existing regular file is unchanged.
pub fn save(table: &TranspositionTable, identity: &Identity, path: &Path) -> Result<Transfer, HashFileError> {
    let Identity(identity) = identity;
    if is_foreign(path) {
        return Err(HashFileError::Foreign);
    }
    let entries = table.entries().count() as u64;
    let mut file = Checksummed { inner: Replacement::new(path)?, sum: Hasher::new() };
    file.write_all(MAGIC)?;
    file.write_all(&VERSION.to_le_bytes())?;
    file.write_all(&entries.to_le_bytes())?;
    file.write_all(&(table.megabytes() as u64).to_le_bytes())?;
    file.write_all(&[table.age()])?;
    file.write_all(&(identity.len() as u16).to_le_bytes())?;
    file.write_all(identity.as_bytes())?;
    for (key, data) in table.entries() {
        file.write_all(&key.to_le_bytes())?;
        file.write_all(&data.to_le_bytes())?;
    }
    let sum = file.sum.finalize();
    let mut inner = file.inner;
    inner.write_all(&sum.to_le_bytes())?;
    inner.finish()?;
    Ok(Transfer { entries, kept: entries, megabytes: table.megabytes() as u64 })
}

/// Returns whether a regular file exists at `path` that is neither empty nor a hash file.
fn is_foreign(path: &Path) -> bool {
    let mut start = Vec::new();
    let mut read_start = || File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut start);
    fs::metadata(path).is_ok_and(|found| found.is_file())
        && read_start().is_ok()
        && !MAGIC.starts_with(&start)
}

/// Replaces the contents of a transposition table by the entries of a hash file. The caller must make sure
/// that no search uses the table meanwhile.
///
/// # Errors
/// [`HashFileError`] if the hash file is rejected. After an error the table is unchanged, except if the
/// second reading of the hash file failed: then the table is empty.
pub fn load(table: &TranspositionTable, identity: &Identity, path: &Path) -> Result<Transfer, HashFileError> {
    let mut file = File::open(path)?;
    let checked = read(&file, identity, |_| (), |_, _| ())?;
    file.rewind()?;
    let mut begin = |age| {
        table.clear();
        table.set_age(age);
    };
    let loaded = read(&file, identity, &mut begin, |key, data| table.restore(key, data));
    if loaded.is_err() {
        table.clear();
    }
    loaded.map(|_| Transfer { kept: table.entries().count() as u64, ..checked })
}

/// Reads and checks a whole hash file. Passes the stored table age to `begin`, and the key and packed data of
/// each entry to `take`.
fn read(
    file: &File,
    identity: &Identity,
    mut begin: impl FnMut(u8),
    mut take: impl FnMut(u64, u64),
) -> Result<Transfer, HashFileError> {
    let length = file.metadata()?.len();
    let mut file = Checksummed { inner: BufReader::new(file), sum: Hasher::new() };
    let mut header = [0; HEADER_BYTES];
    file.fill(&mut header).map_err(|error| match error {
        HashFileError::Damaged(_) => HashFileError::Foreign,
        error => error,
    })?;
    let (magic, mut rest) = header.split_at(MAGIC.len());
    if magic != MAGIC {
        return Err(HashFileError::Foreign);
    }
    let version = number(&mut rest, 4) as u32;
    if version != VERSION {
        return Err(HashFileError::Version(version));
    }
    let (entries, megabytes) = (number(&mut rest, 8), number(&mut rest, 8));
    let (age, identity_length) = (number(&mut rest, 1) as u8, number(&mut rest, 2));
    let fixed_length = HEADER_BYTES as u64 + identity_length + 4;
    let expected_length = fixed_length.checked_add(entries.saturating_mul(ENTRY_BYTES as u64));
    if expected_length != Some(length) {
        return Err(HashFileError::Damaged("the file size does not match the header"));
    }
    let mut theirs = vec![0; identity_length as usize];
    file.fill(&mut theirs)?;
    if theirs != identity.0.as_bytes() {
        let theirs = String::from_utf8_lossy(&theirs).into_owned();
        return Err(HashFileError::Configuration { theirs, ours: identity.0.clone() });
    }
    begin(age);
    for _ in 0..entries {
        let mut entry = [0; ENTRY_BYTES];
        file.fill(&mut entry)?;
        let mut entry = &entry[..];
        let (key, data) = (number(&mut entry, 8), number(&mut entry, 8));
        if !is_possible(data) {
            return Err(HashFileError::Damaged("an entry has an impossible value"));
        }
        take(key, data);
    }
    let sum = file.sum.clone().finalize();
    let mut stored_sum = [0; 4];
    file.fill(&mut stored_sum)?;
    if u32::from_le_bytes(stored_sum) != sum {
        return Err(HashFileError::Damaged("the checksum does not match"));
    }
    Ok(Transfer { entries, kept: entries, megabytes })
}

/// Removes a little-endian number of `length` bytes (at most 8) from the front of `bytes`.
fn number(bytes: &mut &[u8], length: usize) -> u64 {
    let (front, rest) = bytes.split_at(length);
    *bytes = rest;
    front.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Returns whether `data` is a packed TT entry with scores in the range that a search can store.
fn is_possible(data: u64) -> bool {
    let within = |score: Score| score.raw().abs() < Score::INFINITE.raw();
    TtEntry::unpack(data).is_some_and(|entry| {
        within(entry.score) && entry.eval.is_none_or(|eval| within(eval) && !eval.is_decisive())
    })
}

/// Reader or writer that computes the CRC-32 of all bytes that pass through.
struct Checksummed<F> {
    inner: F,
    sum: Hasher,
}

impl<W: Write> Checksummed<W> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }
}

impl<R: Read> Checksummed<R> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), HashFileError> {
        match self.inner.read_exact(bytes) {
            Ok(()) => self.sum.update(bytes),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(HashFileError::Damaged("the file is too short"));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
