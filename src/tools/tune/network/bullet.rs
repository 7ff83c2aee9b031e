//! Converts networks that the trainer [bullet](https://github.com/jw1912/bullet) trained: its file
//! `quantised.bin`. [The network guide](crate::evaluate::network) has the architecture and the save format in
//! bullet's terms.
//!
//! The file has no header. With N neurons and B outputs it consists of the weights of the first layer (i16,
//! `[768][N]`), its biases (i16, `[N]`), the output weights (i16, `[B][2N]`), the output biases (i16 or i32,
//! `[B]`), and the text `bulletbullet…`, which pads the file to a multiple of 64 bytes. All numbers are
//! little-endian.

use crate::evaluate::network::{
    Network,
    chunk::chunks,
    features::FEATURES,
    file::{FileError, MOST_NEURONS},
};

/// The size of a file is a multiple of this number of bytes.
const ALIGNMENT: usize = 64;
/// Text that fills the end of a file.
const PADDING: &[u8] = b"bullet";
/// Supported numbers of outputs.
const BUCKETS: [usize; 2] = [1, 8];
/// The number of neurons is a multiple of this number.
const NEURONS_STEP: usize = 32;

/// Size in bytes of the largest supported file.
pub const MOST_BYTES: usize = matrix_bytes(MOST_NEURONS, BUCKETS[1]) + ALIGNMENT;

/// Why a file of bullet cannot be converted.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The size in bytes does not belong to a supported number of neurons and outputs.
    #[error(
        "the file has {0} bytes, but quantised.bin of a network (768hm -> N)x2 -> 8 has 64 + 1570·N bytes (with one \
         output 64 + 1542·N), N a multiple of 32 up to {MOST_NEURONS}: save only l0w, l0b, l1w and l1b, quantised to i16"
    )]
    Size(usize),
    /// The end of the file is neither the padding after biases of 16 bits nor after biases of 32 bits.
    #[error(
        "the file does not end with l1b as i16 or i32 and bullet's padding: save l1b last, and nothing after it"
    )]
    Padding,
    /// A number is out of the bounds of the evaluation file.
    #[error(transparent)]
    Bounds(#[from] FileError),
}

/// Returns the size in bytes of the arrays before the output biases. It is a multiple of 64.
const fn matrix_bytes(neurons: usize, buckets: usize) -> usize {
    2 * neurons * (FEATURES + 1 + 2 * buckets)
}

/// Converts the bytes of a file. `scale` is bullet's `eval_scale`: the score for an output of 1.0.
///
/// # Errors
/// Returns an [`ImportError`] with what to change if the file does not have the supported format, or if a weight
/// exceeds a [bound of the evaluation file](mod@crate::evaluate::network::file).
pub fn import(bytes: &[u8], scale: i32) -> Result<Network, ImportError> {
    let (neurons, buckets) = shape(bytes.len()).ok_or(ImportError::Size(bytes.len()))?;
    let (matrices, end) = bytes.split_at(matrix_bytes(neurons, buckets));
    let numbers: Vec<_> = matrices.as_chunks().0.iter().map(|number| i16::from_le_bytes(*number)).collect();
    let (first, rest) = numbers.split_at(FEATURES * neurons);
    let (bias, output) = rest.split_at(neurons);
    let network = Network {
        first: chunks(first),
        bias: chunks(bias),
        output: chunks(output),
        output_bias: output_bias(end, buckets).ok_or(ImportError::Padding)?.into(),
        scale,
        // The training data are not known.
        data_hash: 0,
        teacher: String::new(),
        checksum: 0,
    };
    // Apply the same checks as when an evaluation file is read.
    Ok(Network::from_bytes(&network.to_bytes())?)
}

/// Returns the numbers of neurons and outputs of a file with this size. At most one pair fits.
fn shape(bytes: usize) -> Option<(usize, usize)> {
    let matrices = bytes.checked_sub(ALIGNMENT)?;
    BUCKETS.into_iter().find_map(|buckets| {
        let neurons = matrices / matrix_bytes(1, buckets);
        let fits = matrix_bytes(neurons, buckets) == matrices
            && (NEURONS_STEP..=MOST_NEURONS).contains(&neurons)
            && neurons.is_multiple_of(NEURONS_STEP);
        fits.then_some((neurons, buckets))
    })
}

/// Reads the output biases from the last bytes of a file. The place of the padding shows their width.
fn output_bias(end: &[u8], buckets: usize) -> Option<Vec<i32>> {
    let is_padding = |bytes: &[u8]| bytes.iter().eq(PADDING.iter().cycle().take(bytes.len()));
    let (short, rest) = end.split_at_checked(2 * buckets)?;
    if is_padding(rest) {
        return Some(short.as_chunks().0.iter().map(|bias| i16::from_le_bytes(*bias).into()).collect());
    }
    let (long, rest) = end.split_at_checked(4 * buckets)?;
    is_padding(rest).then(|| long.as_chunks().0.iter().map(|bias| i32::from_le_bytes(*bias)).collect())
}
