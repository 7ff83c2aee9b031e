//! Syzygy endgame tablebases (de Man 2013): exact results for positions with few pieces.
//!
//! The crate shakmaty-syzygy reads the files. The search uses tablebases in two ways. Inside the tree, the
//! search probes the [value](Tablebases::value) of positions whose halfmove clock is zero. At a [root] that
//! the tablebases contain, the search considers only moves that preserve the tablebase result, taking the
//! halfmove clock into account, and does not probe inside the tree.

pub mod root;

use std::{fmt, io, path::PathBuf, sync::Arc};

use shakmaty::{Chess, Position as _};
use shakmaty_syzygy::{Tablebase, Wdl};

use crate::position::Position;

/// Tablebases with the conditions for probing them.
#[derive(Clone, Debug)]
pub struct Probing {
    /// Tablebases that are probed.
    pub tables: Arc<Tablebases>,
    /// Minimum remaining depth, in plies, for probing positions with the maximum number of pieces and pawns:
    /// `max_pieces` or that of the largest tablebase, whichever is less. Positions with fewer pieces and
    /// pawns are probed at every depth.
    pub depth: i32,
    /// Maximum number of pieces and pawns in a probed position, kings included.
    pub max_pieces: usize,
    /// Whether the fifty-move rule applies.
    pub fifty_moves: bool,
}

impl Probing {
    /// Returns whether the tablebases may contain the position: it has few enough pieces and pawns, and no
    /// castling rights.
    pub fn covers(&self, position: &Position) -> bool {
        piece_count(position) <= self.max_pieces.min(self.tables.max_pieces())
            && position.chess().castles().is_empty()
    }

    /// Returns whether a node with `depth` remaining plies may be probed. Tablebases with the maximum number
    /// of pieces and pawns are probed only at a remaining depth of at least [`Probing::depth`], because the
    /// files may have to be read from disk.
    pub fn covers_at(&self, position: &Position, depth: i32) -> bool {
        self.covers(position)
            && (depth >= self.depth || piece_count(position) < self.max_pieces.min(self.tables.max_pieces()))
    }
}

fn piece_count(position: &Position) -> usize {
    position.board().occupied().count()
}

/// A collection of tablebase files. Each tablebase file is opened at the first probe that needs the file.
pub struct Tablebases {
    tablebase: Tablebase<Chess>,
    files: usize,
}

/// Error while loading tablebases.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseError {
    /// A directory cannot be read, or a tablebase file in the directory has an impossible size.
    #[error("cannot read tablebases in {0}: {1}")]
    Directory(PathBuf, io::Error),
    /// The directories contain no tablebase files.
    #[error("no tablebases in {0}: files have names like KQvK.rtbw and KQvK.rtbz")]
    None(String),
}

impl Tablebases {
    /// Loads the tablebases in `directories`, which are separated as in the environment variable PATH.
    ///
    /// # Errors
    /// Returns a [`TablebaseError`] that names the directory, or all directories if they contain no tablebase
    /// files.
    pub fn open(directories: &str) -> Result<Self, TablebaseError> {
        let mut tables = Self { tablebase: Tablebase::new(), files: 0 };
        for directory in std::env::split_paths(directories).filter(|path| !path.as_os_str().is_empty()) {
            let added = tables.tablebase.add_directory(&directory);
            tables.files += added.map_err(|error| TablebaseError::Directory(directory, error))?;
        }
        if tables.files == 0 { Err(TablebaseError::None(directories.to_owned())) } else { Ok(tables) }
    }

    /// Returns the number of tablebase files found.
    pub const fn files(&self) -> usize {
        self.files
    }

    /// Returns the number of pieces and pawns of the largest tablebase, kings included.
    pub fn max_pieces(&self) -> usize {
        self.tablebase.max_pieces()
    }

    /// Returns the result for the side to move as if the halfmove clock were zero. Returns `None` if no
    /// tablebase contains the position or a file cannot be read.
    pub fn value(&self, position: &Position) -> Option<Wdl> {
        self.tablebase.probe_wdl_after_zeroing(position.chess()).ok()
    }

    /// Returns the distance to zeroing (DTZ): plies to the next capture or pawn move under best play,
    /// possibly one too many or too few. The distance is positive if the side to move wins, negative if the
    /// side to move loses, and zero for a draw. Returns `None` if the position cannot be probed.
    fn distance(&self, position: &Position) -> Option<i32> {
        self.tablebase.probe_dtz(position.chess()).ok().map(|distance| distance.ignore_rounding().0)
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebases")
            .field("files", &self.files)
            .field("max_pieces", &self.max_pieces())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_a_directory_that_is_missing_or_has_no_tablebases() {
        let missing = Tablebases::open("/no/such/directory").map(|_| ()).unwrap_err().to_string();
        assert!(missing.contains("/no/such/directory"), "{missing}");
        let empty = Tablebases::open(env!("CARGO_MANIFEST_DIR")).map(|_| ()).unwrap_err().to_string();
        assert!(empty.starts_with("no tablebases in "), "{empty}");
    }
}
