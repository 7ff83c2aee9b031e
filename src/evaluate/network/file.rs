//! Evaluation files: the format, and the checks before a network is used.
//!
//! All numbers are little-endian. The header has 64 bytes:
//!
//! | bytes | type | content |
//! |---|---|---|
//! | 0–7 | | `GLULAMNN` |
//! | 8–11 | u32 | version of the format: 1 |
//! | 12–15 | u32 | N, neurons per side: a multiple of 32 from 32 to 1,024 |
//! | 16–19 | u32 | B, output buckets: 1 or 8 |
//! | 20–23 | i32 | QA, the integer for an activation of 1.0: 255 |
//! | 24–27 | i32 | QB, the integer for an output weight of 1.0: 64 |
//! | 28–31 | i32 | scale: score in internal units for an output of 1.0, at least 1 |
//! | 32–39 | u64 | hash of the training data |
//! | 40–43 | u32 | CRC-32 (as in zlib) of all bytes after the header |
//! | 44–63 | | teacher: the engine whose evaluations were the training labels, in ASCII, padded with zeros; only zeros if Glulam's own searches were the labels |
//!
//! The rest of the file consists of four arrays:
//!
//! - Weights of the first layer, i16 `[768][N]`: one row of N weights for each [feature](super::features).
//! - Bias of the first layer, i16 `[N]`.
//! - Weights of the output layer, i16 `[B][2N]`: for each of the B output buckets, first N weights for the
//!   side to move, then N weights for the opponent.
//! - Bias of the output layer, i32 `[B]`, in units of QA·QB.
//!
//! The following bounds are checked, so that no sum can overflow in any position. Each |output weight| is at
//! most 127, so v·w ≤ 32,385 fits into 16 bits. The |weights| of an output row sum to at most 33,025, so 255²
//! times this sum fits into 32 bits. Each |first-layer weight| is at most 505 and each |bias| at most 16,000,
//! so an accumulator with 32 pieces and pawns fits into 16 bits.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use super::{
    Network,
    chunk::{Chunk, WIDTH, chunks, numbers},
    features::FEATURES,
};

/// First bytes of every evaluation file.
pub(crate) const MAGIC: [u8; 8] = *b"GLULAMNN";
/// Version of the file format.
pub(crate) const VERSION: u32 = 1;
/// Integer that represents an activation of 1.0.
pub(crate) const QA: i32 = 255;
/// Integer that represents an output weight of 1.0.
pub(crate) const QB: i32 = 64;
/// Maximum number of neurons per side.
pub(crate) const MOST_NEURONS: usize = 1024;
/// Size of the header in bytes.
pub(crate) const HEADER: usize = 64;

/// Maximum |weight| of the first layer: 1.98 in units of QA.
pub(crate) const MOST_FIRST: i16 = 505;
/// Maximum |bias| of the first layer.
pub(crate) const MOST_BIAS: i16 = 16_000;
/// Maximum |weight| of the output layer.
pub(crate) const MOST_OUTPUT: i16 = 127;
/// Maximum sum of the |weights| of an output row.
pub(crate) const MOST_OUTPUT_SUM: u32 = 33_025;

/// Size of the largest valid file in bytes.
const MOST_BYTES: usize = length(MOST_NEURONS, 8);

/// Returns the size in bytes of a file with this number of neurons and buckets.
const fn length(neurons: usize, buckets: usize) -> usize {
    HEADER + 2 * neurons * (FEATURES + 1 + 2 * buckets) + 4 * buckets
}

/// Error in an evaluation file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("cannot read the file: {0}: check the path")]
    Io(#[from] io::Error),
    /// The file is shorter than the header.
    #[error("the file has {0} bytes, fewer than the 64 bytes of the header: copy it again")]
    Short(usize),
    /// The file does not begin with `GLULAMNN`, so it is not an evaluation file.
    #[error("the file does not begin with GLULAMNN: give a network written by Glulam's trainer")]
    Magic,
    /// The file has a format version that this engine does not read.
    #[error("the format has version {0}, this engine reads version {VERSION}: export the network again")]
    Version(u32),
    /// The number of neurons per side is not supported.
    #[error("the network has {0} neurons per side: train with a multiple of 32 from 32 to 1024")]
    Neurons(u32),
    /// The number of output buckets is not supported.
    #[error("the network has {0} output buckets: train with 1 or 8")]
    Buckets(u32),
    /// QA and QB differ from those of the engine.
    #[error(
        "the network is quantised with {0} and {1}, this engine uses {QA} and {QB}: export the network again"
    )]
    Quantisation(i32, i32),
    /// The scale in the header of the evaluation file is 0 or negative.
    #[error(
        "the scale is {0}: export the network again with the score at which the odds are e to 1, such as 400"
    )]
    Scale(i32),
    /// The teacher in the header is not ASCII padded with zeros.
    #[error(
        "bytes 44 to 63 of the header are not a name in ASCII, padded with zeros: export the network again"
    )]
    Teacher,
    /// The size of the file is wrong: size in bytes, and size according to the header.
    #[error("the file has {0} bytes, but its header requires {1}: copy it again")]
    Length(usize, usize),
    /// The checksum is wrong: CRC of the data, and CRC in the header.
    #[error("the file is damaged: its CRC is {0:08x}, but its header contains {1:08x}: copy it again")]
    Damaged(u32, u32),
    /// A number exceeds its bound: layer, index in the layer, number, bound.
    #[error("number {1} of the {0} is {2}, beyond ±{3}: clip the weights in training and export again")]
    Bound(&'static str, usize, i16, i16),
    /// The |weights| of an output row exceed the maximum sum: bucket, sum.
    #[error(
        "the absolute values of the output weights of bucket {0} sum to {1}, above {MOST_OUTPUT_SUM}: clip the weights and export again"
    )]
    Sum(usize, u32),
}

impl Network {
    /// Loads a network from a file.
    ///
    /// # Errors
    /// Returns a [`FileError`] with the reason and what to do.
    pub fn load(path: &Path) -> Result<Self, FileError> {
        let mut bytes = Vec::new();
        // Reads one byte more than the largest network has, so that a longer file of any size is detected.
        File::open(path)?.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    /// Parses a network from the bytes of its file.
    ///
    /// # Errors
    /// Returns a [`FileError`] with the reason and what to do.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let header = bytes.first_chunk::<HEADER>();
        if !bytes.starts_with(&MAGIC) && bytes.len() >= MAGIC.len() {
            return Err(FileError::Magic);
        }
        let header = header.ok_or(FileError::Short(bytes.len()))?;
        let word = |at: usize| [header[at], header[at + 1], header[at + 2], header[at + 3]];
        let unsigned = |at| u32::from_le_bytes(word(at));
        let signed = |at| i32::from_le_bytes(word(at));
        if unsigned(8) != VERSION {
            return Err(FileError::Version(unsigned(8)));
        }
        let neurons = unsigned(12) as usize;
        if neurons == 0 || !neurons.is_multiple_of(WIDTH) || neurons > MOST_NEURONS {
            return Err(FileError::Neurons(unsigned(12)));
        }
        let buckets = unsigned(16) as usize;
        if !matches!(buckets, 1 | 8) {
            return Err(FileError::Buckets(unsigned(16)));
        }
        if (signed(20), signed(24)) != (QA, QB) {
            return Err(FileError::Quantisation(signed(20), signed(24)));
        }
        let scale = signed(28);
        if scale < 1 {
            return Err(FileError::Scale(scale));
        }
        let teacher = header[44..].split(|byte| *byte == 0).next().unwrap_or_default();
        let is_padded = header[44 + teacher.len()..].iter().all(|byte| *byte == 0);
        if !is_padded || !teacher.iter().all(|byte| matches!(byte, b' '..=b'~')) {
            return Err(FileError::Teacher);
        }
        if bytes.len() != length(neurons, buckets) {
            return Err(FileError::Length(bytes.len(), length(neurons, buckets)));
        }
        let (checksum, expected) = (crc32fast::hash(&bytes[HEADER..]), unsigned(40));
        if checksum != expected {
            return Err(FileError::Damaged(checksum, expected));
        }
        let data_hash = u64::from(unsigned(32)) | u64::from(unsigned(36)) << 32;
        let mut layers = LayerBytes(&bytes[HEADER..]);
        let network = Self {
            first: layers.take(FEATURES * neurons),
            bias: layers.take(neurons),
            output: layers.take(buckets * 2 * neurons),
            output_bias: layers.0.as_chunks().0.iter().map(|word| i32::from_le_bytes(*word)).collect(),
            scale,
            data_hash,
            teacher: String::from_utf8_lossy(teacher).into_owned(),
            checksum,
        };
        network.check().map(|()| network)
    }

    /// Returns the network as the bytes of an evaluation file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let layers = self.layers();
        let mut bytes = MAGIC.to_vec();
        for word in [VERSION, self.neurons() as u32, self.buckets() as u32, QA as u32, QB as u32] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.scale.to_le_bytes());
        bytes.extend(self.data_hash.to_le_bytes());
        bytes.extend(crc32fast::hash(&layers).to_le_bytes());
        bytes.extend(self.teacher.bytes());
        bytes.resize(HEADER, 0);
        bytes.extend(layers);
        bytes
    }

    /// Returns the weights and biases as bytes: the part of the evaluation file after the header.
    fn layers(&self) -> Vec<u8> {
        let mut layers = Vec::with_capacity(length(self.neurons(), self.buckets()));
        for row in [&self.first, &self.bias, &self.output] {
            numbers(row).for_each(|number| layers.extend(number.to_le_bytes()));
        }
        self.output_bias.iter().for_each(|bias| layers.extend(bias.to_le_bytes()));
        layers
    }

    /// Returns the network with its checksum computed from its weights.
    pub(super) fn checked(self) -> Self {
        Self { checksum: crc32fast::hash(&self.layers()), ..self }
    }

    /// Checks all bounds of the format.
    fn check(&self) -> Result<(), FileError> {
        for (layer, rows, most) in [
            ("first layer", &self.first, MOST_FIRST),
            ("first bias", &self.bias, MOST_BIAS),
            ("output layer", &self.output, MOST_OUTPUT),
        ] {
            let beyond = |(_, number): &(usize, i16)| number.unsigned_abs() > most.unsigned_abs();
            if let Some((place, number)) = numbers(rows).enumerate().find(beyond) {
                return Err(FileError::Bound(layer, place, number, most));
            }
        }
        for bucket in 0..self.buckets() {
            let sum = self.output_row(bucket).into_iter().flat_map(numbers);
            let sum = sum.map(|weight| u32::from(weight.unsigned_abs())).sum();
            if sum > MOST_OUTPUT_SUM {
                return Err(FileError::Sum(bucket, sum));
            }
        }
        Ok(())
    }
}

/// The bytes of the network layers in an evaluation file that are not parsed yet.
struct LayerBytes<'a>(&'a [u8]);

impl LayerBytes<'_> {
    /// Parses the next `count` numbers. The length of the file was checked before.
    fn take(&mut self, count: usize) -> Box<[Chunk]> {
        let (layer, rest) = self.0.split_at(2 * count);
        self.0 = rest;
        let numbers: Vec<_> = layer.as_chunks().0.iter().map(|number| i16::from_le_bytes(*number)).collect();
        chunks(&numbers)
    }
}
