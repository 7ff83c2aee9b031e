//! The header of a packed file: the first 64 bytes, which describe how its games were played.
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | `GlulamGP` |
//! | 8–9 | version of the format, 1 |
//! | 10–11 | 0 |
//! | 12–15 | soft node limit per move |
//! | 16–23 | node count of `engine bench` for the engine that played; 0 if unknown |
//! | 24–31 | CRC-32 of the network that evaluated; 0 if the evaluator is not `network` |
//! | 32–43 | seed of the worker that created the file: run number (8 bytes), worker number (4 bytes) |
//! | 44–47 | 0 |
//! | 48–59 | version of the engine in ASCII, padded with zeros |
//! | 60–63 | CRC-32 of the first 60 bytes |

/// Size of the header of a packed file, in bytes.
pub const BYTES: usize = 64;
const MAGIC: &[u8; 8] = b"GlulamGP";
/// Version of the file format.
pub const VERSION: u16 = 1;
const CHECKSUM_AT: usize = 60;
const ENGINE: std::ops::Range<usize> = 48..CHECKSUM_AT;

/// Run number and worker number, which together seed the games of one worker. Two workers with the same seed
/// and the same settings play the same games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed {
    /// Number of the run (`--seed`).
    pub run: u64,
    /// Number of the worker (`--worker`); every machine and every continuation of a run needs its own number.
    pub worker: u32,
}

/// Header of a file of packed games: engine, network, node limit and seed with which the games were played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Soft node limit per move: after this number of nodes a search starts no new iteration.
    pub nodes: u32,
    /// Node count of `engine bench` for the engine that played the games; 0 if unknown.
    pub signature: u64,
    /// CRC-32 of the network that evaluated; 0 if the evaluator is not `network`.
    pub network: u64,
    /// Run and worker number of the worker that created the file.
    pub seed: Seed,
    /// Version of the engine that played the games, such as `0.2.0`.
    pub engine: String,
}

/// Reason why the header of a packed file cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The file does not start with the magic bytes of packed games, or is shorter than a header.
    #[error("this is not a file of packed games")]
    Foreign,
    /// The header has a format version that this engine does not read; the field is that version.
    #[error(
        "the file contains packed games of format version {0}, but this engine reads version {VERSION}: use the engine that wrote them"
    )]
    Version(u16),
    /// The checksum of the file header is wrong.
    #[error("the file header is damaged (wrong checksum)")]
    Damaged,
}

impl Header {
    /// Returns the 64 bytes of the header for writing to a file.
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        put(0, MAGIC);
        put(8, &VERSION.to_le_bytes());
        put(12, &self.nodes.to_le_bytes());
        put(16, &self.signature.to_le_bytes());
        put(24, &self.network.to_le_bytes());
        put(32, &self.seed.run.to_le_bytes());
        put(40, &self.seed.worker.to_le_bytes());
        let engine = self.engine.as_bytes();
        put(ENGINE.start, &engine[..engine.len().min(ENGINE.len())]);
        let checksum = crc32fast::hash(&bytes[..CHECKSUM_AT]);
        bytes[CHECKSUM_AT..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the header at the start of a file.
    ///
    /// # Errors
    /// Returns [`HeaderError`] if the header is missing or cannot be used.
    pub fn read(file: &[u8]) -> Result<Self, HeaderError> {
        let bytes: &[u8; BYTES] = file.first_chunk().ok_or(HeaderError::Foreign)?;
        if !bytes.starts_with(MAGIC) {
            return Err(HeaderError::Foreign);
        }
        let version = u16::from_le_bytes(field(bytes, 8));
        if version != VERSION {
            return Err(HeaderError::Version(version));
        }
        if crc32fast::hash(&bytes[..CHECKSUM_AT]) != u32::from_le_bytes(field(bytes, CHECKSUM_AT)) {
            return Err(HeaderError::Damaged);
        }
        Ok(Self {
            nodes: u32::from_le_bytes(field(bytes, 12)),
            signature: u64::from_le_bytes(field(bytes, 16)),
            network: u64::from_le_bytes(field(bytes, 24)),
            seed: Seed {
                run: u64::from_le_bytes(field(bytes, 32)),
                worker: u32::from_le_bytes(field(bytes, 40)),
            },
            engine: String::from_utf8_lossy(&bytes[ENGINE]).trim_end_matches('\0').to_owned(),
        })
    }
}

/// Returns the `N` bytes of `bytes` from offset `at`. The caller guarantees that `bytes` is long enough.
pub(super) fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut field = [0; N];
    field.copy_from_slice(&bytes[at..at + N]);
    field
}
