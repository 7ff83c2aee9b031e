//! Reading files of packed games, whole or damaged.

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

/// Blocks that are read before what was read of them is forgotten.
const BLOCKS_PER_CHUNK: usize = 128;

/// Files that were read, and who has played in them.
#[derive(Default)]
pub struct Archive {
    /// In the order in which they were read.
    pub files: Vec<PackedFile>,
    seeds: BTreeSet<Seed>,
    repeated: BTreeSet<Seed>,
}

/// A file of packed games.
#[derive(Clone, Debug, Serialize)]
pub struct PackedFile {
    /// Its path.
    pub file: String,
    /// The version of the engine that played; `null` if the header is damaged.
    pub engine: Option<String>,
    /// What `engine bench` told of it; `null` if nobody has told it.
    pub signature: Option<u64>,
    /// The hash of its network, in hexadecimal; `null` for none.
    pub network: Option<String>,
    /// Nodes to a move.
    pub nodes: Option<u32>,
    /// Its size.
    pub bytes: u64,
    /// Whole blocks.
    pub blocks: u64,
    /// Stretches that could not be read: damaged blocks, or a torn tail.
    pub damaged: u64,
    /// Bytes in them.
    pub lost_bytes: u64,
    /// Who has played in it.
    pub seeds: Vec<SeedGames>,
}

/// What one worker of a run has played.
#[derive(Clone, Debug, Serialize)]
pub struct SeedGames {
    /// The number of the run.
    pub run: u64,
    /// The worker.
    pub worker: u32,
    /// Games.
    pub games: u64,
}

/// Reads a file into memory.
///
/// # Errors
/// What the system says.
pub fn load(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Reads blocks on so many threads, and gives `take` what was read in the order of the blocks. Memory is bounded, whatever the number of
/// blocks.
///
/// # Errors
/// What `take` says, or if the system gives no threads.
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

/// Looks at the beginnings of files, so that nothing long is begun in vain.
///
/// # Errors
/// As [`load`] and [`Archive::enter`].
pub fn check(paths: &[PathBuf]) -> anyhow::Result<()> {
    for path in paths {
        let mut bytes = Vec::new();
        let file = File::open(path).and_then(|file| file.take(header::BYTES as u64).read_to_end(&mut bytes));
        file.with_context(|| format!("cannot read {}", path.display()))?;
        header(path, &bytes)?;
    }
    Ok(())
}

/// The header of a file; `None` if it is damaged, which is no obstacle.
fn header(path: &Path, bytes: &[u8]) -> Result<Option<Header>, UsageError> {
    match Header::read(bytes) {
        Ok(header) => Ok(Some(header)),
        Err(HeaderError::Damaged) => Ok(None),
        Err(error) => Err(UsageError(format!("{}: {error}", path.display()))),
    }
}

impl Archive {
    /// Notes a file and gives its whole blocks; what is wrong with it is remarked.
    ///
    /// # Errors
    /// [`UsageError`] if it holds no packed games. A damaged header alone is no obstacle.
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
            messages.remark(format_args!("{path_name}: {error}; its blocks are read all the same"));
        }
        let mut reader = Blocks::new(bytes, header::BYTES);
        let blocks: Vec<_> = reader.by_ref().collect();
        if reader.gaps > 0 {
            messages.remark(format_args!(
                "{path_name}: passed over {} bytes in {} places: damaged blocks or a torn tail",
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
                "{path_name}: run {}, worker {} has played in another file as well: these are the same games",
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

    /// Whether everything could be read.
    pub fn is_complete(&self) -> bool {
        self.files.iter().all(|file| file.damaged == 0 && file.engine.is_some())
    }

    /// The seeds that came up in two files, as `run/worker`.
    pub fn repeated(&self) -> Vec<String> {
        self.repeated.iter().map(|Seed { run, worker }| format!("{run}/{worker}")).collect()
    }
}
