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

/// Upper limit of the file size in bytes: files below 16 MiB are easy to transfer.
pub(super) const MAX_FILE_BYTES: usize = 16 << 20;

/// Writes games block by block.
#[derive(Debug)]
pub struct Writer {
    file: File,
    seed: Seed,
    written: usize,
    /// The file stays below this size in bytes.
    pub(super) max_bytes: usize,
    block: BlockBuilder,
}

/// Why games cannot be appended to a file.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Reading or writing the file failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another process has locked the file.
    #[error("another process is writing to it")]
    Busy,
    /// The file header cannot be used.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The games in the file were played with other settings.
    #[error("the file has {what} {theirs}, this run has {ours}: start another file")]
    Mismatch {
        /// Name of the setting that differs.
        what: &'static str,
        /// Value of the setting in the file.
        theirs: String,
        /// Value of the setting in this run.
        ours: String,
    },
    /// The file already contains the games of this seed.
    #[error("the file already contains games of run {}, worker {}: choose another --seed or --worker", .0.run, .0.worker)]
    SeedUsed(Seed),
}

/// Result of adding a game to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushResult {
    /// The game was added to the current block.
    Taken,
    /// The game has too many moves for the format.
    TooLong,
    /// The file is full, and the game was not added.
    Full,
}

impl Writer {
    /// Starts a new file by writing its header to an empty file.
    ///
    /// # Errors
    /// If writing fails.
    pub fn begin(mut file: File, header: &Header) -> io::Result<Self> {
        // Nobody else uses a new file, so a failure means that the system has no file locks.
        let _ = file.try_lock();
        file.write_all(&header.to_bytes())?;
        Ok(Self::at(file, header.seed, header::BYTES))
    }

    fn at(file: File, seed: Seed, written: usize) -> Self {
        let block = BlockBuilder::default();
        Self { file, seed, written, max_bytes: MAX_FILE_BYTES, block }
    }

    /// Opens a file for appending, or creates it. An incomplete last block is removed.
    ///
    /// Without `worker` the number is one above the last worker of the run in the file.
    ///
    /// # Errors
    /// [`OpenError`] if the file cannot be continued; then it is unchanged.
    pub fn append(path: &Path, header: &Header, worker: Option<u32>) -> Result<Self, OpenError> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        // On systems without file locks the file is used without a lock.
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
        // The seed of the header was used even if its block is lost.
        seeds.insert(theirs.seed);
        let run = header.seed.run;
        let workers = seeds.iter().filter(|seed| seed.run == run).map(|seed| seed.worker);
        let next = workers.max().map_or(0, |last| last.saturating_add(1));
        let seed = Seed { run, worker: worker.unwrap_or(next) };
        if seeds.contains(&seed) {
            return Err(OpenError::SeedUsed(seed));
        }
        file.set_len(blocks.end as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self::at(file, seed, blocks.end))
    }

    /// Seed of the games that this writer adds.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// Size of the file in bytes, including the current block.
    pub const fn bytes(&self) -> usize {
        self.written + if self.block.is_empty() { 0 } else { self.block.bytes() }
    }

    /// Adds a game. A full block is written to the file.
    ///
    /// # Errors
    /// If writing fails.
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

    /// Writes the current block to the file.
    ///
    /// # Errors
    /// If writing fails.
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
