//! Opens the inputs of commands (files, pipes, standard input), or reads them completely into memory.

use std::{
    fs::File,
    io::{self, Cursor, IsTerminal as _, Read},
    mem,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use anyhow::Context as _;

use super::exit::UsageError;

/// Path that stands for standard input.
pub const STDIN: &str = "-";

/// Largest input that a command reads into memory, in bytes: 1 GiB.
pub const MOST_BYTES: u64 = 1 << 30;

/// Reader that adds the number of bytes read to a shared counter.
pub struct CountingReader {
    /// The input that is read.
    pub input: Box<dyn Read + Send>,
    /// Number of bytes read so far.
    pub read: Arc<AtomicU64>,
}

impl Read for CountingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.read(buffer)?;
        self.read.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}

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

/// Opens an input that contains text. Reading it fails if it is compressed or UTF-16.
///
/// # Errors
/// Those of [`open`].
pub fn open_text(path: &Path) -> anyhow::Result<Box<dyn Read + Send>> {
    Ok(Box::new(TextReader { input: open(path)?, name: name(path), has_started: false }))
}

/// Reader that refuses input that is not text of one byte per ASCII character. It looks at the first bytes when
/// they are read, so it never waits for more input than the command itself.
struct TextReader {
    input: Box<dyn Read + Send>,
    name: String,
    has_started: bool,
}

impl Read for TextReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.read(buffer)?;
        if bytes > 0 && !mem::replace(&mut self.has_started, true) {
            refuse_encoded(&buffer[..bytes], &self.name).map_err(io::Error::other)?;
        }
        Ok(bytes)
    }
}

/// Refuses an input that begins like a compressed file or like UTF-16.
fn refuse_encoded(start: &[u8], name: &str) -> Result<(), UsageError> {
    let is_bzip2 = start.starts_with(b"BZh") && start.get(4..10) == Some(b"1AY&SY");
    let (encoding, remedy) = match start {
        [0x1f, 0x8b, ..] => ("compressed with gzip", "decompress it, for example with zcat"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => ("compressed with zstd", "decompress it, for example with zstdcat"),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => {
            ("compressed with xz", "decompress it, for example with xzcat")
        }
        [b'P', b'K', 3, 4, ..] => ("a ZIP archive", "unpack it, for example with unzip -p"),
        // A byte order mark and an ASCII character.
        [0xff, 0xfe, 1..0x80, 0, ..] | [0xfe, 0xff, 0, 1..0x80, ..] => {
            ("UTF-16", "convert it to UTF-8, for example with iconv -f UTF-16 -t UTF-8")
        }
        _ if is_bzip2 => ("compressed with bzip2", "decompress it, for example with bzcat"),
        _ => return Ok(()),
    };
    Err(UsageError(format!("{name} is {encoding}: {remedy}")))
}

/// Number of bytes after which the detection of PGN ends.
const MOST_PEEKED: usize = 1 << 16;

/// Returns whether an input is PGN: its first line that is neither empty nor a comment begins like a tag pair
/// such as `[Event "x"]`, or with a move number and a dot, as in `1.e4`. The second value is the input from its start.
///
/// # Errors
/// An I/O error if the input cannot be read.
pub fn detect_pgn(mut input: Box<dyn Read + Send>) -> io::Result<(bool, Box<dyn Read + Send>)> {
    let (mut start, mut chunk) = (Vec::new(), [0; 4096]);
    let mut length = 1;
    while length > 0 && start.len() < MOST_PEEKED && is_pgn(&start).is_none() {
        length = loop {
            match input.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        start.extend_from_slice(&chunk[..length]);
    }
    // The end of the input ends its last line, too.
    let found = is_pgn(&[&start, b"\n".as_slice()].concat()).unwrap_or(false);
    Ok((found, Box::new(Cursor::new(start).chain(input))))
}

/// Returns whether a text is PGN, decided by its first line that is neither empty nor a comment. Returns
/// `None` if every complete line of the text is empty or a comment.
fn is_pgn(start: &[u8]) -> Option<bool> {
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let lines = text.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let mut lines = lines.map(<[u8]>::trim_ascii);
    let line = lines.find(|line| !line.is_empty() && !line.starts_with(b"#") && !line.starts_with(b"%"))?;
    let name = line.strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    let is_tag = name.is_some_and(|name| name.first().is_some_and(u8::is_ascii_alphabetic));
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    Some(is_tag || digits > 0 && line.get(digits) == Some(&b'.'))
}

/// Reads an input completely into memory.
///
/// # Errors
/// [`UsageError`] if the input has more than `most` bytes; an I/O error if the input cannot be read.
pub fn read_all(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    read_rest(open(path)?, path, most)
}

/// Reads an open input completely into memory. Messages name the input `path`.
///
/// # Errors
/// [`UsageError`] if the input has more than `most` bytes; an I/O error if the input cannot be read.
pub fn read_rest(mut input: impl Read, path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(most).read_to_end(&mut bytes);
    // At the end of the input, one more read returns no bytes.
    let rest = read.and_then(|_| input.read(&mut [0])).map_err(|error| read_error(error, &name(path)))?;
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

/// Returns the error of reading the inputs with these names. A [`UsageError`] of the reader, for compressed input,
/// names the input itself.
pub fn read_error(error: io::Error, names: &str) -> anyhow::Error {
    match error.downcast::<UsageError>() {
        Ok(usage) => usage.into(),
        Err(error) => anyhow::Error::from(error).context(format!("cannot read {names}")),
    }
}
