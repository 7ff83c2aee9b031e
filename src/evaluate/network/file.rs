//! Evaluation files: the format, and the checks before a network is used.
//!
//! All numbers are little-endian. The header has 64 bytes:
//!
//! | bytes | type | content |
//! |---|---|---|
//! | 0–7 | | `GLULAMNN` |
//! | 8–11 | u32 | version of the format: 3 |
//! | 12–15 | u32 | N, neurons of the first layer: a multiple of 64 from 64 to 1,024 |
//! | 16–19 | u32 | king buckets: 8 |
//! | 20–23 | i32 | QA, the integer for an activation of 1.0: 255 |
//! | 24–27 | i32 | QB, the integer for a second-layer weight of 1.0: 64 |
//! | 28–31 | i32 | scale: score in internal units for an output of 1.0, at least 1 |
//! | 32–39 | u64 | hash of the training data |
//! | 40–43 | u32 | CRC-32 (as in zlib) of all bytes after the header |
//! | 44–63 | | teacher: the engine whose evaluations were the training labels, in ASCII, padded with zeros; only zeros if Glulam's own searches were the labels |
//!
//! The rest of the file consists of eight arrays. Each layer after the first exists once per output bucket.
//!
//! | layer | array | type | shape |
//! |---|---|---|---|
//! | first | weights: a row for each [king bucket and feature](super::features) | i8 | `[8 king buckets][768][N]` |
//! | | bias | i16 | `[N]` |
//! | second | weights: for each neuron N/2 inputs of the side to move, then N/2 of the opponent | i8 | `[8 output buckets][16][N]` |
//! | | bias | f32 | `[8][16]` |
//! | third | weights: a row for each input; first the 16 squares, then the 16 activations | f32 | `[8][32 inputs][32 neurons]` |
//! | | bias | f32 | `[8][32]` |
//! | output | weights | f32 | `[8][32]` |
//! | | bias | f32 | `[8]` |
//!
//! The output for the accumulators of two views is computed in these steps. Floats have 32 bits, and their sums are
//! computed in the order stated, so every machine computes the same bits.
//!
//! 1. For each view and each j < N/2: u = clamp(acc\[j\], 0, 255) · clamp(acc\[j + N/2\], 0, 255) >> 9, from 0 to 127,
//!    which represents 1.0.
//! 2. For each neuron k of the second layer: x = Σ u·w · (1 / (64 · 127)) + bias, c = clamp(x, 0, 1).
//! 3. The inputs of the third layer are the 16 numbers c² and the 16 numbers c. For each neuron o:
//!    y = clamp(bias + Σ input·w, 0, 1)², added in the order of the inputs.
//! 4. output = bias + Σ y·w. Eight lanes add every eighth product in the order of the neurons, starting at 0. Then
//!    the sum is ((l0 + l4) + (l2 + l6)) + ((l1 + l5) + (l3 + l7)).
//! 5. The score is output · scale, truncated to an integer and clamped to ±29,000.
//!
//! The following bounds are checked, so that no sum can overflow in any position. Each |first-layer bias| is at most
//! 16,000, so an accumulator with 32 pieces and pawns fits into 16 bits. Each |second-layer weight| is at most 64, so
//! the sum of four products u·w fits into 16 bits, and the sum of 1,024 products is an exact 32-bit float. Each float is
//! finite and at most 1,000 from zero.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
    slice,
};

use super::{
    Network,
    chunk::{Chunk, WIDTH, chunks, numbers, weight_chunks},
    features::{KING_BUCKETS, ROWS},
    layers::{FloatLayers, OUTPUT_BUCKETS, SECOND, THIRD, THIRD_INPUTS, file_order, weight_blocks},
};

/// First bytes of every evaluation file.
pub(crate) const MAGIC: [u8; 8] = *b"GLULAMNN";
/// Version of the file format.
pub(crate) const VERSION: u32 = 3;
/// Integer that represents an activation of 1.0.
pub(crate) const QA: i32 = 255;
/// Integer that represents a second-layer weight of 1.0.
pub(crate) const QB: i32 = 64;
/// The number of neurons of the first layer is a multiple of this number: each half of the neurons consists of
/// whole chunks.
pub(crate) const NEURONS_STEP: usize = 2 * WIDTH;
/// Maximum number of neurons of the first layer.
pub(crate) const MOST_NEURONS: usize = 1024;
/// Size of the header in bytes.
pub(crate) const HEADER: usize = 64;

/// Maximum |bias| of the first layer.
pub(crate) const MOST_BIAS: i16 = 16_000;
/// Maximum |weight| of the second layer.
pub(crate) const MOST_SECOND: i8 = 64;
/// Maximum |float|.
pub(crate) const MOST_FLOAT: f32 = 1000.0;

/// Size of the largest valid file in bytes.
const MOST_BYTES: usize = length(MOST_NEURONS);

/// Returns the size in bytes of a file with this number of neurons.
const fn length(neurons: usize) -> usize {
    let floats = SECOND + THIRD_INPUTS * THIRD + THIRD + THIRD + 1;
    HEADER + neurons * (ROWS + 2) + OUTPUT_BUCKETS * (SECOND * neurons + 4 * floats)
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
    /// The number of neurons of the first layer is not supported.
    #[error("the network has {0} neurons per side: train with a multiple of 64 from 64 to 1024")]
    Neurons(u32),
    /// The number of king buckets is not supported.
    #[error("the network has {0} king buckets: train with {KING_BUCKETS}")]
    KingBuckets(u32),
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
    /// A float is not finite or exceeds its bound: array, index in the array, number.
    #[error(
        "number {1} of the {0} is {2}, not within ±{MOST_FLOAT}: clip the weights in training and export again"
    )]
    Float(&'static str, usize, f32),
}

/// An array of floats: its name in error messages, and functions that return its slice of one output bucket.
type FloatArray = (&'static str, fn(&FloatLayers) -> &[f32], fn(&mut FloatLayers) -> &mut [f32]);

/// The arrays of floats in the order of the file.
const FLOAT_ARRAYS: [FloatArray; 5] = [
    ("second bias", |layers| &layers.second_bias, |layers| &mut layers.second_bias),
    ("third layer", |layers| layers.third.as_flattened(), |layers| layers.third.as_flattened_mut()),
    ("third bias", |layers| &layers.third_bias, |layers| &mut layers.third_bias),
    ("output layer", |layers| &layers.output, |layers| &mut layers.output),
    (
        "output bias",
        |layers| slice::from_ref(&layers.output_bias),
        |layers| slice::from_mut(&mut layers.output_bias),
    ),
];

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
        if neurons == 0 || !neurons.is_multiple_of(NEURONS_STEP) || neurons > MOST_NEURONS {
            return Err(FileError::Neurons(unsigned(12)));
        }
        if unsigned(16) as usize != KING_BUCKETS {
            return Err(FileError::KingBuckets(unsigned(16)));
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
        if bytes.len() != length(neurons) {
            return Err(FileError::Length(bytes.len(), length(neurons)));
        }
        let (checksum, expected) = (crc32fast::hash(&bytes[HEADER..]), unsigned(40));
        if checksum != expected {
            return Err(FileError::Damaged(checksum, expected));
        }
        let data_hash = u64::from(unsigned(32)) | u64::from(unsigned(36)) << 32;
        let mut layers = LayerBytes(&bytes[HEADER..]);
        let network = Self {
            first: weight_chunks(bytemuck::cast_slice(layers.take(ROWS * neurons))),
            bias: layers.chunks(neurons),
            second: {
                let weights = layers.take(OUTPUT_BUCKETS * SECOND * neurons);
                weight_blocks(bytemuck::cast_slice(weights), neurons)
            },
            float_layers: layers.float_layers(),
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
        for word in [VERSION, self.neurons() as u32, KING_BUCKETS as u32, QA as u32, QB as u32] {
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
        let mut layers = Vec::with_capacity(length(self.neurons()));
        layers.extend_from_slice(bytemuck::cast_slice(&self.first));
        numbers(&self.bias).for_each(|number| layers.extend(number.to_le_bytes()));
        let second = file_order(&self.second, self.neurons());
        layers.extend_from_slice(bytemuck::cast_slice(&second));
        for (_, array, _) in FLOAT_ARRAYS {
            let floats = self.float_layers.iter().flat_map(array);
            floats.for_each(|float| layers.extend(float.to_le_bytes()));
        }
        layers
    }

    /// Returns the network with its checksum computed from its weights.
    pub(super) fn checked(self) -> Self {
        Self { checksum: crc32fast::hash(&self.layers()), ..self }
    }

    /// Checks all bounds of the format.
    fn check(&self) -> Result<(), FileError> {
        let second = file_order(&self.second, self.neurons());
        check_bound("first bias", numbers(&self.bias), MOST_BIAS)?;
        check_bound("second layer", second.into_iter().map(i16::from), i16::from(MOST_SECOND))?;
        for (name, array, _) in FLOAT_ARRAYS {
            let floats = self.float_layers.iter().flat_map(array).enumerate();
            let beyond = |(_, float): &(usize, &f32)| float.is_nan() || float.abs() > MOST_FLOAT;
            if let Some((place, float)) = floats.into_iter().find(beyond) {
                return Err(FileError::Float(name, place, *float));
            }
        }
        Ok(())
    }
}

/// Checks the bound of the integers of one array.
fn check_bound(array: &'static str, numbers: impl Iterator<Item = i16>, most: i16) -> Result<(), FileError> {
    let beyond = |(_, number): &(usize, i16)| number.unsigned_abs() > most.unsigned_abs();
    match numbers.enumerate().find(beyond) {
        Some((place, number)) => Err(FileError::Bound(array, place, number, most)),
        None => Ok(()),
    }
}

/// The bytes of the network layers in an evaluation file that are not parsed yet.
struct LayerBytes<'a>(&'a [u8]);

impl<'a> LayerBytes<'a> {
    /// Removes and returns the next `count` bytes. The length of the file was checked before.
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(count);
        self.0 = rest;
        bytes
    }

    /// Parses the next `count` numbers of 16 bits.
    fn chunks(&mut self, count: usize) -> Box<[Chunk]> {
        let numbers = self.take(2 * count).as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
        chunks(&numbers.collect::<Vec<_>>())
    }

    /// Parses the floats of all output buckets.
    fn float_layers(&mut self) -> Box<[FloatLayers]> {
        let mut buckets = vec![FloatLayers::ZERO; OUTPUT_BUCKETS];
        for (_, _, array) in FLOAT_ARRAYS {
            for float in buckets.iter_mut().flat_map(array) {
                *float = f32::from_le_bytes(self.take(4).try_into().unwrap_or_default());
            }
        }
        buckets.into()
    }
}
