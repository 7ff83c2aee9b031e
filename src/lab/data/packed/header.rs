//! The first 64 bytes of a file: what played its games, and how.
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | `GlulamGP` |
//! | 8–9 | version of the format, 1 |
//! | 10–11 | 0 |
//! | 12–15 | nodes to a move |
//! | 16–23 | signature of the engine (`engine bench`); 0 if nobody has told it |
//! | 24–31 | hash of the network; 0 for an evaluator without one |
//! | 32–43 | seed of the first run: number of the run (8), worker (4) |
//! | 44–47 | 0 |
//! | 48–59 | version of the engine in ASCII, filled with zeros |
//! | 60–63 | CRC-32 of the first 60 |

/// Bytes of a header.
pub const BYTES: usize = 64;
const MAGIC: &[u8; 8] = b"GlulamGP";
/// The version of the format.
pub const VERSION: u16 = 1;
const CHECKSUM_AT: usize = 60;
const ENGINE: std::ops::Range<usize> = 48..CHECKSUM_AT;

/// What the games of one run hang on. No two runs may share it: they would play the same games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed {
    /// The number of the run.
    pub run: u64,
    /// A part of the run: each time it goes on, on each machine it is played on, another.
    pub worker: u32,
}

/// What a file tells of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Nodes to a move, the depth under way is finished.
    pub nodes: u32,
    /// What `engine bench` tells of the engine that played; 0 if nobody has told it.
    pub signature: u64,
    /// The hash of the network that judged; 0 for none.
    pub network: u64,
    /// The seed of the run that began the file.
    pub seed: Seed,
    /// The version of the engine.
    pub engine: String,
}

/// Why 64 bytes are no header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// Something else altogether.
    #[error("this is no file of packed games")]
    Foreign,
    /// A format of another time.
    #[error(
        "packed games of version {0}, and this engine knows version {VERSION}: use the engine that wrote them"
    )]
    Version(u16),
    /// A flipped bit.
    #[error("the checksum of the header is wrong: the file is damaged at its beginning")]
    Damaged,
}

impl Header {
    /// The bytes of the header.
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

    /// Reads the header at the beginning of a file.
    ///
    /// # Errors
    /// [`HeaderError`] if there is none that can be read.
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

/// The `N` bytes at `at`, which the caller knows to be there.
pub(super) fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut field = [0; N];
    field.copy_from_slice(&bytes[at..at + N]);
    field
}
