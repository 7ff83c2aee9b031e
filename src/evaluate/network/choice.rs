//! Which net is to judge: the one in the program, or one out of a file.

use std::{fmt, path::Path, sync::Arc};

use super::{Network, file::FileError};

/// A net and where it comes from. Cheap to copy; two are equal if their weights are.
#[derive(Clone, Debug, Default)]
pub enum EvalFile {
    /// The net that is part of this program.
    #[default]
    Embedded,
    /// One that was read from a file.
    Read {
        /// The file.
        path: Arc<Path>,
        /// The net in it.
        network: Arc<Network>,
    },
}

/// A file that is no net.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct BadEvalFile {
    /// The file.
    path: Arc<Path>,
    /// What is wrong with it.
    error: FileError,
}

impl EvalFile {
    /// How the embedded net is called.
    pub(crate) const EMBEDDED: &str = "<embedded>";

    /// The net of this name: that in a file, or the embedded one, which has the empty name as well.
    ///
    /// # Errors
    /// [`BadEvalFile`] says what is wrong with the file, and how to mend it.
    pub fn named(name: &str) -> Result<Self, BadEvalFile> {
        let embedded = name.is_empty() || name.eq_ignore_ascii_case(Self::EMBEDDED);
        if embedded { Ok(Self::Embedded) } else { Self::read(Path::new(name)) }
    }

    /// Reads the net in a file.
    ///
    /// # Errors
    /// [`BadEvalFile`] says what is wrong with it, and how to mend it.
    pub fn read(path: &Path) -> Result<Self, BadEvalFile> {
        let path = Arc::from(path);
        match Network::load(&path) {
            Ok(network) => Ok(Self::Read { path, network: Arc::new(network) }),
            Err(error) => Err(BadEvalFile { path, error }),
        }
    }

    /// The net.
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
