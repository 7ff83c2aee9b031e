//! A block of a packed file: several hundred games with a checksum. Each block starts with a marker, so it
//! can be found even if the bytes before it are lost.
//!
//! | bytes | content |
//! |---|---|
//! | 0–3 | marker |
//! | 4–7 | size of the payload in bytes, at most 64 KiB |
//! | 8–11 | number of games |
//! | 12–15 | number of plies with scores |
//! | 16–27 | seed: run (8), worker (4) |
//! | 28–31 | CRC-32 of bytes 4–27 and the payload |
//! | 32– | the games, each in whole bytes |

use super::{
    bits::BitReader,
    game::ScoredGame,
    header::{Seed, field},
};

/// Size of the block header in bytes.
pub(super) const HEADER_BYTES: usize = 32;
/// Maximum size of a payload in bytes.
pub(super) const MAX_PAYLOAD_BYTES: usize = 64 << 10;
const MARKER: [u8; 4] = [0xb7, b'G', b'p', 0x1e];
const CHECKSUM: usize = 28;

/// An intact block of a packed file.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// Number of games in the block.
    pub games: u32,
    /// Number of moves with scores in the block.
    pub plies: u32,
    /// Seed of the games.
    pub seed: Seed,
    /// The games of the block, encoded.
    pub payload: &'a [u8],
}

impl<'a> Block<'a> {
    /// Reads the block at the start of `bytes`. Returns `None` if there is no complete and undamaged block.
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let (head, rest) = bytes.split_first_chunk::<HEADER_BYTES>()?;
        let number = |at: usize| u32::from_le_bytes(field(head, at));
        let length = number(4) as usize;
        if !head.starts_with(&MARKER) || length > MAX_PAYLOAD_BYTES {
            return None;
        }
        let payload = rest.get(..length)?;
        let seed = Seed { run: u64::from_le_bytes(field(head, 16)), worker: number(24) };
        let whole = checksum(head, payload) == number(CHECKSUM);
        whole.then(|| Self { games: number(8), plies: number(12), seed, payload })
    }

    /// Size of the block in its file, in bytes.
    pub const fn bytes(&self) -> usize {
        HEADER_BYTES + self.payload.len()
    }

    /// Decodes the games of the block. The iterator ends after the first `None`: a game could not be decoded,
    /// because another version of the engine wrote it.
    pub fn games(&self) -> impl Iterator<Item = Option<ScoredGame>> + use<'a> {
        let mut bits = BitReader::new(self.payload);
        let mut sound = true;
        (0..self.games).map_while(move |_| {
            let game = sound.then(|| ScoredGame::unpack(&mut bits))?;
            sound = game.is_some();
            Some(game)
        })
    }
}

/// A block that is being filled.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockBuilder {
    games: u32,
    plies: u32,
    payload: Vec<u8>,
}

impl BlockBuilder {
    pub(super) const fn is_empty(&self) -> bool {
        self.games == 0
    }

    pub(super) const fn has_room(&self, bytes: usize) -> bool {
        self.payload.len() + bytes <= MAX_PAYLOAD_BYTES
    }

    /// Current size of the block in bytes.
    pub(super) const fn bytes(&self) -> usize {
        HEADER_BYTES + self.payload.len()
    }

    pub(super) fn push(&mut self, game: &[u8], plies: usize) {
        self.games += 1;
        self.plies += plies as u32;
        self.payload.extend_from_slice(game);
    }

    /// Returns the block as it is written to a file.
    pub(super) fn finish(self, seed: Seed) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes());
        bytes.extend(MARKER);
        for number in [self.payload.len() as u32, self.games, self.plies] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(seed.run.to_le_bytes());
        bytes.extend(seed.worker.to_le_bytes());
        bytes.extend([0; HEADER_BYTES - CHECKSUM]);
        let checksum = checksum(&bytes, &self.payload);
        bytes[CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
        bytes.extend(self.payload);
        bytes
    }
}

fn checksum(head: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&head[MARKER.len()..CHECKSUM]);
    hasher.update(payload);
    hasher.finalize()
}

/// Iterates over the intact blocks of a file and counts the bytes between them.
#[derive(Clone, Debug)]
pub struct Blocks<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Number of skipped ranges: damaged blocks, or an incomplete last block.
    pub gaps: u32,
    /// Number of skipped bytes.
    pub lost: usize,
    /// Offset of the end of the last intact block.
    pub end: usize,
}

impl<'a> Blocks<'a> {
    /// Iterates over the blocks of `file` from byte `at`, the end of the file header.
    pub const fn new(file: &'a [u8], at: usize) -> Self {
        Self { bytes: file, at, gaps: 0, lost: 0, end: at }
    }
}

impl<'a> Iterator for Blocks<'a> {
    type Item = Block<'a>;

    /// Returns the next intact block. Bytes before it are skipped and counted.
    fn next(&mut self) -> Option<Block<'a>> {
        let rest = self.bytes.get(self.at..)?;
        let starts = (0..rest.len()).filter(|start| rest[*start] == MARKER[0]);
        let found = starts.into_iter().find_map(|start| Some((start, Block::read(&rest[start..])?)));
        let passed = found.map_or(rest.len(), |(start, _)| start);
        self.gaps += u32::from(passed > 0);
        self.lost += passed;
        self.at += passed;
        let (_, block) = found?;
        self.at += block.bytes();
        self.end = self.at;
        Some(block)
    }
}
