//! Input of `engine analyse`: reads the records of all input files in sequence, or of standard input if no
//! file is named.

use std::{
    fs,
    io::{self, BufReader, Read},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::tools::{
    analyse::{
        AnalysisSettings,
        games::GameEntries,
        input::{InputEntry, next_line},
    },
    common::input::{CountingReader, STDIN, detect_pgn, is_stdin, name, open_text},
};

/// An input record, and the byte position in the input after the record (for PGN: the bytes read so far).
pub type EntryAndEnd = (InputEntry, u64);

/// An input with its name, if it has one.
type NamedInput = (Option<Arc<str>>, Box<dyn Read + Send>);

/// The records of the input, in order.
type Entries = Box<dyn Iterator<Item = io::Result<EntryAndEnd>> + Send>;

/// All input files of one run, open for reading.
pub struct AnalyseInput {
    /// The inputs with their names. Only several inputs have names.
    inputs: Vec<NamedInput>,
    /// Total size of all inputs in bytes; `None` if an input is standard input or not a regular file.
    pub size: Option<u64>,
}

impl AnalyseInput {
    /// Opens the input files. The path `-` stands for standard input; an empty list means standard input
    /// alone.
    ///
    /// # Errors
    /// An I/O error if a file cannot be opened.
    pub fn open(files: &[PathBuf]) -> anyhow::Result<Self> {
        let mut source = Self { inputs: Vec::new(), size: Some(0) };
        let stdin = [PathBuf::from(STDIN)];
        for path in if files.is_empty() { &stdin } else { files } {
            let shown = (files.len() > 1).then(|| name(path).into());
            let data = fs::metadata(path).ok().filter(|data| data.is_file() && !is_stdin(path));
            source.append(shown, open_text(path)?, data.map(|data| data.len()));
        }
        Ok(source)
    }

    /// Returns whether the first input is [PGN](detect_pgn).
    ///
    /// # Errors
    /// An I/O error if the input cannot be read.
    fn is_pgn(&mut self) -> io::Result<bool> {
        let Some((_, first)) = self.inputs.first_mut() else { return Ok(false) };
        let (found, whole) = detect_pgn(std::mem::replace(first, Box::new(io::empty())))?;
        *first = whole;
        Ok(found)
    }

    fn append(&mut self, name: Option<Arc<str>>, input: Box<dyn Read + Send>, size: Option<u64>) {
        self.inputs.push((name, input));
        self.size = self.size.zip(size).map(|(all, this)| all + this);
    }

    /// Returns an iterator over the records of all inputs: positions of games if the first input is PGN, or
    /// else lines. The format is detected when the first record is requested, because the detection waits for
    /// input. For PGN input, the byte position after a record is approximate: the number of bytes read so far.
    pub fn entries(self, settings: &Arc<AnalysisSettings>) -> Entries {
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

    fn games(self, settings: &Arc<AnalysisSettings>) -> Entries {
        let read = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&read);
        let counting = move |input| CountingReader { input, read: Arc::clone(&counter) };
        let files = self.inputs.into_iter().map(move |(name, input)| (name, buffered(counting(input))));
        let games = GameEntries::new(files, Arc::clone(settings));
        Box::new(games.map(move |entry| Ok((entry?, read.load(Ordering::Relaxed)))))
    }

    fn lines(self) -> Entries {
        let read = Arc::new(AtomicU64::new(0));
        // A line break is inserted after each file, because a file may end without one.
        let nothing: Box<dyn Read + Send> = Box::new(io::empty());
        let input = self
            .inputs
            .into_iter()
            .fold(nothing, |before, (_, next)| Box::new(before.chain(next).chain(&b"\n"[..])));
        let mut lines = buffered(CountingReader { input, read: Arc::clone(&read) });
        Box::new(std::iter::from_fn(move || {
            let entry = next_line(&mut lines).transpose()?;
            let end = read.load(Ordering::Relaxed) - lines.buffer().len() as u64;
            Some(entry.map(|entry| (entry, end)))
        }))
    }
}

fn buffered(input: CountingReader) -> BufReader<CountingReader> {
    BufReader::with_capacity(1 << 16, input)
}
