//! Input of `engine analyse`: reads the records of all input files in sequence, or of standard input if no
//! file is named.

use std::{
    fs::File,
    io::{self, BufReader, Cursor, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use anyhow::Context as _;

use crate::analysis::{
    Format, Settings,
    games::Games,
    input::{Entry, next_line},
};

/// An input record, and the byte position in the input after the record (for PGN: the bytes read so far).
pub type EntryAndEnd = (Entry, u64);

/// The records of the input, in order.
type Entries = Box<dyn Iterator<Item = io::Result<EntryAndEnd>> + Send>;

/// Number of bytes after which the detection of PGN ends.
const MOST_PEEKED: usize = 1 << 16;

/// All input files of one run, open for reading.
pub struct Source {
    inputs: Vec<Box<dyn Read + Send>>,
    /// Total size of all inputs in bytes; `None` if an input is standard input or not a regular file.
    pub size: Option<u64>,
}

impl Source {
    /// Opens the input files. The path `-` stands for standard input; an empty list means standard input
    /// alone.
    ///
    /// # Errors
    /// An I/O error if a file cannot be opened.
    pub fn open(files: &[PathBuf]) -> anyhow::Result<Self> {
        let mut source = Self { inputs: Vec::new(), size: Some(0) };
        if files.is_empty() {
            source.append(Box::new(io::stdin()), None);
        }
        for path in files {
            if path == Path::new("-") {
                source.append(Box::new(io::stdin()), None);
                continue;
            }
            let opened = File::open(path).and_then(|file| {
                let data = file.metadata()?;
                if data.is_dir() {
                    return Err(io::Error::from(io::ErrorKind::IsADirectory));
                }
                Ok((file, data.is_file().then_some(data.len())))
            });
            let (file, size) = opened.with_context(|| format!("cannot read {}", path.display()))?;
            source.append(Box::new(file), size);
        }
        Ok(source)
    }

    /// Returns whether the first input is PGN: its first line that is neither empty nor a comment begins like
    /// a tag pair such as `[Event "x"]`, or begins with a move number and a dot, as in `1.e4`.
    ///
    /// # Errors
    /// An I/O error if the input cannot be read.
    fn is_pgn(&mut self) -> io::Result<bool> {
        let Some(first) = self.inputs.first_mut() else { return Ok(false) };
        let (mut start, mut chunk) = (Vec::new(), [0; 4096]);
        let mut length = 1;
        while length > 0 && start.len() < MOST_PEEKED && is_pgn(&start).is_none() {
            length = first.read(&mut chunk)?;
            start.extend_from_slice(&chunk[..length]);
        }
        // The end of the input ends its last line, too.
        let found = is_pgn(&[&start, b"\n".as_slice()].concat()).unwrap_or(false);
        let rest = std::mem::replace(first, Box::new(io::empty()));
        *first = Box::new(Cursor::new(start).chain(rest));
        Ok(found)
    }

    fn append(&mut self, input: Box<dyn Read + Send>, size: Option<u64>) {
        self.inputs.push(input);
        self.size = self.size.zip(size).map(|(all, this)| all + this);
    }

    /// Returns an iterator over the records of all inputs. For PGN input, the byte position after a record is
    /// approximate: the number of bytes read so far.
    pub fn entries(self, settings: &Arc<Settings>) -> Entries {
        match settings.format {
            Format::Pgn => self.games(settings),
            Format::Auto => self.detected(settings),
            Format::Fen | Format::Epd | Format::Jsonl => self.lines(),
        }
    }

    /// Returns an iterator over the records of all inputs: positions of games if the first input is PGN, or
    /// else lines. The format is detected when the first record is requested, because the detection waits for
    /// input.
    fn detected(self, settings: &Arc<Settings>) -> Entries {
        let settings = Arc::clone(settings);
        let (mut source, mut entries) = (Some(self), None);
        Box::new(std::iter::from_fn(move || {
            if let Some(mut source) = source.take() {
                match source.is_pgn() {
                    Ok(true) => entries = Some(source.games(&settings)),
                    Ok(false) => entries = Some(source.lines()),
                    Err(error) => return Some(Err(error)),
                }
            }
            entries.as_mut()?.next()
        }))
    }

    fn games(self, settings: &Arc<Settings>) -> Entries {
        let read = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&read);
        let counting = move |input| CountingReader { input, read: Arc::clone(&counter) };
        let files = self.inputs.into_iter().map(move |input| buffered(counting(input)));
        let games = Games::new(files, Arc::clone(settings));
        Box::new(games.map(move |entry| Ok((entry?, read.load(Ordering::Relaxed)))))
    }

    fn lines(self) -> Entries {
        let read = Arc::new(AtomicU64::new(0));
        // A line break is inserted after each file, because a file may end without one.
        let nothing: Box<dyn Read + Send> = Box::new(io::empty());
        let input = self
            .inputs
            .into_iter()
            .fold(nothing, |before, next| Box::new(before.chain(next).chain(&b"\n"[..])));
        let mut lines = buffered(CountingReader { input, read: Arc::clone(&read) });
        Box::new(std::iter::from_fn(move || {
            let entry = next_line(&mut lines).transpose()?;
            let end = read.load(Ordering::Relaxed) - lines.buffer().len() as u64;
            Some(entry.map(|entry| (entry, end)))
        }))
    }
}

/// Returns whether a text is PGN, decided by its first line that is neither empty nor a comment. Returns
/// `None` if every complete line of the text is empty or a comment.
fn is_pgn(start: &[u8]) -> Option<bool> {
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let lines = text.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let mut lines = lines.map(<[u8]>::trim_ascii);
    let line = lines.find(|line| !line.is_empty() && !line.starts_with(b"#") && !line.starts_with(b"%"))?;
    let is_tag = line.strip_prefix(b"[").is_some_and(|tag| tag.first().is_some_and(u8::is_ascii_alphabetic));
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    Some(is_tag || digits > 0 && line.get(digits) == Some(&b'.'))
}

fn buffered(input: CountingReader) -> BufReader<CountingReader> {
    BufReader::with_capacity(1 << 16, input)
}

/// Reader that adds the number of bytes read to a shared counter.
struct CountingReader {
    input: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
}

impl Read for CountingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.read(buffer)?;
        self.read.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}
