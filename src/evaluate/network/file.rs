//! Nets in files: the format, and what is checked before a file is believed.
//!
//! Everything is little-endian. A header of 64 bytes:
//!
//! | bytes | type | content |
//! |---|---|---|
//! | 0–7 | | `GLULAMNN` |
//! | 8–11 | u32 | version of the format: 1 |
//! | 12–15 | u32 | N, neurons of a view: a multiple of 32 from 32 to 1,024 |
//! | 16–19 | u32 | B, output buckets: 1 or 8 |
//! | 20–23 | i32 | QA, 1.0 of an activation: 255 |
//! | 24–27 | i32 | QB, 1.0 of an output weight: 64 |
//! | 28–31 | i32 | scale: the score that 1.0 of the output stands for, at least 1 |
//! | 32–39 | u64 | hash of the data it was trained on |
//! | 40–43 | u32 | CRC-32 (zlib's) of everything behind the header |
//! | 44–63 | | zero |
//!
//! Behind it, and nothing after that: the first layer, i16 `[768][N]`, a row for each [feature](super::features); its bias, i16 `[N]`;
//! the output layer, i16 `[B][2N]`, the side to move's half first; its bias, i32 `[B]`, in units of QA·QB.
//!
//! So that no sum can overflow, whatever the position: |output weight| ≤ 127, so that v·w ≤ 32,385 fits 16 bits; the |weights| of an
//! output row sum up to 33,025 at most, so that 255² times it fits 32 bits; |first-layer weight| ≤ 505 and |its bias| ≤ 16,000, so that
//! 32 men keep an accumulator within 16 bits.

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

/// What a file begins with.
pub(crate) const MAGIC: [u8; 8] = *b"GLULAMNN";
/// The version of the format.
pub(crate) const VERSION: u32 = 1;
/// 1.0 of an activation.
pub(crate) const QA: i32 = 255;
/// 1.0 of an output weight.
pub(crate) const QB: i32 = 64;
/// The most neurons of a view.
pub(crate) const MOST_NEURONS: usize = 1024;
/// Bytes of the header.
pub(crate) const HEADER: usize = 64;

/// The largest weight of the first layer: 1.98 in units of QA.
pub(crate) const MOST_FIRST: i16 = 505;
/// The largest bias of the first layer.
pub(crate) const MOST_BIAS: i16 = 16_000;
/// The largest weight of the output layer.
pub(crate) const MOST_OUTPUT: i16 = 127;
/// The largest sum of the |weights| of an output row.
pub(crate) const MOST_OUTPUT_SUM: u32 = 33_025;

/// Bytes of the largest file.
const MOST_BYTES: usize = length(MOST_NEURONS, 8);

/// Bytes of a file with so many neurons and buckets.
const fn length(neurons: usize, buckets: usize) -> usize {
    HEADER + 2 * neurons * (FEATURES + 1 + 2 * buckets) + 4 * buckets
}

/// Why a file is no net that can be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("it cannot be read: {0}: check the path")]
    Io(#[from] io::Error),
    /// Not even a header.
    #[error("it has {0} bytes, less than the header's 64: copy it again")]
    Short(usize),
    /// Another kind of file.
    #[error("it does not begin with GLULAMNN: give a net written by Glulam's trainer")]
    Magic,
    /// A format to come.
    #[error("its format has version {0}, this engine reads version {VERSION}: export the net again")]
    Version(u32),
    /// Neurons of a view.
    #[error("it has {0} neurons a view: train with a multiple of 32 from 32 to 1024")]
    Neurons(u32),
    /// Output buckets.
    #[error("it has {0} output buckets: train with 1 or 8")]
    Buckets(u32),
    /// QA and QB.
    #[error("it was quantised by {0} and {1}, this engine computes by {QA} and {QB}: export the net again")]
    Quantisation(i32, i32),
    /// The scale.
    #[error("its scale is {0}: export the net again with the score that odds of e to 1 stand for, as 400")]
    Scale(i32),
    /// Bytes that mean nothing in this version.
    #[error("bytes 44 to 63 of its header are not zero: export the net again")]
    Reserved,
    /// Bytes found, and expected.
    #[error("it has {0} bytes where its header promises {1}: copy it again")]
    Length(usize, usize),
    /// CRC found, and expected.
    #[error("it is damaged: its CRC is {0:08x}, its header says {1:08x}: copy it again")]
    Damaged(u32, u32),
    /// A number beyond its bound: of which layer, its place there, the number, the bound.
    #[error("number {1} of its {0} is {2}, beyond ±{3}: clip the weights in training and export again")]
    Bound(&'static str, usize, i16, i16),
    /// The row, and the sum of its |weights|.
    #[error(
        "the output weights of bucket {0} sum up to {1}, beyond {MOST_OUTPUT_SUM}: clip them and export again"
    )]
    Sum(usize, u32),
}

impl Network {
    /// Reads a net from a file.
    ///
    /// # Errors
    /// [`FileError`], with a remedy.
    pub fn load(path: &Path) -> Result<Self, FileError> {
        let mut bytes = Vec::new();
        // One byte more than any net has: enough to know that a file is too long, whatever it is.
        File::open(path)?.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    /// Reads a net from the bytes of its file.
    ///
    /// # Errors
    /// [`FileError`], with a remedy.
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
        if header[44..].iter().any(|byte| *byte != 0) {
            return Err(FileError::Reserved);
        }
        if bytes.len() != length(neurons, buckets) {
            return Err(FileError::Length(bytes.len(), length(neurons, buckets)));
        }
        let (checksum, promised) = (crc32fast::hash(&bytes[HEADER..]), unsigned(40));
        if checksum != promised {
            return Err(FileError::Damaged(checksum, promised));
        }
        let data_hash = u64::from(unsigned(32)) | u64::from(unsigned(36)) << 32;
        let mut layers = Layers(&bytes[HEADER..]);
        let network = Self {
            first: layers.take(FEATURES * neurons),
            bias: layers.take(neurons),
            output: layers.take(buckets * 2 * neurons),
            output_bias: layers.0.as_chunks().0.iter().map(|word| i32::from_le_bytes(*word)).collect(),
            scale,
            data_hash,
            checksum,
        };
        network.check().map(|()| network)
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let layers = self.layers();
        let mut bytes = MAGIC.to_vec();
        for word in [VERSION, self.neurons() as u32, self.buckets() as u32, QA as u32, QB as u32] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.scale.to_le_bytes());
        bytes.extend(self.data_hash.to_le_bytes());
        bytes.extend(crc32fast::hash(&layers).to_le_bytes());
        bytes.resize(HEADER, 0);
        bytes.extend(layers);
        bytes
    }

    /// What stands behind the header.
    fn layers(&self) -> Vec<u8> {
        let mut layers = Vec::with_capacity(length(self.neurons(), self.buckets()));
        for row in [&self.first, &self.bias, &self.output] {
            numbers(row).for_each(|number| layers.extend(number.to_le_bytes()));
        }
        self.output_bias.iter().for_each(|bias| layers.extend(bias.to_le_bytes()));
        layers
    }

    /// The same net, its checksum that of its weights.
    pub(super) fn checked(self) -> Self {
        Self { checksum: crc32fast::hash(&self.layers()), ..self }
    }

    /// Whether every bound holds.
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

/// The layers of a file that have not been read yet.
struct Layers<'a>(&'a [u8]);

impl Layers<'_> {
    /// The next so many numbers; the length of the file has been checked.
    fn take(&mut self, count: usize) -> Box<[Chunk]> {
        let (layer, rest) = self.0.split_at(2 * count);
        self.0 = rest;
        let numbers: Vec<_> = layer.as_chunks().0.iter().map(|number| i16::from_le_bytes(*number)).collect();
        chunks(&numbers)
    }
}
