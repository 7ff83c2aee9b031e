//! Choice of the network: embedded, or from an evaluation file. The build script `build.rs` chooses the embedded one:
//! `default.nnue`, or the file in the environment variable `EVALFILE`.

use std::{fmt, path::Path, sync::Arc};

use super::{Network, file::FileError};

/// The embedded network, or a network from a file. Cloning an `EvalFile` is cheap. Two `EvalFile` values are
/// equal if their networks are equal; the paths do not matter.
#[derive(Clone, Debug, Default)]
pub enum EvalFile {
    /// The network embedded in the program.
    #[default]
    Embedded,
    /// A network from an evaluation file.
    Read {
        /// Path of the file.
        path: Arc<Path>,
        /// The network in the file.
        network: Arc<Network>,
    },
}

/// Error while loading an evaluation file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct BadEvalFile {
    /// Path of the file.
    path: Arc<Path>,
    /// Reason why the file is rejected.
    error: FileError,
}

impl EvalFile {
    /// Name of the embedded network.
    pub(crate) const EMBEDDED: &str = "<embedded>";

    /// Loads the network `name`: a path, or `<embedded>` or an empty name for the embedded network.
    ///
    /// # Errors
    /// Returns a [`BadEvalFile`] with the reason and what to do.
    pub fn named(name: &str) -> Result<Self, BadEvalFile> {
        let embedded = name.is_empty() || name.eq_ignore_ascii_case(Self::EMBEDDED);
        if embedded { Ok(Self::Embedded) } else { Self::read(Path::new(name)) }
    }

    /// Loads the network from a file.
    ///
    /// # Errors
    /// Returns a [`BadEvalFile`] with the reason and what to do.
    pub fn read(path: &Path) -> Result<Self, BadEvalFile> {
        let path = Arc::from(path);
        match Network::load(&path) {
            Ok(network) => Ok(Self::Read { path, network: Arc::new(network) }),
            Err(error) => Err(BadEvalFile { path, error }),
        }
    }

    /// Returns the chosen network.
    pub fn network(&self) -> &Arc<Network> {
        match self {
            Self::Embedded => Network::embedded(),
            Self::Read { network, .. } => network,
        }
    }
}

impl PartialEq for EvalFile {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Embedded, Self::Embedded) => true,
            _ => Arc::ptr_eq(self.network(), other.network()) || self.network() == other.network(),
        }
    }
}

impl Eq for EvalFile {}

impl fmt::Display for EvalFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded => f.write_str(Self::EMBEDDED),
            Self::Read { path, .. } => path.display().fmt(f),
        }
    }
}
