//! Reads suites: files with one EPD record per line. A check that needs all records refuses a file with a wrong line
//! ([`load_suite`]); other commands report a wrong line and leave it out ([`read_open_suite`]).

use std::{io::Read, path::Path};

use shakmaty::CastlingMode;

use super::{
    exit::UsageError,
    input,
    output::{print_first, print_message},
};
use crate::chess::{
    epd::{EpdError, Record, read_suite},
    position::{Line, Position, Strictness},
};

/// Largest suite that a command reads into memory, in bytes: 64 MiB, about half a million positions.
const MOST_SUITE_BYTES: u64 = 64 << 20;

/// The valid records of a suite.
#[derive(Debug)]
pub struct Suite<T> {
    /// What was read from each record; at least one.
    pub records: Vec<T>,
    /// Number of lines that were rejected and reported.
    pub rejected: usize,
}

/// Reads the EPD records of the file `path`, or of standard input if `path` is `-`, for a check that needs all of
/// them. A line that is not UTF-8 is read as Latin-1, because old suites have ids in Latin-1.
///
/// # Errors
/// If the input cannot be read; [`UsageError`] if it is larger than [`MOST_SUITE_BYTES`], a line is not EPD, or
/// the input has no records.
pub fn load_suite(path: &Path, mode: CastlingMode, strictness: Strictness) -> anyhow::Result<Vec<Record>> {
    let text = suite_text(input::open_text(path)?, path)?;
    let records: Result<Vec<_>, _> = read_suite(&text, mode, strictness, Ok).collect();
    let name = input::name(path);
    let records = records.map_err(|error| UsageError(format!("cannot read {name}: {error}")))?;
    if records.is_empty() { Err(no_records(path)) } else { Ok(records) }
}

/// Reads the valid EPD records of an open input. Reports the other lines on stderr; messages name the input `path`.
/// `read` takes from each record what the command needs.
///
/// # Errors
/// If the input cannot be read; [`UsageError`] if it is larger than [`MOST_SUITE_BYTES`] or has no valid record.
pub fn read_open_suite<T>(
    input: impl Read,
    path: &Path,
    mode: CastlingMode,
    read: impl Fn(Record) -> Result<T, EpdError>,
) -> anyhow::Result<Suite<T>> {
    let text = suite_text(input, path)?;
    let mut suite = Suite { records: Vec::new(), rejected: 0 };
    let name = input::name(path);
    for record in read_suite(&text, mode, Strictness::Game, read) {
        match record {
            Ok(record) => suite.records.push(record),
            Err(error) => {
                suite.rejected += 1;
                print_first(suite.rejected, format_args!("{name}: {error}: the line is left out"));
            }
        }
    }
    if suite.records.is_empty() { Err(no_records(path)) } else { Ok(suite) }
}

fn suite_text(input: impl Read, path: &Path) -> anyhow::Result<String> {
    Ok(decode(&input::read_rest(input, path, MOST_SUITE_BYTES)?))
}

fn no_records(path: &Path) -> anyhow::Error {
    UsageError(format!("cannot read {}: the input contains no EPD records", input::name(path))).into()
}

/// Reads the positions of the EPD records of an input, to play games from them. Reports lines that are not EPD, and
/// positions in which the game is already over, and leaves them out.
///
/// # Errors
/// Those of [`read_open_suite`]; [`UsageError`] if no position remains.
pub fn read_starts(input: impl Read, path: &Path, mode: CastlingMode) -> anyhow::Result<Vec<Position>> {
    let suite = read_open_suite(input, path, mode, |record| Ok(record.position))?;
    let is_open = |position: &Position| !Line::new(position.clone()).is_over();
    let (starts, over): (Vec<_>, Vec<_>) = suite.records.into_iter().partition(is_open);
    if let Some(first) = over.first() {
        let (name, count) = (input::name(path), over.len());
        print_message(format_args!(
            "{name}: the game is over in {count} positions, which are left out: {first}"
        ));
    }
    if starts.is_empty() {
        let name = input::name(path);
        return Err(UsageError(format!("cannot use {name}: the game is over in all its positions")).into());
    }
    Ok(starts)
}

/// Decodes lines that are UTF-8 or Latin-1. Skips a byte order mark.
fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let latin_1 = |line: &[u8]| line.iter().map(|byte| char::from(*byte)).collect::<String>();
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    lines.map(|line| std::str::from_utf8(line).map_or_else(|_| latin_1(line), str::to_owned)).collect()
}
