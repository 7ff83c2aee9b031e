//! The network file of Stockfish 15.1: the format, and the checks before a network is used.
//!
//! All numbers are little-endian.
//!
//! | type | content |
//! |---|---|
//! | u32 | version of the format: `7af32f20` |
//! | u32 | hash of the architecture: `1c102ef2` |
//! | u32 | length of the description in bytes, at most 1,024 |
//! | | description: text without meaning for programs |
//! | u32 | hash of the first layer: `7f2344b8` |
//! | i16 `[1024]` | bias of the first layer |
//! | i16 `[22528][1024]` | weights of the first layer: one row per feature |
//! | i32 `[22528][8]` | material weights: one row per feature, one column per stack |
//!
//! The feature of a king square, a piece and a square has the number (11·b + p)·64 + s. The squares are those of the
//! mirrored view; a1 is 0 and h8 is 63. b is 0 for a king on h8, 3 on e8, 4 on h7, and 31 on e1. p is 0 for own pawns, 1 for
//! the opponent's, 2 and 3 for knights, and so on, and 10 for both kings. Eight stacks follow, the first one for 1 to 4 pieces
//! and pawns, the last one for 29 to 32:
//!
//! | type | content |
//! |---|---|
//! | u32 | hash of the stack: `63336a4a` |
//! | i32 `[16]`, i8 `[16][1024]` | bias and weights of the first layer |
//! | i32 `[32]`, i8 `[32][32]` | bias and weights of the second layer; the weights of the last two inputs have no effect |
//! | i32 `[1]`, i8 `[32]` | bias and weights of the last layer |
//!
//! The format has no checksum of the weights. The hashes, the size, and bounds on the 32-bit numbers are checked, so that no
//! sum of 32 bits can overflow; the neurons of the first layer wrap around, as they do in Stockfish. The [name](Teacher::name) of the
//! network identifies the weights.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use sha2::{Digest as _, Sha256};

use super::{FEATURES, FIRST, LayerStack, NEURONS, SECOND, STACKS, Teacher};

pub(super) const VERSION: u32 = 0x7af3_2f20;
pub(super) const FIRST_LAYER: u32 = 0x7f23_44b8;
pub(super) const STACK: u32 = 0x6333_6a4a;
/// Hash of the architecture.
pub(super) const ARCHITECTURE: u32 = FIRST_LAYER ^ STACK;
const MOST_DESCRIPTION: usize = 1024;
/// Largest absolute value of a 32-bit number.
const MOST: i32 = 1 << 24;

/// Size in bytes of a file without its description.
pub(super) const BYTES: usize =
    16 + 2 * NEURONS * (FEATURES + 1) + 4 * STACKS * FEATURES + STACKS * STACK_BYTES;
const STACK_BYTES: usize = 4 + FIRST * (4 + NEURONS) + SECOND * (4 + SECOND) + 4 + SECOND;

/// Error in the network file of a teacher.
#[derive(Debug, thiserror::Error)]
pub enum TeacherError {
    /// The file cannot be read.
    #[error("cannot read the file: {0}: check the path")]
    Io(#[from] io::Error),
    /// The file does not begin with the version of the format.
    #[error(
        "the file is not a network of Stockfish: give a file that Stockfish 15.1 writes with its UCI command export_net"
    )]
    Version,
    /// The architecture is different.
    #[error(
        "the architecture has the hash {0:08x}, only {ARCHITECTURE:08x} is supported: give the network of Stockfish 15.1"
    )]
    Architecture(u32),
    /// The size of the file is wrong: size in bytes, and size that the format requires.
    #[error("the file has {0} bytes, but its header requires {1}: copy it again")]
    Length(usize, usize),
    /// A hash inside the file, or a number, is not possible.
    #[error("the file is damaged: copy it again")]
    Damaged,
}

impl Teacher {
    /// Loads a network from a file.
    ///
    /// # Errors
    /// [`TeacherError`] with the reason and what to do.
    pub fn load(path: &Path) -> Result<Self, TeacherError> {
        let mut bytes = Vec::new();
        // Reads one byte more than the largest network has, so that a longer file of any size is detected.
        File::open(path)?.take((BYTES + MOST_DESCRIPTION) as u64 + 1).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    /// Parses a network from the bytes of its file.
    ///
    /// # Errors
    /// [`TeacherError`] with the reason and what to do.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TeacherError> {
        let header = bytes.first_chunk::<12>().ok_or(TeacherError::Version)?.as_chunks().0;
        let [version, architecture, description] = [0, 1, 2].map(|word| u32::from_le_bytes(header[word]));
        if version != VERSION {
            return Err(TeacherError::Version);
        }
        if architecture != ARCHITECTURE {
            return Err(TeacherError::Architecture(architecture));
        }
        let description = description as usize;
        if description > MOST_DESCRIPTION || bytes.len() != BYTES + description {
            return Err(TeacherError::Length(bytes.len(), BYTES + description.min(MOST_DESCRIPTION)));
        }
        let mut rest = Numbers(&bytes[12 + description..]);
        rest.hash(FIRST_LAYER)?;
        let bias = rest.words(NEURONS);
        let weights = rest.words(FEATURES * NEURONS);
        let material = rest.longs(FEATURES * STACKS)?.as_chunks().0.to_vec();
        let stacks = (0..STACKS).map(|_| rest.stack()).collect::<Result<_, _>>()?;
        let digest = Sha256::digest(bytes);
        let name = digest.iter().take(6).fold("nn-".to_owned(), |name, byte| format!("{name}{byte:02x}"));
        Ok(Self { name, bias, weights, material, stacks })
    }
}

/// The bytes that are not parsed yet. The size of the file was checked before.
struct Numbers<'a>(&'a [u8]);

impl<'a> Numbers<'a> {
    fn take<const N: usize>(&mut self, count: usize) -> &'a [[u8; N]] {
        let (numbers, rest) = self.0.split_at(N * count);
        self.0 = rest;
        numbers.as_chunks().0
    }

    fn hash(&mut self, expected: u32) -> Result<(), TeacherError> {
        if self.take(1) == [expected.to_le_bytes()] { Ok(()) } else { Err(TeacherError::Damaged) }
    }

    fn bytes(&mut self, count: usize) -> Vec<i16> {
        self.take(count).iter().map(|byte| i8::from_le_bytes(*byte).into()).collect()
    }

    fn words(&mut self, count: usize) -> Vec<i16> {
        self.take(count).iter().map(|word| i16::from_le_bytes(*word)).collect()
    }

    fn longs(&mut self, count: usize) -> Result<Vec<i32>, TeacherError> {
        let longs: Vec<_> = self.take(count).iter().map(|long| i32::from_le_bytes(*long)).collect();
        let are_bounded = longs.iter().all(|long| (-MOST..=MOST).contains(long));
        if are_bounded { Ok(longs) } else { Err(TeacherError::Damaged) }
    }

    fn stack(&mut self) -> Result<LayerStack, TeacherError> {
        self.hash(STACK)?;
        Ok(LayerStack {
            first_bias: self.longs(FIRST)?,
            first: self.bytes(FIRST * NEURONS),
            second_bias: self.longs(SECOND)?,
            second: self.bytes(SECOND * SECOND),
            last_bias: self.longs(1)?[0],
            last: self.bytes(SECOND),
        })
    }
}
