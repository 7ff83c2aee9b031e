//! Saves the transposition table to a file, for the next run (`engine pichu --memory`).
//!
//! The file contains eight magic bytes, a version, the number of entries, the entries, and a CRC-32 checksum;
//! numbers are little-endian. A file in any other format is rejected and never overwritten: it may be damaged
//! or a different kind of file. A new file is written under a temporary name and then renamed, so an
//! interruption leaves either the old or the new file. The file is not synced to disk before it is renamed:
//! after a power failure, the checksum detects an incomplete file.

use std::{
    fs::File,
    io::{self, Read as _, Write as _},
    path::Path,
};

use super::table::{PichuEntry, PichuTable};
use crate::support::replace::Replacement;

/// Magic bytes at the beginning of the file.
const MAGIC: [u8; 8] = *b"GlulamPi";
/// Format version. It must be increased with every change of keys, evaluation or entry format, because old
/// entries become wrong.
const VERSION: u32 = 1;

const HEADER_BYTES: usize = MAGIC.len() + 2 * size_of::<u32>();
const ENTRY_BYTES: usize = 2 * size_of::<u64>();
const CHECKSUM_BYTES: usize = size_of::<u32>();
/// Maximum number of saved entries: a file of 4 MiB, which loads in a few milliseconds.
const MAX_ENTRIES: usize = 1 << 18;
/// Size of the largest valid file, in bytes.
pub const MAX_FILE_BYTES: usize = HEADER_BYTES + MAX_ENTRIES * ENTRY_BYTES + CHECKSUM_BYTES;
/// Minimum depth of saved entries, in plies. Results of smaller depth are quickly found again by a search.
const MIN_DEPTH: u8 = 2;

/// The reason why a file cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum TableFileError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file does not begin with the magic bytes.
    #[error("the file is not a memory file of Pichu: name another file")]
    Foreign,
    /// The file has a different format version.
    #[error(
        "the file has version {0}, but this program reads version {VERSION}: remove it or name another file"
    )]
    Version(u32),
    /// The length or the checksum of the file is wrong, or an entry is invalid.
    #[error("the file is damaged: remove it or name another file")]
    Damaged,
}

/// Loads the entries of the file at `path` into `table`, and returns their number. If the file does not
/// exist, returns 0.
///
/// # Errors
/// [`TableFileError`] if the file cannot be read or is not valid; `table` is then unchanged.
pub fn load(path: &Path, table: &mut PichuTable) -> Result<usize, TableFileError> {
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

fn read(bytes: &[u8]) -> Result<Vec<(u64, PichuEntry)>, TableFileError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(TableFileError::Foreign)?;
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
    let entry = |pair: &[u64; 2]| Some((pair[0], PichuEntry::unpack(pair[1])?));
    words.as_chunks().0.iter().map(|pair| entry(pair).ok_or(TableFileError::Damaged)).collect()
}

/// Saves the deepest entries of `table`, at most `MAX_ENTRIES` of depth `MIN_DEPTH` or more, to the file at
/// `path`. Replaces an existing file.
///
/// # Errors
/// If the file cannot be written; an existing file is then unchanged.
pub fn save(path: &Path, table: &PichuTable) -> io::Result<()> {
    let mut file = Replacement::new(path)?;
    file.write_all(&write(table))?;
    file.finish_unforced()
}

fn write(table: &PichuTable) -> Vec<u8> {
    let mut entries: Vec<_> = table.entries().filter(|(_, entry)| entry.depth >= MIN_DEPTH).collect();
    entries.sort_by_key(|(_, entry)| std::cmp::Reverse(entry.depth));
    entries.truncate(MAX_ENTRIES);
    let mut bytes = Vec::with_capacity(HEADER_BYTES + entries.len() * ENTRY_BYTES + CHECKSUM_BYTES);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((entries.len() as u32).to_le_bytes());
    for (key, entry) in entries {
        bytes.extend(key.to_le_bytes());
        bytes.extend(entry.pack(0).to_le_bytes());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}
