//! Reads files of packed games, intact or damaged, and collects the facts that `--inspect` and `--export`
//! report.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{self, Read as _},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use serde::Serialize;

use crate::{
    cli::{exit::UsageError, output::Output},
    engine::ordered_pool::run_numbered,
    lab::data::packed::{
        Block, Blocks, Header, Seed,
        header::{self, HeaderError},
    },
    search::StopFlag,
};

/// Blocks read in one round. Limits the results that are in memory at the same time.
const BLOCKS_PER_CHUNK: usize = 128;

/// Files of packed games read so far, and the seeds of their games.
#[derive(Default)]
pub struct Archive {
    /// Files in reading order.
    pub files: Vec<PackedFile>,
    seeds: BTreeSet<Seed>,
    repeated: BTreeSet<Seed>,
}

/// One file of packed games, as reported in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct PackedFile {
    /// Path of the packed file.
    pub file: String,
    /// Version of the engine that played the games; `null` if the header is damaged.
    pub engine: Option<String>,
    /// Node count of `engine bench` for the engine that played (`--signature`); `null` if not given.
    pub signature: Option<u64>,
    /// Hash of the network in hexadecimal; `null` if the games were played without a network.
    pub network: Option<String>,
    /// Node limit per move; `null` if the header is damaged.
    pub nodes: Option<u32>,
    /// File size in bytes.
    pub bytes: u64,
    /// Number of intact blocks.
    pub blocks: u64,
    /// Number of unreadable ranges: damaged blocks, or an incomplete last block.
    pub damaged: u64,
    /// Total size of the unreadable ranges, in bytes.
    pub lost_bytes: u64,
    /// Number of games per seed.
    pub seeds: Vec<SeedGames>,
}

/// Number of games that one worker of a run played.
#[derive(Clone, Debug, Serialize)]
pub struct SeedGames {
    /// Number of the run (`--seed`).
    pub run: u64,
    /// Number of the worker (`--worker`).
    pub worker: u32,
    /// Number of games that this worker played.
    pub games: u64,
}

/// Reads a file into memory.
///
/// # Errors
/// If the file cannot be read.
pub fn load(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Reads blocks on `threads` threads and passes every result to `take`, in the order of the blocks.
///
/// At most `BLOCKS_PER_CHUNK` results are in memory at a time.
///
/// # Errors
/// If `take` fails, or if the system cannot start a thread.
pub fn read_blocks<'a, T: Send>(
    threads: usize,
    blocks: &[Block<'a>],
    read: impl Fn(&Block<'a>) -> T + Sync,
    mut take: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    for blocks in blocks.chunks(BLOCKS_PER_CHUNK) {
        let job = |(): &mut (), number: u64| Some(read(&blocks[number as usize]));
        let mut taken = Ok(());
        run_numbered(vec![(); threads], blocks.len() as u64, &StopFlag::default(), job, |found| {
            taken = take(found);
            if taken.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        taken?;
    }
    Ok(())
}

/// Checks that every file can be opened and has a known header. Called before long work starts.
///
/// # Errors
/// As for [`load`] and [`Archive::add_file`].
pub fn check(paths: &[PathBuf]) -> anyhow::Result<()> {
    for path in paths {
        let mut bytes = Vec::new();
        let file = File::open(path).and_then(|file| file.take(header::BYTES as u64).read_to_end(&mut bytes));
        file.with_context(|| format!("cannot read {}", path.display()))?;
        header(path, &bytes)?;
    }
    Ok(())
}

/// Reads the header of a file. Returns `None` if the checksum is wrong: the blocks can still be read.
fn header(path: &Path, bytes: &[u8]) -> Result<Option<Header>, UsageError> {
    match Header::read(bytes) {
        Ok(header) => Ok(Some(header)),
        Err(HeaderError::Damaged) => Ok(None),
        Err(error) => Err(UsageError(format!("{}: {error}", path.display()))),
    }
}

impl Archive {
    /// Adds a file and returns its intact blocks.
    ///
    /// Prints a message if the header is damaged, if bytes were skipped, or if another file has the same
    /// seed.
    ///
    /// # Errors
    /// [`UsageError`] if the file does not contain packed games. A damaged header alone is not an error.
    pub fn add_file<'a>(
        &mut self,
        path: &Path,
        bytes: &'a [u8],
        messages: &Output,
    ) -> Result<Vec<Block<'a>>, UsageError> {
        let path_name = path.display();
        let header = header(path, bytes)?;
        if header.is_none() {
            let error = HeaderError::Damaged;
            messages.remark(format_args!("{path_name}: {error}; reading the blocks anyway"));
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
                "{path_name}: run {}, worker {} also occurs in another file: these games are the same",
                seed.run, seed.worker
            ));
        }
        let seeds = games.into_iter().map(|(Seed { run, worker }, games)| SeedGames { run, worker, games });
        let known = |number: u64| (number != 0).then_some(number);
        self.files.push(PackedFile {
            file: path_name.to_string(),
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
            lost_bytes: reader.lost as u64,
            seeds: seeds.collect(),
        });
        Ok(blocks)
    }

    /// Returns true if all headers are intact and no bytes were skipped.
    pub fn is_complete(&self) -> bool {
        self.files.iter().all(|file| file.damaged == 0 && file.engine.is_some())
    }

    /// Returns the seeds that occur in more than one file, as `run/worker`.
    pub fn repeated(&self) -> Vec<String> {
        self.repeated.iter().map(|Seed { run, worker }| format!("{run}/{worker}")).collect()
    }
}
