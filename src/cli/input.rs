//! Opens the inputs of commands (files, pipes, standard input), or reads them completely into memory.

use std::{
    fs::File,
    io::{self, IsTerminal as _, Read},
    path::{Path, PathBuf},
};

use anyhow::Context as _;

use super::exit::UsageError;

/// Path that stands for standard input.
const STDIN: &str = "-";

/// Largest input that a command reads into memory, in bytes: 1 GiB.
pub const MOST_BYTES: u64 = 1 << 30;

/// Returns whether `path` stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new(STDIN)
}

/// Returns the input files of a command: `files`, or standard input if no file is named and standard input is
/// not a terminal.
///
/// # Errors
/// [`UsageError`] if no file is named and standard input is a terminal.
pub fn files_or_stdin(files: &[PathBuf]) -> Result<Vec<PathBuf>, UsageError> {
    if files.is_empty() && io::stdin().is_terminal() {
        return Err(UsageError("no input: name a file, or write - to read stdin".to_owned()));
    }
    Ok(if files.is_empty() { vec![STDIN.into()] } else { files.to_vec() })
}

/// Returns the name of an input for messages.
pub fn name(path: &Path) -> String {
    if is_stdin(path) { "stdin".to_owned() } else { path.display().to_string() }
}

/// Opens an input: a file, a pipe, or standard input.
///
/// # Errors
/// An I/O error if the input cannot be opened or is a directory.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn Read + Send>> {
    if is_stdin(path) {
        return Ok(Box::new(io::stdin()));
    }
    let open = || {
        let file = File::open(path)?;
        // On some systems only reading the directory would fail, with a message that is harder to understand.
        if file.metadata()?.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        Ok(file)
    };
    Ok(Box::new(open().with_context(|| format!("cannot read {}", name(path)))?))
}

/// Reads an input completely into memory.
///
/// # Errors
/// [`UsageError`] if the input has more than `most` bytes; an I/O error if the input cannot be read.
pub fn read_all(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut input = open(path)?;
    let mut bytes = Vec::new();
    input
        .by_ref()
        .take(most)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {}", name(path)))?;
    // At the end of the input, one more read returns no bytes.
    let rest = input.read(&mut [0]).with_context(|| format!("cannot read {}", name(path)))?;
    if rest > 0 {
        let megabytes = most >> 20;
        let text = format!(
            "cannot read {}: the input is larger than {megabytes} MiB: use a smaller one",
            name(path)
        );
        return Err(UsageError(text).into());
    }
    Ok(bytes)
}

/// Reads a text completely into memory, without a byte order mark at its start.
///
/// # Errors
/// [`UsageError`] if the text is larger than [`MOST_BYTES`] or is not UTF-8; an I/O error if the input
/// cannot be read.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = read_all(path, MOST_BYTES)?;
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + String::from_utf8_lossy(valid).matches('\n').count();
        UsageError(format!("cannot read {}: line {line} is not UTF-8: convert the file to UTF-8", name(path)))
    })?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}
