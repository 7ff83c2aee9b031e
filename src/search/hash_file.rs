//! The table in a file: what an analysis has found out, kept for the next session.
//!
//! A file is a header (magic, version, number of entries, size and age of the table, and in words whose knowledge it is), the entries as pairs
//! of key and data, and the CRC-32 of all before it; numbers are little-endian. It is read twice: once to be checked to its last
//! byte, then into the table, so that a damaged file changes nothing.
//!
//! What a score means hangs on who found it: knowledge of another version, set of layers or evaluator is refused. That a version in the making
//! may evaluate otherwise under the same name is caught by the values of a few positions, which are part of the identity. The size need
//! not be the same: in a larger table nearly everything finds its place, in a smaller one what was searched deepest.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek as _, Write},
    path::Path,
};

use crc32fast::Hasher;

use super::{
    layer::Layer,
    tt::{entry::TtEntry, table::TranspositionTable},
    types::request::Setup,
};
use crate::{evaluate::EvalConfig, positions, replace::Replacement, score::Score};

const MAGIC: &[u8; 8] = b"GlulamTT";
const VERSION: u32 = 1;
/// Magic, version, entries, megabytes, age, length of the identity.
const HEAD: usize = 8 + 4 + 8 + 8 + 1 + 2;
const ENTRY: usize = 16;

/// Whose knowledge a table holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity(String);

impl Identity {
    /// That of this program with this setup; `chess960` says how castling is told.
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

/// Why nothing was saved or loaded.
#[derive(Debug, thiserror::Error)]
pub enum HashFileError {
    /// What the system says.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another kind of file.
    #[error("it is no file of a table of this engine")]
    Foreign,
    /// A file of a later version, or an older one that is no longer read.
    #[error("its format is version {0}, and this engine reads version {VERSION}")]
    Version(u32),
    /// Of another engine, search or evaluator.
    #[error("it was saved by another configuration: {theirs}; now it is: {ours}")]
    Configuration {
        /// Whose it is.
        theirs: String,
        /// Who asks.
        ours: String,
    },
    /// It is not as it was written.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

/// What was saved or loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Entries in the file.
    pub entries: u64,
    /// Entries of them that the table now holds.
    pub kept: u64,
    /// The size of the table that was saved, in MB.
    pub megabytes: u64,
}

/// Saves a table that nobody searches with. The file is replaced whole or not at all.
///
/// # Errors
/// [`HashFileError::Io`]; an old file is then as it was.
pub fn save(table: &TranspositionTable, identity: &Identity, path: &Path) -> Result<Transfer, HashFileError> {
    let Identity(whose) = identity;
    let entries = table.entries().count() as u64;
    let mut file = Summed { inner: Replacement::new(path)?, sum: Hasher::new() };
    file.write_all(MAGIC)?;
    file.write_all(&VERSION.to_le_bytes())?;
    file.write_all(&entries.to_le_bytes())?;
    file.write_all(&(table.megabytes() as u64).to_le_bytes())?;
    file.write_all(&[table.age()])?;
    file.write_all(&(whose.len() as u16).to_le_bytes())?;
    file.write_all(whose.as_bytes())?;
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

/// Loads a table that nobody searches with, in place of what it knew.
///
/// # Errors
/// [`HashFileError`]; the table is then as it was, unless the file changed while it was read: then it is empty.
pub fn load(table: &TranspositionTable, identity: &Identity, path: &Path) -> Result<Transfer, HashFileError> {
    let mut file = File::open(path)?;
    let moved = read(&file, identity, |_| (), |_, _| ())?;
    file.rewind()?;
    let mut begin = |age| {
        table.clear();
        table.set_age(age);
    };
    let loaded = read(&file, identity, &mut begin, |key, data| table.restore(key, data));
    if loaded.is_err() {
        table.clear();
    }
    loaded.map(|_| Transfer { kept: table.entries().count() as u64, ..moved })
}

/// Reads a file to its end: `begin` is told the age, `take` each entry.
fn read(
    file: &File,
    identity: &Identity,
    mut begin: impl FnMut(u8),
    mut take: impl FnMut(u64, u64),
) -> Result<Transfer, HashFileError> {
    let length = file.metadata()?.len();
    let mut file = Summed { inner: BufReader::new(file), sum: Hasher::new() };
    let mut head = [0; HEAD];
    file.fill(&mut head).map_err(|error| match error {
        HashFileError::Damaged(_) => HashFileError::Foreign,
        error => error,
    })?;
    let (magic, mut rest) = head.split_at(MAGIC.len());
    if magic != MAGIC {
        return Err(HashFileError::Foreign);
    }
    let version = number(&mut rest, 4) as u32;
    if version != VERSION {
        return Err(HashFileError::Version(version));
    }
    let (entries, megabytes) = (number(&mut rest, 8), number(&mut rest, 8));
    let (age, words) = (number(&mut rest, 1) as u8, number(&mut rest, 2));
    let whole = (HEAD as u64 + words + 4).checked_add(entries.saturating_mul(ENTRY as u64));
    if whole != Some(length) {
        return Err(HashFileError::Damaged("it is not as long as it says"));
    }
    let mut theirs = vec![0; words as usize];
    file.fill(&mut theirs)?;
    if theirs != identity.0.as_bytes() {
        let theirs = String::from_utf8_lossy(&theirs).into_owned();
        return Err(HashFileError::Configuration { theirs, ours: identity.0.clone() });
    }
    begin(age);
    for _ in 0..entries {
        let mut entry = [0; ENTRY];
        file.fill(&mut entry)?;
        let mut entry = &entry[..];
        let (key, data) = (number(&mut entry, 8), number(&mut entry, 8));
        if !is_possible(data) {
            return Err(HashFileError::Damaged("an entry is impossible"));
        }
        take(key, data);
    }
    let sum = file.sum.clone().finalize();
    let mut told = [0; 4];
    file.fill(&mut told)?;
    if u32::from_le_bytes(told) != sum {
        return Err(HashFileError::Damaged("its checksum does not fit"));
    }
    Ok(Transfer { entries, kept: entries, megabytes })
}

/// A little-endian number of so many bytes, 8 at most, from the front of `bytes`, which are enough.
fn number(bytes: &mut &[u8], length: usize) -> u64 {
    let (front, rest) = bytes.split_at(length);
    *bytes = rest;
    front.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Whether a search can have stored this.
fn is_possible(data: u64) -> bool {
    let within = |score: Score| score.raw().abs() < Score::INFINITE.raw();
    TtEntry::unpack(data).is_some_and(|entry| {
        within(entry.score) && entry.eval.is_none_or(|eval| within(eval) && !eval.is_mate())
    })
}

/// Sums up what passes through.
struct Summed<F> {
    inner: F,
    sum: Hasher,
}

impl<W: Write> Summed<W> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }
}

impl<R: Read> Summed<R> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), HashFileError> {
        match self.inner.read_exact(bytes) {
            Ok(()) => self.sum.update(bytes),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(HashFileError::Damaged("it ends too soon"));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
