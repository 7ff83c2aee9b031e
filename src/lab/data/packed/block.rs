//! A block, the unit of a packed file: up to several hundred games with a header and a checksum. Each block
//! starts with a marker, so it can be found even if the bytes before it are lost.
//!
//! | bytes | content |
//! |---|---|
//! | 0–3 | marker |
//! | 4–7 | size of the payload in bytes, at most 64 KiB |
//! | 8–11 | number of games |
//! | 12–15 | number of plies with a score in all games of the block |
//! | 16–27 | seed: run (8), worker (4) |
//! | 28–31 | CRC-32 of bytes 4–27 followed by the payload |
//! | 32– | payload: the encoded games, each in whole bytes |

use super::{
    bits::BitReader,
    game::ScoredGame,
    header::{Seed, field},
};

/// Size of the block header in bytes.
pub(super) const HEADER_BYTES: usize = 32;
/// Maximum size of the payload (the encoded games) of a block, in bytes.
pub(super) const MAX_PAYLOAD_BYTES: usize = 64 << 10;
const MARKER: [u8; 4] = [0xb7, b'G', b'p', 0x1e];
const CHECKSUM: usize = 28;

/// An intact block of a packed file.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// Number of games in the block.
    pub games: u32,
    /// Number of plies with a score in all games of the block. The plies of the openings have no score and
    /// are not counted.
    pub plies: u32,
    /// Run and worker that played the games of this block.
    pub seed: Seed,
    /// The encoded games of the block, one after the other.
    pub payload: &'a [u8],
}

impl<'a> Block<'a> {
    /// Reads the block at the start of `bytes`. Returns `None` if `bytes` does not start with a complete and
    /// undamaged block.
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

    /// Returns the size of the block in its file in bytes, header included.
    pub const fn bytes(&self) -> usize {
        HEADER_BYTES + self.payload.len()
    }

    /// Decodes the games of the block. If a game cannot be decoded because another version of the engine
    /// wrote the block, the iterator returns `None` for this game and then ends.
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

/// A block to which games are being added, before it is written to a file.
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

    /// Returns the size of the block in bytes with the games added so far, header included.
    pub(super) const fn bytes(&self) -> usize {
        HEADER_BYTES + self.payload.len()
    }

    pub(super) fn push(&mut self, game: &[u8], plies: usize) {
        self.games += 1;
        self.plies += plies as u32;
        self.payload.extend_from_slice(game);
    }

    /// Returns the bytes of the finished block (header and payload) for writing to a file.
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
    /// Number of byte ranges skipped so far because they contain no intact block: damaged blocks, or an
    /// incomplete last block.
    pub gaps: u32,
    /// Number of bytes in the ranges skipped so far.
    pub lost: usize,
    /// Whether the last range skipped so far is an incomplete block at the end of the file: the program that
    /// wrote it was ended.
    pub torn: bool,
    /// Offset in the file, in bytes, of the end of the last intact block read so far; before the first block,
    /// of the end of the file header.
    pub end: usize,
}

/// Whether `bytes` is the beginning of a block whose end is missing.
fn is_beginning(bytes: &[u8]) -> bool {
    let marker = bytes.len().min(MARKER.len());
    if bytes.is_empty() || bytes[..marker] != MARKER[..marker] {
        return false;
    }
    let Some(length) = bytes.get(4..8).map(|_| u32::from_le_bytes(field(bytes, 4)) as usize) else {
        return true;
    };
    length <= MAX_PAYLOAD_BYTES && bytes.len() < HEADER_BYTES + length
}

impl<'a> Blocks<'a> {
    /// Iterates over the blocks of `file` from byte `at`, the end of the file header.
    pub const fn new(file: &'a [u8], at: usize) -> Self {
        Self { bytes: file, at, gaps: 0, lost: 0, torn: false, end: at }
    }
}

impl<'a> Iterator for Blocks<'a> {
    type Item = Block<'a>;

    /// Returns the next intact block. Unreadable bytes before this block are skipped and added to `gaps` and
    /// `lost`.
    fn next(&mut self) -> Option<Block<'a>> {
        let rest = self.bytes.get(self.at..)?;
        let starts = (0..rest.len()).filter(|start| rest[*start] == MARKER[0]);
        let found = starts.into_iter().find_map(|start| Some((start, Block::read(&rest[start..])?)));
        let passed = found.map_or(rest.len(), |(start, _)| start);
        self.gaps += u32::from(passed > 0);
        self.lost += passed;
        self.at += passed;
        self.torn = found.is_none() && is_beginning(rest);
        let (_, block) = found?;
        self.at += block.bytes();
        self.end = self.at;
        Some(block)
    }
}
