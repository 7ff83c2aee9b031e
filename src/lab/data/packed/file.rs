//! Creates a file of packed games, or appends to one.

use std::{
    collections::BTreeSet,
    fs::{File, TryLockError},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::Path,
};

use super::{
    block::{BlockBuilder, Blocks},
    game::ScoredGame,
    header::{self, Header, HeaderError, Seed},
};

/// Size limit of a file of packed games, in bytes: the file stays below 16 MiB, so that it is easy to
/// transfer.
pub(super) const MAX_FILE_BYTES: usize = 16 << 20;

/// Writes packed games to a file, block by block.
#[derive(Debug)]
pub struct Writer {
    file: File,
    seed: Seed,
    written: usize,
    removed_bytes: usize,
    /// Size limit of the file in bytes; a game that would reach it is not added.
    pub(super) max_bytes: usize,
    block: BlockBuilder,
}

/// Reason why games cannot be appended to a file of packed games.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The operating system reported an error while the file was read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another process has locked the file.
    #[error("another process is writing to the file")]
    Busy,
    /// The file does not start with a usable header of packed games.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The games in the file were played with other settings than the games of this run.
    #[error(
        "the games in the file were played with {what} {theirs}, but this run has {ours}: use another file"
    )]
    Mismatch {
        /// Name of the setting that differs between the file and this run, such as `nodes per move`.
        what: &'static str,
        /// Value of the setting in the file.
        theirs: String,
        /// Value of the setting in this run.
        ours: String,
    },
    /// The file ends with bytes that are neither an intact nor an incomplete block.
    #[error(
        "the last {0} bytes of the file are damaged: use another file; engine datagen inspect and engine datagen \
         export read the intact games of this one"
    )]
    Damaged(usize),
    /// The file already contains games of this run and worker number.
    #[error("the file already contains games of run {}, worker {}: choose another --seed or --worker", .0.run, .0.worker)]
    SeedUsed(Seed),
}

/// Whether a game was added to a file of packed games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushResult {
    /// The game was added to the block that is being filled.
    Taken,
    /// The game has more moves than the file format can store, and was not added.
    TooLong,
    /// The game was not added, because the file would reach its maximum size.
    Full,
}

impl Writer {
    /// Creates a writer for a new file of packed games: writes the header to the empty file.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn begin(mut file: File, header: &Header) -> io::Result<Self> {
        // No other process uses a new file, so an error of the lock means that the system has no file locks,
        // and is ignored.
        let _ = file.try_lock();
        file.write_all(&header.to_bytes())?;
        Ok(Self::at(file, header.seed, header::BYTES))
    }

    fn at(file: File, seed: Seed, written: usize) -> Self {
        let block = BlockBuilder::default();
        Self { file, seed, written, removed_bytes: 0, max_bytes: MAX_FILE_BYTES, block }
    }

    /// Opens a file for appending, or creates it. An incomplete last block is removed; see
    /// [`Writer::removed_bytes`].
    ///
    /// In an empty or new file, the run and worker number are those of `header`. Otherwise the worker number
    /// is `worker`; if `worker` is `None`, it is one above the highest number in the file for this run, or 0
    /// if the file has no games of this run.
    ///
    /// # Errors
    /// Returns [`OpenError`] if games cannot be appended; the file is then unchanged.
    pub fn append(path: &Path, header: &Header, worker: Option<u32>) -> Result<Self, OpenError> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        // Only a lock held by another process is an error: on systems without file locks the file is used
        // without a lock.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(OpenError::Busy);
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            return Ok(Self::begin(file, header)?);
        }
        let theirs = Header::read(&bytes)?;
        same("nodes per move", &theirs.nodes, &header.nodes)?;
        same("network", &theirs.network, &header.network)?;
        same("engine version", &theirs.engine, &header.engine)?;
        same("engine signature", &theirs.signature, &header.signature)?;
        let mut blocks = Blocks::new(&bytes, header::BYTES);
        let mut seeds: BTreeSet<_> = blocks.by_ref().map(|block| block.seed).collect();
        // The run and worker in the file header count as used, even if all their blocks are damaged.
        seeds.insert(theirs.seed);
        let run = header.seed.run;
        let workers = seeds.iter().filter(|seed| seed.run == run).map(|seed| seed.worker);
        let next = workers.max().map_or(0, |last| last.saturating_add(1));
        let seed = Seed { run, worker: worker.unwrap_or(next) };
        if seeds.contains(&seed) {
            return Err(OpenError::SeedUsed(seed));
        }
        let removed_bytes = bytes.len() - blocks.end;
        if removed_bytes > 0 && !blocks.torn {
            return Err(OpenError::Damaged(removed_bytes));
        }
        file.set_len(blocks.end as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self { removed_bytes, ..Self::at(file, seed, blocks.end) })
    }

    /// Returns the size of the incomplete last block that [`Writer::append`] has removed, in bytes; 0 if there was
    /// none.
    pub const fn removed_bytes(&self) -> usize {
        self.removed_bytes
    }

    /// Returns the run and worker number of the games that this writer adds.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// Returns the size of the file in bytes, including the current block, which is not written to the file
    /// yet.
    pub const fn bytes(&self) -> usize {
        self.written + if self.block.is_empty() { 0 } else { self.block.bytes() }
    }

    /// Adds a game to the current block. If the block has no room for the game, the block is written to the
    /// file first.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn push(&mut self, game: &ScoredGame) -> io::Result<PushResult> {
        let Ok(bytes) = game.pack() else { return Ok(PushResult::TooLong) };
        if !self.block.has_room(bytes.len()) {
            self.flush()?;
        }
        if self.written + self.block.bytes() + bytes.len() >= self.max_bytes {
            return Ok(PushResult::Full);
        }
        self.block.push(&bytes, game.plies.len());
        Ok(PushResult::Taken)
    }

    /// Writes the block that is being filled to the file, even if it is not full.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn flush(&mut self) -> io::Result<()> {
        if !self.block.is_empty() {
            let bytes = std::mem::take(&mut self.block).finish(self.seed);
            self.file.write_all(&bytes)?;
            self.written += bytes.len();
        }
        Ok(())
    }
}

fn same<T: PartialEq + ToString>(what: &'static str, theirs: &T, ours: &T) -> Result<(), OpenError> {
    if theirs == ours {
        return Ok(());
    }
    Err(OpenError::Mismatch { what, theirs: theirs.to_string(), ours: ours.to_string() })
}
