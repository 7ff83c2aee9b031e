//! Reads files of packed games, intact or damaged, and collects the facts that `engine datagen inspect` and
//! `engine datagen export` report.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{self, Read as _},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    cli::{
        exit::UsageError,
        input::{self, is_stdin},
        output::Output,
    },
    engine::ordered_pool::run_numbered,
    lab::data::packed::{
        Block, Blocks, Header, Seed,
        header::{self, HeaderError},
    },
    search::StopFlag,
};

/// Number of blocks decoded in one round of threads: the limit of block results in memory at the same time.
const BLOCKS_PER_CHUNK: usize = 128;

/// Files of packed games read so far, and the seeds of their games.
#[derive(Default)]
pub struct Archive {
    /// One report per file of packed games, in reading order.
    pub files: Vec<PackedFile>,
    seeds: BTreeSet<Seed>,
    repeated: BTreeSet<Seed>,
}

/// One file of packed games, as reported in JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PackedFile {
    /// Path of this file of packed games.
    pub file: String,
    /// Version of the engine that played the games of the file; `null` if the file header is damaged.
    pub engine: Option<String>,
    /// Node count of `engine bench` for the engine that played, as given by `--signature` when the file was
    /// created; `null` if it was not given or if the file header is damaged.
    pub signature: Option<u64>,
    /// CRC-32 of the network that played, as 16 hexadecimal digits; `null` if the games were played without a
    /// network or if the file header is damaged.
    pub network: Option<String>,
    /// Soft node limit per move of the games; `null` if the file header is damaged.
    pub nodes: Option<u32>,
    /// File size in bytes.
    pub bytes: u64,
    /// Number of intact blocks in the file.
    pub blocks: u64,
    /// Number of unreadable byte ranges in the file: damaged blocks, or an incomplete last block.
    pub damaged: u64,
    /// Total size of the unreadable byte ranges of the file, in bytes.
    pub lost_bytes: u64,
    /// Whether the unreadable bytes are only an incomplete last block.
    #[serde(skip)]
    is_only_torn: bool,
    /// Number of games of each worker (run and worker number) in the file.
    pub seeds: Vec<SeedGames>,
}

/// Number of games in a file that one worker of a run played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeedGames {
    /// Number of the run (`--seed`).
    pub run: u64,
    /// Number of the worker (`--worker`).
    pub worker: u32,
    /// Number of games of this worker in the file.
    pub games: u64,
}

/// Reads a file into memory.
///
/// # Errors
/// Returns an error if the file cannot be read or is larger than [`input::MOST_BYTES`].
pub fn load(path: &Path) -> anyhow::Result<Vec<u8>> {
    input::read_all(path, input::MOST_BYTES)
}

/// Calls `read` for every block on `jobs` threads and passes each result to `take`, in the order of the
/// blocks.
///
/// At most `BLOCKS_PER_CHUNK` results of `read` are in memory at a time.
///
/// # Errors
/// Returns an error if `take` fails, or if the system cannot start a thread.
pub fn read_blocks<'a, T: Send>(
    jobs: usize,
    blocks: &[Block<'a>],
    read: impl Fn(&Block<'a>) -> T + Sync,
    mut take: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    for blocks in blocks.chunks(BLOCKS_PER_CHUNK) {
        let job = |(): &mut (), number: u64| Some(read(&blocks[number as usize]));
        let mut taken = Ok(());
        run_numbered(vec![(); jobs], blocks.len() as u64, &StopFlag::default(), job, |found| {
            taken = take(found);
            if taken.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        taken?;
    }
    Ok(())
}

/// Checks that every file can be opened and starts with a header of packed games; the commands call this
/// function before long work starts. A damaged header is not an error. Skips standard input and pipes, which can
/// be read only once.
///
/// # Errors
/// An I/O error if a file does not exist or cannot be read; [`UsageError`] if a file does not contain packed
/// games.
pub fn check(paths: &[PathBuf]) -> anyhow::Result<()> {
    let is_file = |path: &&PathBuf| !is_stdin(path) && path.metadata().is_ok_and(|data| data.is_file());
    let missing = paths.iter().find(|path| !is_stdin(path) && !path.exists());
    if let Some(path) = missing {
        File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    }
    for path in paths.iter().filter(is_file) {
        let mut bytes = Vec::new();
        let file = File::open(path).and_then(|file| file.take(header::BYTES as u64).read_to_end(&mut bytes));
        file.with_context(|| format!("cannot read {}", path.display()))?;
        header(path, &bytes)?;
    }
    Ok(())
}

/// Reads the header of a file of packed games. Returns `None` if the checksum of the header is wrong; the
/// blocks after a damaged header can still be read.
fn header(path: &Path, bytes: &[u8]) -> Result<Option<Header>, UsageError> {
    match Header::read(bytes) {
        Ok(header) => Ok(Some(header)),
        Err(HeaderError::Damaged) => Ok(None),
        Err(error) => Err(UsageError(format!("cannot read {}: {error}", input::name(path)))),
    }
}

impl Archive {
    /// Adds a file and returns its intact blocks.
    ///
    /// Unless `--quiet` is set, prints a note if the header is damaged, if unreadable bytes were skipped, or
    /// if an earlier file contains games of the same run and worker.
    ///
    /// # Errors
    /// Returns [`UsageError`] if the file does not contain packed games. A damaged header is not an error if
    /// the file starts like a file of packed games.
    pub fn add_file<'a>(
        &mut self,
        path: &Path,
        bytes: &'a [u8],
        messages: &Output,
    ) -> Result<Vec<Block<'a>>, UsageError> {
        let path_name = input::name(path);
        let header = header(path, bytes)?;
        if header.is_none() {
            let error = HeaderError::Damaged;
            messages.remark(format_args!("{path_name}: {error}; the blocks are read anyway"));
        }
        let mut reader = Blocks::new(bytes, header::BYTES);
        let blocks: Vec<_> = reader.by_ref().collect();
        if reader.gaps > 0 {
            messages.remark(format_args!(
                "{path_name}: skipped {} bytes in {} places: damaged blocks, or an incomplete last block",
                reader.lost, reader.gaps
            ));
        }
        let mut games = BTreeMap::<_, u64>::new();
        for block in &blocks {
            *games.entry(block.seed).or_default() += u64::from(block.games);
        }
        for seed in games.keys().filter(|seed| !self.seeds.insert(**seed)) {
            self.repeated.insert(*seed);
            messages.remark(format_args!(
                "{path_name}: an earlier file also contains games of run {}, worker {}: the games are duplicates",
                seed.run, seed.worker
            ));
        }
        let seeds = games.into_iter().map(|(Seed { run, worker }, games)| SeedGames { run, worker, games });
        let known = |number: u64| (number != 0).then_some(number);
        self.files.push(PackedFile {
            file: path_name,
            signature: header.as_ref().and_then(|header| known(header.signature)),
            network: header
                .as_ref()
                .and_then(|header| known(header.network))
                .map(|hash| format!("{hash:016x}")),
            nodes: header.as_ref().map(|header| header.nodes),
            engine: header.map(|header| header.engine),
            bytes: bytes.len() as u64,
            blocks: blocks.len() as u64,
            damaged: u64::from(reader.gaps),
            is_only_torn: reader.torn && reader.gaps == 1,
            lost_bytes: reader.lost as u64,
            seeds: seeds.collect(),
        });
        Ok(blocks)
    }

    /// Returns true if the headers of all files and all their blocks are intact. An incomplete last block alone
    /// is no damage: a run that was ended leaves it.
    pub fn is_complete(&self) -> bool {
        self.files.iter().all(|file| (file.damaged == 0 || file.is_only_torn) && file.engine.is_some())
    }

    /// Returns the pairs of run number and worker number that occur in more than one file, written as
    /// `run/worker`.
    pub fn repeated(&self) -> Vec<String> {
        self.repeated.iter().map(|Seed { run, worker }| format!("{run}/{worker}")).collect()
    }
}
