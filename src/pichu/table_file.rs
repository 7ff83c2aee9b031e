//! The table in a file, for the next run.
//!
//! Eight bytes that name the kind of file, a version, a count, the entries, a checksum; all numbers with their lowest byte
//! first. A file that is not exactly that is refused, and left alone: it may be damaged, or somebody's letters. A new one is
//! written aside and takes the old one's place in one step, so that whatever interrupts it leaves one of the two. It is not
//! forced to the disk first: what a power cut tears fails its checksum.

use std::{
    fs::File,
    io::{self, Read as _, Write as _},
    path::Path,
};

use super::table::{Entry, Table};
use crate::replace::Replacement;

const KIND: [u8; 8] = *b"GlulamPi";
/// To be raised with every change of keys, evaluation or entries: what was true before is not true then.
const VERSION: u32 = 1;

const HEADER_BYTES: usize = KIND.len() + 2 * size_of::<u32>();
const ENTRY_BYTES: usize = 2 * size_of::<u64>();
const CHECKSUM_BYTES: usize = size_of::<u32>();
/// The most entries kept: with them a file has 4 MB, and is read in a few milliseconds.
const MAX_ENTRIES: usize = 1 << 18;
/// The size of the largest file, in bytes.
pub const MAX_FILE_BYTES: usize = HEADER_BYTES + MAX_ENTRIES * ENTRY_BYTES + CHECKSUM_BYTES;
/// What is found out again at once is not kept.
const MIN_DEPTH: u8 = 2;

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
pub enum TableFileError {
    /// The system says no.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is another kind of file.
    #[error("it is no memory of Pichu; name another file")]
    Foreign,
    /// Another version wrote it.
    #[error("it has version {0}, this program reads version {VERSION}; remove it or name another file")]
    Version(u32),
    /// It is too short or too long, or its checksum is wrong.
    #[error("it is damaged; remove it or name another file")]
    Damaged,
}

/// Puts what the file at `path` remembers into `table`, and says how many entries that were. A file that does not exist
/// remembers nothing.
///
/// # Errors
/// [`TableFileError`]; `table` is then as it was.
pub fn load(path: &Path, table: &mut Table) -> Result<usize, TableFileError> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        opened => opened?,
    };
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let entries = read(&bytes)?;
    for (key, entry) in &entries {
        table.store(*key, *entry);
    }
    Ok(entries.len())
}

fn read(bytes: &[u8]) -> Result<Vec<(u64, Entry)>, TableFileError> {
    let rest = bytes.strip_prefix(&KIND).ok_or(TableFileError::Foreign)?;
    let (version, rest) = rest.split_first_chunk().ok_or(TableFileError::Damaged)?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(TableFileError::Version(version));
    }
    let (count, rest) = rest.split_first_chunk().ok_or(TableFileError::Damaged)?;
    let (entries, checksum) = rest.split_last_chunk().ok_or(TableFileError::Damaged)?;
    let body = bytes.len() - CHECKSUM_BYTES;
    let is_complete = entries.len() == u32::from_le_bytes(*count) as usize * ENTRY_BYTES
        && crc32fast::hash(&bytes[..body]) == u32::from_le_bytes(*checksum);
    if !is_complete {
        return Err(TableFileError::Damaged);
    }
    let words = entries.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect::<Vec<_>>();
    let entry = |pair: &[u64; 2]| Some((pair[0], Entry::unpack(pair[1])?));
    words.as_chunks().0.iter().map(|pair| entry(pair).ok_or(TableFileError::Damaged)).collect()
}

/// Writes the deepest entries of `table` to `path`, in place of what was there.
///
/// # Errors
/// What the system says; the old file is then as it was.
pub fn save(path: &Path, table: &Table) -> io::Result<()> {
    let mut file = Replacement::new(path)?;
    file.write_all(&write(table))?;
    file.finish_unforced()
}

fn write(table: &Table) -> Vec<u8> {
    let mut entries: Vec<_> = table.entries().filter(|(_, entry)| entry.depth >= MIN_DEPTH).collect();
    entries.sort_by_key(|(_, entry)| std::cmp::Reverse(entry.depth));
    entries.truncate(MAX_ENTRIES);
    let mut bytes = Vec::with_capacity(HEADER_BYTES + entries.len() * ENTRY_BYTES + CHECKSUM_BYTES);
    bytes.extend(KIND);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((entries.len() as u32).to_le_bytes());
    for (key, entry) in entries {
        bytes.extend(key.to_le_bytes());
        bytes.extend(entry.pack(0).to_le_bytes());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}
