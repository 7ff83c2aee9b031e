//! Writing a file of packed games, or going on with one.

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

/// A file ends below so many bytes: 16 MiB travel easily.
pub(super) const MAX_FILE_BYTES: usize = 16 << 20;

/// Writes games block by block.
#[derive(Debug)]
pub struct Writer {
    file: File,
    seed: Seed,
    written: usize,
    /// The file stays below so many bytes.
    pub(super) max_bytes: usize,
    block: BlockBuilder,
}

/// Why a file cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// What the system says.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Two writers would spoil each other's blocks.
    #[error("another run is writing it")]
    Busy,
    /// It is none of ours.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// Its games were played otherwise.
    #[error("its games have {what} {theirs} and not {ours}: begin another file")]
    Mismatch {
        /// What differs.
        what: &'static str,
        /// In the file.
        theirs: String,
        /// In this run.
        ours: String,
    },
    /// The same games would be played again.
    #[error("run {}, worker {} has played in this file already: choose another seed or worker", .0.run, .0.worker)]
    SeedUsed(Seed),
}

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushResult {
    /// It is in the file, or in the block that will be.
    Taken,
    /// It has too many moves.
    TooLong,
    /// The file is full.
    Full,
}

impl Writer {
    /// Begins a file that is empty.
    ///
    /// # Errors
    /// What the system says.
    pub fn begin(mut file: File, header: &Header) -> io::Result<Self> {
        // It is new: nobody else has it, or locks are not to be had.
        let _ = file.try_lock();
        file.write_all(&header.to_bytes())?;
        Ok(Self::at(file, header.seed, header::BYTES))
    }

    fn at(file: File, seed: Seed, written: usize) -> Self {
        let block = BlockBuilder::default();
        Self { file, seed, written, max_bytes: MAX_FILE_BYTES, block }
    }

    /// Goes on with a file, or begins it if there is none or it is empty. A torn tail is cut off. Without a `worker` the next one of the
    /// run plays on.
    ///
    /// # Errors
    /// [`OpenError`] if the file cannot be gone on with; nothing was changed then.
    pub fn append(path: &Path, header: &Header, worker: Option<u32>) -> Result<Self, OpenError> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        // Where the system has no locks the file is written all the same.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(OpenError::Busy);
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            return Ok(Self::begin(file, header)?);
        }
        let theirs = Header::read(&bytes)?;
        same("nodes to a move", &theirs.nodes, &header.nodes)?;
        same("a network", &theirs.network, &header.network)?;
        same("an engine of version", &theirs.engine, &header.engine)?;
        same("an engine with the signature", &theirs.signature, &header.signature)?;
        let mut blocks = Blocks::new(&bytes, header::BYTES);
        let mut seeds: BTreeSet<_> = blocks.by_ref().map(|block| block.seed).collect();
        // A first block that was lost has played as well.
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

    /// What the games written now hang on.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// Bytes of the file, those of the open block included.
    pub const fn bytes(&self) -> usize {
        self.written + if self.block.is_empty() { 0 } else { self.block.bytes() }
    }

    /// Takes a game. It is written with its block, when that is full.
    ///
    /// # Errors
    /// What the system says.
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

    /// Ends the open block and writes it.
    ///
    /// # Errors
    /// What the system says.
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
